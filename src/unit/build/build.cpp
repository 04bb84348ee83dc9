// The Builder's harness.
#include "unit/build/build.h"

#include <fmt/format.h>

#include "base/files.h"
#include "unit/build/linker.h"
#include "unit/build/objects.h"
#include "unit/build/plan_parts.h"
#include "unit/build/waiting_compilation.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

}  // namespace

Builder::Builder(const Project& project, BuildOptions options)
    : project_(project), options_(std::move(options)) {}

Builder::~Builder() { stop_ = true; }

std::vector<std::string> Builder::harnessCompiler(const LinkPlan& plan, const fs::path& harnessSource) const {
  std::vector<std::string> arguments{options_.installation.wrapper(true).string()};
  append(arguments, options_.searchFlags());
  append(arguments, flagsBeside(plan, 17));
  append(arguments, {"-w", "-isystem", options_.installation.headers().string(), "-mllvm",
                     "-covolve-skip-file=" + harnessSource.string()});
  if (plan.includeSource && plan.renameMain) arguments.emplace_back("-Dmain=covolve_user_main");
  append(arguments, {"-x", "c++"});
  return arguments;
}

void Builder::expectHarness(const CompileCommand& target, const fs::path& harnessSource,
                            const std::string& beginning) {
  if (!compilesAhead()) return;
  LinkPlan alone;
  alone.target = target;
  auto waiting = WaitingCompilation::start(harnessCompiler(alone, harnessSource), target.directory,
                                           harnessSource, beginning);
  const std::lock_guard lock(mutex_);
  if (waiting) waiting_.push_back(std::move(waiting));
}

Compiled Builder::compileHarnessItself(const LinkPlan& plan, const fs::path& harnessSource) {
  const fs::path object = harnessSource.string() + ".o";
  const std::vector<std::string> compiler = harnessCompiler(plan, harnessSource);
  const std::string text = readFile(harnessSource).value_or("");
  if (const auto waiting = takeWaiting(compiler, harnessSource, text)) {
    Compiled compiled = waiting->finish(text, {});
    std::error_code failed;
    fs::rename(compiled.executable, object, failed);
    compiled.executable = object;
    if (compiled.succeeded && !failed) return compiled;
  }
  return compileObject(options_, compiler, {harnessSource, plan.target.directory}, object);
}

Compiled Builder::compileHarness(const LinkPlan& plan, const fs::path& harnessSource) {
  const std::vector<CompileCommand> units = unitsOf(plan);
  Compiled harness;
  const Objects objects(options_);
  inParallel(options_.jobs, units.size() + 1, [&](size_t i) {
    if (i == 0) {
      harness = compileHarnessItself(plan, harnessSource);
    } else {
      objects.compile(units[i - 1], Purpose::Search);  // linkHarness asks what became of it
    }
  });
  return harness;
}

Result<Compiled> Builder::linkHarness(const LinkPlan& plan, const fs::path& harnessSource,
                                      const Compiled& harness) {
  const std::vector<CompileCommand> units = unitsOf(plan);
  const std::vector<Compiled> compiled = Objects(options_).compileAll(units, Purpose::Search);
  std::vector<fs::path> linked{harness.executable};
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

Result<Compiled> Builder::tryHarness(const LinkPlan& plan, const fs::path& harnessSource) {
  return linkHarness(plan, harnessSource, compileHarness(plan, harnessSource));
}

Error Builder::harnessError(const LinkPlan& plan, const Compiled& failed) {
  // Needed by an inline function of the user's headers that nothing but the harness calls.
  if (const auto missing = undefinedSymbols(failed.diagnostics); !missing.empty()) {
    return undefinedError(plan.target, missing, "");
  }
  return {fmt::format("the generated harness does not compile: {}", firstError(failed.diagnostics)),
          Error::Blame::Covolve};
}

}  // namespace covolve::unit
