#include "unit/variant/variant_build.h"

#include <fmt/format.h>

#include "analysis/bitcode.h"
#include "base/files.h"
#include "unit/build/linker.h"
#include "unit/build/objects.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

struct Module {
  fs::path bitcode;
  fs::path object;
};

Running running(const VariantBuild& build) {
  return {.deadline = build.deadline, .stop = build.stop, .niceness = build.niceness};
}

Compiled compileModule(const VariantBuild& build, const Module& module) {
  std::vector<std::string> arguments{"clang++-19", "-O2", "-w", "-Qunused-arguments"};
  arguments.insert(arguments.end(), build.compilerFlags.begin(), build.compilerFlags.end());
  arguments.insert(arguments.end(),
                   {"-x", "ir", "-c", module.bitcode.string(), "-o", module.object.string()});
  return runCompiler(arguments, build.folder, module.object, running(build));
}

bool isStopped(const VariantBuild& build) {
  return (build.stop != nullptr && *build.stop) || build.deadline.isOver();
}

}  // namespace

Result<fs::path> buildVariant(const VariantBuild& build) {
  std::error_code failed;
  fs::create_directories(build.folder, failed);
  std::vector<Module> modules;
  std::vector<fs::path> linked;
  for (const fs::path& object : build.objects) {
    const auto parts = analysis::rawBitcode(object);
    if (!parts) return std::unexpected(parts.error());
    if (parts->empty()) linked.push_back(object);
    for (const std::string& part : *parts) {
      const fs::path name = build.folder / fmt::format("{}-{}", modules.size(), object.stem().string());
      Module module{name.string() + ".bc", name.string() + ".o"};
      if (auto written = replaceFile(module.bitcode, part); !written) return std::unexpected(written.error());
      modules.push_back(std::move(module));
    }
  }
  std::vector<Compiled> compiled(modules.size());
  inParallel(
      build.jobs, modules.size(), [&](size_t i) { compiled[i] = compileModule(build, modules[i]); },
      build.stop);
  if (isStopped(build)) return ownError(fmt::format("the build of the {} variant was given up", build.name));
  for (size_t i = 0; i < modules.size(); ++i) {
    if (!compiled[i].succeeded) {
      return ownError(fmt::format("the {} variant of {} cannot be compiled: {}", build.name,
                                  modules[i].bitcode.filename().string(),
                                  firstError(compiled[i].diagnostics)));
    }
    linked.push_back(modules[i].object);
  }
  linked.insert(linked.end(), build.asTheyAre.begin(), build.asTheyAre.end());
  std::vector<std::string> arguments{"-no-pie",
                                     "-Wl,-z,now",
                                     "-Wl,--wrap=covolve_run_test",
                                     "-Wl,--whole-archive",
                                     build.installation.worker().string(),
                                     build.installation.runtime().string()};
  for (const fs::path& runtime : build.runtimes) arguments.push_back(runtime.string());
  arguments.emplace_back("-Wl,--no-whole-archive");
  for (const fs::path& library : build.libraries) arguments.push_back(library.string());
  arguments.insert(arguments.end(), build.linkArguments.begin(), build.linkArguments.end());
  const Compiled program = link(linked, arguments, build.folder / (build.name + ".worker"), running(build));
  if (!program.succeeded) {
    return ownError(
        fmt::format("the {} variant cannot be linked: {}", build.name, firstError(program.diagnostics)));
  }
  return program.executable;
}

}  // namespace covolve::unit
