#include "unit/concolic/concolic_build.h"

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

Running running(const ConcolicBuild& build) { return {.stop = build.stop, .niceness = build.niceness}; }

Compiled compileModule(const ConcolicBuild& build, const Module& module) {
  // Vectors have no labels, so nothing may become one.
  return runCompiler({"clang++-19", "-O2", "-fno-vectorize", "-fno-slp-vectorize", "-w", "-Qunused-arguments",
                      "-fpass-plugin=" + build.installation.concolicPass().string(), "-x", "ir", "-c",
                      module.bitcode.string(), "-o", module.object.string()},
                     build.folder, module.object, running(build));
}

bool isStopped(const ConcolicBuild& build) { return build.stop != nullptr && *build.stop; }

}  // namespace

Result<fs::path> buildConcolic(const ConcolicBuild& build) {
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
  if (isStopped(build)) return ownError("the build of the concolic variant was given up");
  for (size_t i = 0; i < modules.size(); ++i) {
    if (!compiled[i].succeeded) {
      return ownError(fmt::format("the concolic variant of {} cannot be compiled: {}",
                                  modules[i].bitcode.filename().string(),
                                  firstError(compiled[i].diagnostics)));
    }
    linked.push_back(modules[i].object);
  }
  std::vector<std::string> arguments{"-no-pie",
                                     "-Wl,-z,now",
                                     "-Wl,--wrap=covolve_run_test",
                                     "-Wl,--whole-archive",
                                     build.installation.worker().string(),
                                     build.installation.runtime().string(),
                                     build.installation.concolicRuntime().string(),
                                     "-Wl,--no-whole-archive",
                                     build.installation.concolicLibrary().string()};
  arguments.insert(arguments.end(), build.linkArguments.begin(), build.linkArguments.end());
  const Compiled program = link(linked, arguments, build.folder / "concolic.worker", running(build));
  if (!program.succeeded)
    return ownError("the concolic variant cannot be linked: " + firstError(program.diagnostics));
  return program.executable;
}

}  // namespace covolve::unit
