// Options that several commands have, declared for CLI11 from one description
// each: numbers and switches of the search, values that are checked.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/number_option.h"
#include "base/switch_option.h"
#include "search/parameters.h"

namespace covolve::cli {

/// CLI11's own check prints the whole range of a double.
CLI::Validator aboveZero();
CLI::Validator between(double low, double high);

/// As "on" and "off" rather than flags: a default that is on can then be switched off, and a script can say
/// either.
CLI::Option* declareSwitch(CLI::App& command, const char* group, const std::string& option, bool& value,
                           const std::string& help);

template <class Record>
void declareSwitches(CLI::App& command, const char* group, const std::vector<SwitchOption<Record>>& switches,
                     Level level, Record& record) {
  for (const SwitchOption<Record>& one : switches) {
    if (!one.levels.contain(level)) continue;
    declareSwitch(command, group, one.option, record.*(one.member), one.help);
  }
}

template <class Record>
void declareNumbers(CLI::App& command, const char* group, const std::vector<NumberOption<Record>>& numbers,
                    Level level, Record& record) {
  for (const NumberOption<Record>& number : numbers) {
    if (!number.levels.contain(level)) continue;
    const auto declare = [&](auto member) {
      const std::string help = fmt::format("{} ({} to {})", number.help, number.low, number.high);
      command.add_option(number.option, record.*member, help)
          ->group(group)
          ->type_name("N")
          ->check(between(number.low, number.high))
          ->default_str(fmt::format("{:.3g}", static_cast<double>(record.*member)));
    };
    std::visit(declare, number.member);
  }
}

/// --budget, --seed and --algorithm; the number of tests to try instead of a time is between them.
struct SearchOptions {
  std::string& budget;  // as text: it is parsed when all is known
  std::string budgetHelp;
  std::string countOption;  // "--evaluations"
  std::string countHelp;
  std::optional<uint64_t>& count;
  uint64_t& seed;
  std::string& algorithm;
};
void declareSearch(CLI::App& command, SearchOptions options);
/// A time and a number cannot both say when the search ends.
Result<void> checkLimits(const CLI::App& command, const std::string& countOption);
/// --compiler-launcher, of a group.
void declareLauncher(CLI::App& command, const char* group, std::string& launcher);
/// Makes it a path that is right in any directory. A user Error where there is no such program.
Result<void> findLauncher(std::string& launcher);
/// How sources are compiled is said by a build or by flags.
Result<void> checkHowCompiled(const std::filesystem::path& build, bool hasCompilerFlags);

/// Techniques and parameters of the search, as far as they have an effect there.
void declareParameters(CLI::App& command, Level level, search::Parameters& parameters);
/// The options of a command that were given, as they are called on the command line.
std::set<std::string> givenOptions(const CLI::App& command);
/// A user Error where one of these techniques and parameters has no effect beside what the others say.
Result<void> checkNeeds(const CLI::App& command, const std::set<std::string>& given);

}  // namespace covolve::cli
