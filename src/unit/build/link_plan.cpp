// Builder::plan. The linker itself is the judge of what is missing: link, ask
// the index who defines it, add those units, and again until nothing is
// missing or nobody knows. It looks at plain objects: the search's optimised
// ones no longer name what only code that never runs needs.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <tuple>

#include "base/files.h"
#include "unit/build/build.h"
#include "unit/build/definition_index.h"
#include "unit/build/linker.h"
#include "unit/build/main_function.h"
#include "unit/build/objects.h"

namespace covolve::unit {

namespace fs = std::filesystem;

namespace {

/// Also the inline ones that it does not call.
CompileCommand withAllFunctions(CompileCommand target) {
  target.flags.emplace_back("-femit-all-decls");
  return target;
}

class Planner {
 public:
  Planner(const Project& project, const BuildOptions& options, LinkPlan plan,
          const std::vector<std::string>& looks)
      : project_(project),
        options_(options),
        plan_(std::move(plan)),
        looks_(looks),
        libraries_(librariesOf(project.linkSteps, plan_.target.output, plan_.target.file)),
        index_(project, plan_.target, options, libraries_.siblings) {
    std::error_code ignored;
    plan_.linkArguments = normalisedLinkArguments(options.linkArguments, fs::current_path(ignored));
    fromUser_ = plan_.linkArguments;
    std::ranges::copy(normalisedLinkArguments(plan_.target.linkFlags, plan_.target.directory),
                      std::back_inserter(plan_.linkArguments));
    std::ranges::copy(libraries_.external, std::back_inserter(plan_.linkArguments));
  }

  Result<LinkPlan> plan() {
    const CompileCommand target = renamingMain(plan_.target, plan_.renameMain);
    if (hasOtherUnits() && linksWithAllFunctions(target)) {
      resolveLooks();
      std::ranges::sort(plan_.support, {}, &CompileCommand::file);
      return std::move(plan_);
    }
    const Compiled compiled = Objects(options_).compile(target, Purpose::Plain);
    if (!compiled.succeeded) {
      return userError(
          fmt::format("{} does not compile: {}", target.file.string(), firstError(compiled.diagnostics)));
    }
    objects_.push_back(compiled.executable);
    if (auto error = resolveAll()) return std::unexpected(std::move(*error));
    if (hasOtherUnits()) resolveInlineFunctions(target);
    if (hasOtherUnits()) resolveLooks();
    std::ranges::sort(plan_.support, {}, &CompileCommand::file);
    return std::move(plan_);
  }

 private:
  bool hasOtherUnits() const {
    return std::ranges::any_of(
        project_.commands, [&](const CompileCommand& command) { return command.file != plan_.target.file; });
  }

  /// Most need nothing but themselves. With all functions a target names all that it names without, too.
  bool linksWithAllFunctions(const CompileCommand& target) {
    const Compiled everything = Objects(options_).compile(withAllFunctions(target), Purpose::Plain);
    if (!everything.succeeded || !tryToLink({everything.executable}).succeeded) return false;
    objects_.push_back(everything.executable);
    return true;
  }

  /// Adds units until the target links.
  std::optional<Error> resolveAll() {
    for (;;) {
      const Compiled trial = tryToLink(objects_);
      if (trial.succeeded) return std::nullopt;
      if (dropLibrariesThatDoNotExist(trial.diagnostics)) continue;
      const std::vector<std::string> missing = undefinedSymbols(trial.diagnostics);
      if (missing.empty()) {
        return Error{fmt::format("{} cannot be linked: {}", plan_.target.file.string(),
                                 firstError(trial.diagnostics))};
      }
      if (addDefiners(missing) || addOwnLibraries()) continue;
      if (index_.searchRelatives(missing) && addDefiners(missing)) continue;
      return undefinedError(plan_.target, missing, index_.failure());
    }
  }

  /// Inline functions that the target itself does not call are not in its object, but tests may call them.
  /// What they need is added where it can be found; where not, only those functions are out of reach.
  void resolveInlineFunctions(const CompileCommand& target) {
    const Compiled everything = Objects(options_).compile(withAllFunctions(target), Purpose::Plain);
    if (everything.succeeded) growFor(everything.executable, std::numeric_limits<size_t>::max());
  }

  /// What shows the objects that the target gives may be defined in units that it does not need itself. Those
  /// are added where it takes few; where not, the objects are not looked at.
  void resolveLooks() {
    constexpr size_t kMostUnits = 4;
    const auto references = looks_.empty() ? std::nullopt : referencesTo(looks_);
    if (references) growFor(*references, kMostUnits);
  }

  /// Adds units for the needs of a further object; all is as before where it takes too many, or where what
  /// the new ones need themselves cannot be found.
  void growFor(const fs::path& wanting, size_t mostUnits) {
    const auto before = std::tuple(plan_, objects_, tried_);
    const LinkPlan& planBefore = std::get<LinkPlan>(before);
    const auto added = [&] { return plan_.support.size() - planBefore.support.size(); };
    while (added() <= mostUnits) {
      std::vector<fs::path> objects = objects_;
      objects.push_back(wanting);
      const Compiled trial = tryToLink(objects);
      if (trial.succeeded || !addDefiners(undefinedSymbols(trial.diagnostics))) break;
    }
    const bool hasGrown = added() > 0 || plan_.linkArguments.size() != planBefore.linkArguments.size();
    if (!hasGrown || (added() <= mostUnits && tryToLink(objects_).succeeded)) return;
    std::tie(plan_, objects_, tried_) = before;
  }

  /// An object that needs all of them.
  std::optional<fs::path> referencesTo(const std::vector<std::string>& symbols) const {
    const fs::path source = options_.scratch / "references.s";
    const fs::path object = options_.scratch / "references.o";
    std::string text = ".data\n";
    for (const std::string& symbol : symbols) text += fmt::format(".quad \"{}\"\n", symbol);
    if (!replaceFile(source, text)) return std::nullopt;
    const Compiled compiled =
        runCompiler({"clang-19", "-c", source.string(), "-o", object.string()}, options_.scratch, object);
    return compiled.succeeded ? std::optional(object) : std::nullopt;
  }

  Compiled tryToLink(const std::vector<fs::path>& objects) const {
    std::vector<std::string> arguments{"-no-pie", "-Wl,--defsym=main=0", "-Wl,--no-demangle",
                                       "-Wl,--error-limit=0"};
    std::ranges::copy(plan_.linkArguments, std::back_inserter(arguments));
    arguments.push_back(options_.installation.runtime().string());
    return link(objects, arguments, options_.scratch / "trial");
  }

  bool addDefiners(const std::vector<std::string>& missing) {
    while (!missing.empty()) {
      const std::vector<size_t> units = index_.definersOf(missing, tried_);
      if (units.empty() && !index_.searchTexts(missing)) return false;
      if (addUnits(units, missing)) return true;
    }
    return false;
  }

  /// What no unit of the database gives, the project's own libraries may.
  bool addOwnLibraries() {
    const bool added = !libraries_.ownBuilt.empty();
    for (const fs::path& library : libraries_.ownBuilt) plan_.linkArguments.push_back(library.string());
    libraries_.ownBuilt.clear();
    return added;
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

  /// False when none of them helps after all: it does not compile, or has changed since the user compiled it.
  bool addUnits(const std::vector<size_t>& units, const std::vector<std::string>& missing) {
    std::vector<CompileCommand> commands;
    for (const size_t unit : units) commands.push_back(project_.commands[unit]);
    Objects(options_).compileAll(commands, Purpose::Plain);
    bool helped = false;
    for (const size_t unit : units) helped |= addUnit(unit, missing);
    return helped;
  }

  bool addUnit(size_t unit, const std::vector<std::string>& missing) {
    tried_.insert(unit);
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
      compiled = Objects(options_).compile(command, Purpose::Plain);
      if (!compiled.succeeded) return false;
    }
    plan_.support.push_back(std::move(command));
    objects_.push_back(compiled.executable);
    return true;
  }

  const Project& project_;
  const BuildOptions& options_;
  LinkPlan plan_;
  const std::vector<std::string>& looks_;
  TargetLibraries libraries_;
  DefinitionIndex index_;
  std::vector<std::string> fromUser_;
  std::vector<fs::path> objects_;
  std::set<size_t> tried_;  // units that are in the plan, or were found useless
};

}  // namespace

Result<LinkPlan> Builder::plan(const CompileCommand& target, bool includeSource, bool renameMain,
                               const std::vector<std::string>& looks) {
  LinkPlan plan;
  plan.target = target;
  plan.includeSource = includeSource;
  plan.renameMain = renameMain;
  return Planner(project_, options_, std::move(plan), looks).plan();
}

}  // namespace covolve::unit
