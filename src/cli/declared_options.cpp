#include "cli/declared_options.h"

#include "base/path_search.h"
#include "search/algorithm/algorithm.h"
#include "search/mutation/data_mutation.h"

namespace covolve::cli {

CLI::Validator aboveZero() {
  return {[](const std::string& text) {
            return text.find_first_not_of("0123456789") == std::string::npos &&
                           text.find_first_not_of('0') != std::string::npos
                       ? ""
                       : "'" + text + "' is not a whole number above 0";
          },
          ""};
}

CLI::Validator between(double low, double high) {
  return {[low, high](const std::string& text) {
            double number = 0;
            const bool isNumber = CLI::detail::lexical_cast(text, number);
            return isNumber && number >= low && number <= high
                       ? std::string()
                       : fmt::format("'{}' is not a number from {} to {}", text, low, high);
          },
          ""};
}

CLI::Option* declareSwitch(CLI::App& command, const char* group, const std::string& option, bool& value,
                           const std::string& help) {
  const auto set = [&value](const std::string& text) { value = text == "on"; };
  return command.add_option_function<std::string>(option, set, help)
      ->group(group)
      ->type_name("on|off")
      ->check(CLI::IsMember({"on", "off"}))
      ->default_str(value ? "on" : "off");
}

void declareSearch(CLI::App& command, SearchOptions options) {
  command.add_option("--budget", options.budget, options.budgetHelp)
      ->group("Search")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option(options.countOption, options.count, options.countHelp)
      ->group("Search")
      ->type_name("N")
      ->check(aboveZero());
  command.add_option("--seed", options.seed, "Seed of all random choices")
      ->group("Search")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--algorithm", options.algorithm, "Search algorithm")
      ->group("Search")
      ->check(CLI::IsMember(search::algorithmNames()))
      ->capture_default_str();
}

Result<void> checkLimits(const CLI::App& command, const std::string& countOption) {
  if (command.get_option("--budget")->count() == 0 || command.get_option(countOption)->count() == 0)
    return {};
  return userError(
      fmt::format("--budget and {} both say when the search ends: give one of them", countOption));
}

void declareLauncher(CLI::App& command, const char* group, std::string& launcher) {
  command
      .add_option("--compiler-launcher", launcher,
                  "Program to run compilers through. With ccache, what an earlier run has compiled is not "
                  "compiled again")
      ->group(group)
      ->type_name("PROGRAM");
}

Result<void> findLauncher(std::string& launcher) {
  if (launcher.empty()) return {};
  const auto found = findProgram(launcher);
  if (!found) return userError(fmt::format("--compiler-launcher: there is no program {}", launcher));
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(*found, failed);
  if (failed) return userError("--compiler-launcher: " + failed.message());
  launcher = absolute.lexically_normal().string();
  return {};
}

Result<void> checkHowCompiled(const std::filesystem::path& build, bool hasCompilerFlags) {
  if (build.empty() || !hasCompilerFlags) return {};
  return userError("the build in -p says how sources are compiled: nothing after -- has an effect beside it");
}

void declareParameters(CLI::App& command, Level level, search::Parameters& parameters) {
  std::string help = "How the data of tests are changed.";
  for (const search::DataMutationInfo& info : search::dataMutations()) {
    help += fmt::format(" {}: {}.", info.name, info.description);
  }
  command.add_option("--mutation", parameters.mutation, help)
      ->group("Search")
      ->check(CLI::IsMember(search::dataMutationNames()))
      ->capture_default_str();
  if (level == Level::Unit) {
    command
        .add_option("--dse", parameters.dse,
                    "Dynamic symbolic execution: conditions on a test's data are solved instead of searched. "
                    "adaptive: where targets hang on data and the search alone has stopped to cover any. "
                    "always: from the beginning. off: never")
        ->group("Techniques")
        ->check(CLI::IsMember({"adaptive", "always", "off"}))
        ->capture_default_str();
  }
  declareSwitches(command, "Techniques", search::techniqueOptions(), level, parameters.techniques);
  declareNumbers(command, "Search parameters", search::parameterOptions(), level, parameters);
}

std::set<std::string> givenOptions(const CLI::App& command) {
  std::set<std::string> given;
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 && !option->get_lnames().empty())
      given.insert("--" + option->get_lnames().front());
  }
  return given;
}

Result<void> checkNeeds(const CLI::App& command, const std::set<std::string>& given) {
  const auto valueOf = [&](const std::string& name) -> std::string {
    const CLI::Option* option = command.get_option_no_throw(name);
    if (option == nullptr) return "";
    return option->count() > 0 ? option->results().back() : option->get_default_str();
  };
  const std::map<std::string, OptionNeeds> needs = search::optionNeeds();
  for (const std::string& option : given) {
    const auto found = needs.find(option);
    if (found == needs.end() || valueOf(option) == "off") continue;  // it is off in any case
    if (const auto* const unmet = unmetNeed(found->second, valueOf); unmet != nullptr)
      return userError(noEffectSentence(option, *unmet, valueOf));
  }
  return {};
}

}  // namespace covolve::cli
