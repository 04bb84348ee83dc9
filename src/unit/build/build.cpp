// Builder::buildHarness and buildTests.
#include "unit/build/build.h"

#include <fmt/format.h>

#include "base/files.h"
#include "unit/build/compile_flags.h"
#include "unit/build/linker.h"
#include "unit/build/main_function.h"
#include "unit/build/objects.h"
#include "unit/build/search_compilation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

/// The plan's units, in the order in which they are linked: the target first, unless its source is included.
std::vector<CompileCommand> unitsOf(const LinkPlan& plan) {
  std::vector<CompileCommand> units;
  if (!plan.includeSource) units.push_back(renamingMain(plan.target, plan.renameMain));
  units.insert(units.end(), plan.support.begin(), plan.support.end());
  return units;
}

/// Flags for a source of ours that includes the target's headers, or the target itself.
std::vector<std::string> flagsBeside(const LinkPlan& plan, int minimumStandard) {
  std::vector<std::string> flags = flagsForCxx(plan.target, minimumStandard);
  // The target finds "order.h" beside itself; so must a source that lies elsewhere.
  append(flags, {"-iquote", plan.target.file.parent_path().string(), "-fno-sanitize=all",
                 "-Qunused-arguments", "-Wno-unknown-warning-option", "-ferror-limit=0"});
  return flags;
}

}  // namespace

Result<Compiled> Builder::tryHarness(const LinkPlan& plan, const fs::path& harnessSource) {
  const std::vector<CompileCommand> units = unitsOf(plan);
  const fs::path object = harnessSource.string() + ".o";
  std::vector<std::string> arguments{options_.installation.wrapper(true).string()};
  append(arguments, flagsBeside(plan, 17));
  append(arguments, {"-w", "-isystem", options_.installation.headers().string(),
                     "-mllvm", "-covolve-skip-file=" + harnessSource.string()});
  if (plan.includeSource && plan.renameMain) arguments.emplace_back("-Dmain=covolve_user_main");
  append(arguments, {"-x", "c++"});

  Compiled harness;
  std::vector<Compiled> compiled(units.size());
  const Objects objects(options_);
  inParallel(options_.jobs, units.size() + 1, [&](size_t i) {
    if (i == 0) {
      harness = compileForSearch(arguments, plan.target.flags, plan.target.directory, harnessSource, object);
    } else {
      compiled[i - 1] = objects.compile(units[i - 1], Purpose::Search);
    }
  });
  std::vector<fs::path> linked{object};
  for (size_t i = 0; i < units.size(); ++i) {
    if (!compiled[i].succeeded) {
      return userError(fmt::format("{} does not compile: {}", units[i].file.string(),
                                   firstError(compiled[i].diagnostics)));
    }
    linked.push_back(compiled[i].executable);
  }
  if (!harness.succeeded) return harness;
  // Bound at its start: what the loader binds later is reset with the other variables after each test.
  std::vector<std::string> linkArguments{"-no-pie",
                                         "-Wl,-z,now",
                                         "-Wl,--no-demangle",
                                         "-Wl,--error-limit=0",
                                         "-Wl,--whole-archive",
                                         options_.installation.worker().string(),
                                         options_.installation.runtime().string(),
                                         "-Wl,--no-whole-archive"};
  append(linkArguments, plan.linkArguments);
  Compiled worker = link(linked, linkArguments, fs::path(harnessSource).replace_extension(".worker"));
  worker.objects = std::move(linked);
  return worker;
}

Result<fs::path> Builder::buildHarness(const LinkPlan& plan, const fs::path& harnessSource) {
  auto harness = tryHarness(plan, harnessSource);
  if (!harness) return std::unexpected(std::move(harness.error()));
  if (harness->succeeded) return std::move(harness->executable);
  return std::unexpected(harnessError(plan, *harness));
}

Error Builder::harnessError(const LinkPlan& plan, const Compiled& failed) {
  // Needed by an inline function of the user's headers that nothing but the harness calls.
  if (const auto missing = undefinedSymbols(failed.diagnostics); !missing.empty()) {
    return undefinedError(plan.target, missing, "");
  }
  return {fmt::format("the generated harness does not compile: {}", firstError(failed.diagnostics)),
          Error::Blame::Covolve};
}

Result<Compiled> Builder::buildTests(const LinkPlan& plan, const fs::path& testSource,
                                     const fs::path& executable, bool coverage) {
  const auto text = readFile(testSource);
  if (!text) return std::unexpected(text.error());
  const std::vector<CompileCommand> units = unitsOf(plan);
  const fs::path object = executable.string() + ".o";
  std::vector<std::string> arguments{"clang++-19"};
  append(arguments, flagsBeside(plan, 14));
  const std::vector<std::string> coverageFlags{"-fprofile-instr-generate", "-fcoverage-mapping"};
  if (coverage) append(arguments, coverageFlags);
  const bool renamesItself = text->find("#define main") != std::string::npos;
  if (plan.includeSource && plan.renameMain && !renamesItself)
    arguments.emplace_back("-Dmain=covolve_user_main");
  append(arguments, {"-x", "c++", "-c", testSource.string(), "-o", object.string()});

  Compiled test;
  std::vector<Compiled> compiled(units.size());
  const Objects objects(options_);
  inParallel(options_.jobs, units.size() + 1, [&](size_t i) {
    if (i == 0) {
      test = runCompiler(arguments, plan.target.directory, object);
    } else {
      const bool isTarget = units[i - 1].file == plan.target.file;
      compiled[i - 1] =
          objects.compile(units[i - 1], isTarget && coverage ? Purpose::Coverage : Purpose::Plain);
    }
  });
  test.executable = executable;
  std::vector<fs::path> linked{object};
  for (size_t i = 0; i < units.size() && test.succeeded; ++i) {
    if (!compiled[i].succeeded) test = compiled[i];
    linked.push_back(compiled[i].executable);
  }
  if (!test.succeeded) return test;
  std::vector<std::string> linkArguments = plan.linkArguments;
  append(linkArguments, {"-lgtest", "-lgtest_main"});
  if (coverage) append(linkArguments, coverageFlags);
  Compiled whole = link(linked, linkArguments, executable);
  std::error_code ignored;
  fs::remove(object, ignored);
  return whole;
}

}  // namespace covolve::unit
