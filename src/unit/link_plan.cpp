// Builder::plan. The linker itself is the judge of what is missing: link, ask
// the index who defines it, add those units, and again until nothing is
// missing or nobody knows.
#include <fmt/format.h>

#include <algorithm>

#include "unit/build.h"
#include "unit/definition_index.h"
#include "unit/link_steps.h"
#include "unit/linker.h"
#include "unit/main_function.h"
#include "unit/objects.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

std::string listed(const std::vector<std::string>& symbols) {
  constexpr size_t kNamed = 3;
  std::string text;
  for (size_t i = 0; i < std::min(kNamed, symbols.size()); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", demangled(symbols[i]));
  }
  if (symbols.size() > kNamed) text += fmt::format(" and {} more", symbols.size() - kNamed);
  return text;
}

class Planner {
 public:
  Planner(const Project& project, const BuildOptions& options, LinkPlan plan)
      : project_(project),
        options_(options),
        plan_(std::move(plan)),
        libraries_(librariesOf(readLinkSteps(project.buildDirectory), plan_.target.output)),
        index_(project, plan_.target, options, libraries_.siblings) {
    std::error_code ignored;
    plan_.linkArguments = normalisedLinkArguments(options.linkArguments, fs::current_path(ignored));
    fromUser_ = plan_.linkArguments;
    std::ranges::copy(normalisedLinkArguments(plan_.target.linkFlags, plan_.target.directory),
                      std::back_inserter(plan_.linkArguments));
    std::ranges::copy(libraries_.external, std::back_inserter(plan_.linkArguments));
  }

  Result<LinkPlan> plan() {
    const Compiled target =
        Objects(options_).compile(renamingMain(plan_.target, plan_.renameMain), Purpose::Search);
    if (!target.succeeded) {
      return userError(
          fmt::format("{} does not compile: {}", plan_.target.file.string(), firstError(target.diagnostics)));
    }
    objects_.push_back(target.executable);
    for (;;) {
      const Compiled trial = tryToLink();
      if (trial.succeeded) return finished();
      if (dropLibrariesThatDoNotExist(trial.diagnostics)) continue;
      const std::vector<std::string> missing = undefinedSymbols(trial.diagnostics);
      if (missing.empty()) {
        return userError(fmt::format("{} cannot be linked: {}", plan_.target.file.string(),
                                     firstError(trial.diagnostics)));
      }
      if (addUnits(index_.definersOf(missing), missing)) continue;
      if (index_.searchTexts(missing)) continue;
      if (!libraries_.ownBuilt
               .empty()) {  // what no unit of the database gives, the project's own libraries may
        for (const fs::path& library : libraries_.ownBuilt) plan_.linkArguments.push_back(library.string());
        libraries_.ownBuilt.clear();
        continue;
      }
      return userError(
          fmt::format("{} needs {}, which nothing in the project defines{}; name the library with --link",
                      plan_.target.file.string(), listed(missing),
                      index_.failure().empty() ? "" : fmt::format(" ({})", index_.failure())));
    }
  }

 private:
  Compiled tryToLink() const {
    std::vector<std::string> arguments{"-no-pie", "-Wl,--defsym=main=0", "-Wl,--no-demangle",
                                       "-Wl,--error-limit=0"};
    std::ranges::copy(plan_.linkArguments, std::back_inserter(arguments));
    arguments.push_back(options_.installation.runtime().string());
    return link(objects_, arguments, options_.scratch / "trial");
  }

  /// Those that the build files name: the user's --link stays, and its absence is an error.
  bool dropLibrariesThatDoNotExist(const std::string& diagnostics) {
    bool dropped = false;
    for (const std::string& library : missingLibraries(diagnostics)) {
      if (std::ranges::find(fromUser_, library) != fromUser_.end()) continue;
      dropped |= std::erase(plan_.linkArguments, library) > 0;
    }
    return dropped;
  }

  /// False when none of them helps after all.
  bool addUnits(const std::vector<size_t>& units, const std::vector<std::string>& missing) {
    std::vector<CompileCommand> commands;
    for (const size_t unit : units) commands.push_back(project_.commands[unit]);
    Objects(options_).compileAll(commands, Purpose::Search);
    bool helped = false;
    for (const size_t unit : units) helped |= addUnit(unit, missing);
    // One that turned out not to compile or to have changed is forgotten: others may define the same.
    return helped || (!units.empty() && addUnits(index_.definersOf(missing), missing));
  }

  bool addUnit(size_t unit, const std::vector<std::string>& missing) {
    CompileCommand command = project_.commands[unit];
    Compiled compiled = index_.compile(unit);
    if (!compiled.succeeded) {
      std::error_code failed;
      if (!fs::exists(command.output, failed)) return false;
      plan_.linkArguments.push_back(command.output.string());  // as the user's own compiler made it
      return true;
    }
    if (!index_.defines(unit, missing)) return false;
    if (index_.definesMain(unit)) {
      command = renamingMain(command, true, fmt::format("covolve_main_{}", unit));
      compiled = Objects(options_).compile(command, Purpose::Search);
      if (!compiled.succeeded) return false;
    }
    plan_.support.push_back(std::move(command));
    objects_.push_back(compiled.executable);
    return true;
  }

  LinkPlan finished() {
    std::ranges::sort(plan_.support, {}, &CompileCommand::file);
    return std::move(plan_);
  }

  const Project& project_;
  const BuildOptions& options_;
  LinkPlan plan_;
  TargetLibraries libraries_;
  DefinitionIndex index_;
  std::vector<std::string> fromUser_;
  std::vector<fs::path> objects_;
};

}  // namespace

Result<LinkPlan> Builder::plan(const CompileCommand& target, bool includeSource, bool renameMain) {
  LinkPlan plan;
  plan.target = target;
  plan.includeSource = includeSource;
  plan.renameMain = renameMain;
  return Planner(project_, options_, std::move(plan)).plan();
}

}  // namespace covolve::unit
