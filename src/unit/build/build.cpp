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
  append(arguments, {"-w", "-isystem", options_.installation.headers().string(), "-mllvm",
                     "-covolve-skip-file=" + harnessSource.string()});
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

Result<Compiled> Builder::buildTests(const LinkPlan& plan, const TestSources& tests,
                                     const fs::path& executable, bool coverage) {
  const auto text = readFile(tests.tests);
  if (!text) return std::unexpected(text.error());
  const std::vector<CompileCommand> units = unitsOf(plan);
  const fs::path object = executable.string() + ".o";
  const std::vector<std::string> compiler = [&] {
    // Warnings about the tests are mended (test_compilation.h), unless the user's flags do not want them.
    std::vector<std::string> arguments{"clang++-19", "-Wall", "-Wextra"};
    append(arguments, flagsBeside(plan, tests.minimumStandard));
    return arguments;
  }();
  std::vector<std::string> arguments = compiler;
  const std::vector<std::string> coverageFlags{"-fprofile-instr-generate", "-fcoverage-mapping"};
  if (coverage) append(arguments, coverageFlags);
  const bool renamesItself = text->find("#define main") != std::string::npos;
  if (plan.includeSource && plan.renameMain && !renamesItself)
    arguments.emplace_back("-Dmain=covolve_user_main");
  append(arguments, {"-x", "c++", "-c", tests.tests.string(), "-o", object.string()});

  Compiled test;
  Compiled main{.succeeded = true, .diagnostics = {}, .executable = tests.main.string() + ".o"};
  std::vector<Compiled> compiled(units.size());
  const Objects objects(options_);
  inParallel(options_.jobs, units.size() + 2, [&](size_t i) {
    std::error_code ignored;
    if (i == 0) {
      test = runCompiler(arguments, plan.target.directory, object);
    } else if (i == 1) {
      if (tests.main.empty() || fs::exists(main.executable, ignored)) return;
      std::vector<std::string> command = compiler;
      append(command, {"-w", "-x", "c++", "-c", tests.main.string(), "-o", main.executable.string()});
      main = runCompiler(command, plan.target.directory, main.executable);
    } else {
      const bool isTarget = units[i - 2].file == plan.target.file;
      compiled[i - 2] =
          objects.compile(units[i - 2], isTarget && coverage ? Purpose::Coverage : Purpose::Plain);
    }
  });
  test.executable = executable;
  std::vector<fs::path> linked{object};
  if (!tests.main.empty()) {
    compiled.push_back(std::move(main));
  }
  for (size_t i = 0; i < compiled.size() && test.succeeded; ++i) {
    if (!compiled[i].succeeded) test = compiled[i];
    linked.push_back(compiled[i].executable);
  }
  if (!test.succeeded) return test;
  std::vector<std::string> linkArguments = plan.linkArguments;
  append(linkArguments, tests.libraries);
  if (coverage) append(linkArguments, coverageFlags);
  Compiled whole = link(linked, linkArguments, executable);
  whole.diagnostics = test.diagnostics + whole.diagnostics;  // warnings about the tests
  std::error_code ignored;
  fs::remove(object, ignored);
  return whole;
}

Result<int> Builder::standardFor(const LinkPlan& plan, const std::string& header) {
  const fs::path probe = options_.scratch / "framework.cpp";
  if (auto written = replaceFile(probe, "#include <" + header + ">\n"); !written)
    return std::unexpected(written.error());
  std::string complaint;
  for (const int standard : {11, 14, 17}) {
    std::vector<std::string> arguments{"clang++-19"};
    append(arguments, flagsBeside(plan, standard));
    // Whether it is there is told soonest by the preprocessor; what it needs of the language only by all of
    // clang. No framework needs more than C++17.
    const bool isEnough = standard >= 17 || !isOlderThan(plan.target, 17);
    append(arguments,
           {"-w", isEnough ? "-E" : "-fsyntax-only", "-x", "c++", probe.string(), "-o", "/dev/null"});
    const Compiled compiled = runCompiler(arguments, plan.target.directory, probe);
    if (compiled.succeeded) return standard;
    constexpr std::string_view mark = "error: ";
    const std::string error = firstError(compiled.diagnostics);
    const size_t at = error.find(mark);  // the place before it is in a file of ours
    if (complaint.empty()) complaint = at == std::string::npos ? error : error.substr(at + mark.size());
    if (isEnough) break;
  }
  return userError(complaint);
}

}  // namespace covolve::unit
