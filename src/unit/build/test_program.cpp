// The Builder's programs of emitted tests. Most of what such a program needs does
// not depend on the tests and is made while the harness is built and the search
// runs.
#include <algorithm>

#include "base/files.h"
#include "unit/build/build.h"
#include "unit/build/compile_flags.h"
#include "unit/build/linker.h"
#include "unit/build/objects.h"
#include "unit/build/plan_parts.h"
#include "unit/build/waiting_compilation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// The harness is waited for first.
constexpr int kNiceness = 5;

std::vector<std::string> withMore(std::vector<std::string> list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

/// What compiles sources that include the framework. Warnings about the tests are mended
/// (test_compilation.h), unless the user's flags do not want them.
std::vector<std::string> frameworkCompiler(const LinkPlan& plan, const TestSources& tests) {
  return withMore({"clang++-19", "-Wall", "-Wextra"}, flagsBeside(plan, tests.minimumStandard));
}

/// Of the tests themselves, and of the target.
Purpose purposeOf(TestBuild build) {
  switch (build) {
    case TestBuild::Coverage:
      return Purpose::Coverage;
    case TestBuild::Sanitized:
      return Purpose::Sanitized;
    default:
      return Purpose::Plain;
  }
}

/// What compiles tests with that text, or one that it begins with.
std::vector<std::string> testCompiler(const LinkPlan& plan, const TestSources& tests, const std::string& text,
                                      TestBuild build) {
  std::vector<std::string> compiler = withMore(frameworkCompiler(plan, tests), flagsFor(purposeOf(build)));
  const bool renamesItself = text.find("#define main") != std::string::npos;
  if (plan.includeSource && plan.renameMain && !renamesItself)
    compiler.emplace_back("-Dmain=covolve_user_main");
  return withMore(std::move(compiler), {"-x", "c++"});
}

/// The framework's main(); nothing to do where a library has it, or where it was compiled before.
Compiled compileMain(const BuildOptions& options, const LinkPlan& plan, const TestSources& tests,
                     const Running& running) {
  const fs::path object = tests.main.string() + ".o";
  std::error_code failed;
  if (tests.main.empty() || fs::exists(object, failed)) {
    return {.succeeded = true, .diagnostics = {}, .executable = object};
  }
  const fs::path unfinished = object.string() + ".unfinished";
  Compiled main = compileObject(options, withMore(frameworkCompiler(plan, tests), {"-w", "-x", "c++"}),
                                {tests.main, plan.target.directory}, unfinished, running);
  main.executable = object;
  if (main.succeeded) fs::rename(unfinished, object, failed);
  return main;
}

/// Whatever it is for, it is asked of the target only.
Purpose purposeOf(const CompileCommand& unit, const LinkPlan& plan, TestBuild build) {
  return unit.file == plan.target.file ? purposeOf(build) : Purpose::Plain;
}

}  // namespace

void Builder::expectTests(const LinkPlan& plan, const TestSources& tests, const std::string& beginning,
                          TestBuild build) {
  if (!compilesAhead()) return;
  auto waiting = WaitingCompilation::start(testCompiler(plan, tests, beginning, build), plan.target.directory,
                                           tests.tests, beginning, kNiceness);
  const std::lock_guard lock(mutex_);
  if (waiting) waiting_.push_back(std::move(waiting));
}

std::unique_ptr<WaitingCompilation> Builder::takeWaiting(const std::vector<std::string>& compiler,
                                                         const fs::path& source, const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      waiting_, [&](const auto& waiting) { return waiting->suits(compiler, source, text); });
  if (found == waiting_.end()) return nullptr;
  std::unique_ptr<WaitingCompilation> waiting = std::move(*found);
  waiting_.erase(found);
  return waiting;
}

void Builder::prepareTests(const LinkPlan& plan, const TestSources& tests, bool sanitized) {
  if (options_.jobs < 2) return;
  preparation_ = std::async(std::launch::async, [this, plan, tests, sanitized] {
    const Running running{.deadline = {}, .stop = &stop_, .niceness = kNiceness};
    const Objects objects(options_);
    const std::vector<CompileCommand> units = unitsOf(plan);
    inParallel(options_.jobs, units.size() + 1, [&](size_t i) {
      if (stop_) return;
      if (i == units.size()) {
        compileMain(options_, plan, tests, running);
        return;
      }
      objects.compile(units[i], purposeOf(units[i], plan, TestBuild::Coverage), running);
      if (sanitized && !stop_)
        objects.compile(units[i], purposeOf(units[i], plan, TestBuild::Sanitized), running);
    });
  });
}

bool Builder::isPrepared(const Deadline& deadline) const {
  if (!preparation_.valid()) return true;
  if (const auto left = deadline.left()) return preparation_.wait_for(*left) == std::future_status::ready;
  preparation_.wait();
  return true;
}

Result<Compiled> Builder::buildTests(const LinkPlan& plan, const TestSources& tests,
                                     const fs::path& executable, TestBuild build, const Deadline& deadline) {
  const auto text = readFile(tests.tests);
  if (!text) return std::unexpected(text.error());
  const std::vector<CompileCommand> units = unitsOf(plan);
  const std::vector<std::string> compiler = testCompiler(plan, tests, *text, build);
  const Running running{.deadline = deadline};

  Compiled test;
  Compiled main;
  std::vector<Compiled> compiled(units.size());
  const Objects objects(options_);
  inParallel(options_.jobs, units.size() + 2, [&](size_t i) {
    if (i == 0) {
      if (const auto waiting = takeWaiting(compiler, tests.tests, *text)) {
        test = waiting->finish(*text, deadline);
        // What is wrong is told best by a compiler that reads the file as the user's will.
        if (test.succeeded || test.ranOutOfTime) return;
      }
      const fs::path object = executable.string() + ".o";
      test = compileObject(options_, compiler, {tests.tests, plan.target.directory}, object, running);
      return;
    }
    Compiled& part = i == 1 ? main : compiled[i - 2];
    if (!isPrepared(deadline)) {
      part.ranOutOfTime = true;
    } else if (i == 1) {
      part = compileMain(options_, plan, tests, running);
    } else {
      const CompileCommand& unit = units[i - 2];
      part = objects.compile(unit, purposeOf(unit, plan, build), running);
    }
  });
  const fs::path object = test.executable;
  std::vector<fs::path> linked{object};
  if (!tests.main.empty()) compiled.push_back(std::move(main));
  for (size_t i = 0; i < compiled.size() && test.succeeded; ++i) {
    if (!compiled[i].succeeded) test = compiled[i];
    linked.push_back(compiled[i].executable);
  }
  test.executable = executable;
  if (!test.succeeded) return test;
  const std::vector<std::string> linkArguments =
      withMore(withMore(plan.linkArguments, tests.libraries), flagsFor(purposeOf(build)));
  Compiled whole = link(linked, linkArguments, executable, {.deadline = deadline});
  whole.diagnostics = test.diagnostics + whole.diagnostics;  // warnings about the tests
  std::error_code ignored;
  fs::remove(object, ignored);
  return whole;
}

Result<int> Builder::standardFor(const LinkPlan& plan, const std::string& header) {
  const fs::path probe = options_.scratch / "framework.cpp";
  const std::string include = "#include <" + header + ">\n";
  std::string complaint;
  for (const int standard : {11, 14, 17}) {
    // No framework needs more than C++17: then it only has to be there.
    const bool isEnough = standard >= 17 || !isOlderThan(plan.target, 17);
    const std::string text =
        isEnough ? "#if !__has_include(<" + header + ">)\n" + include + "#endif\n" : include;
    if (auto written = replaceFile(probe, text); !written) return std::unexpected(written.error());
    const Compiled compiled = runCompiler(withMore(withMore({"clang++-19"}, flagsBeside(plan, standard)),
                                                   {"-w", "-fsyntax-only", "-x", "c++", probe.string()}),
                                          plan.target.directory, probe);
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
