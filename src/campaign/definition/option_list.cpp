#include "campaign/definition/option_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace covolve::campaign {

namespace {

/// What the campaign sets itself, and where the author says so instead.
const char* whyReserved(const std::string& option) {
  static const std::map<std::string, const char*> kReasons{
      {"seed", "seeds at the top says which ones are used"},
      {"budget", "budgets at the top says how long runs are"},
      {"evaluations", "budgets at the top says how long runs are"},
      {"requests", "budgets at the top says how long runs are"},
      {"output", "the campaign decides where a run writes"},
      {"o", "the campaign decides where a run writes"},
      {"build", "the build folder is a key of the target"},
      {"p", "the build folder is a key of the target"},
      {"only", "class and function are keys of the target"},
      {"schema", "schema is a key of the target"},
      {"url", "url is a key of the target"},
      {"config", "config is a key of the target"},
      {"help", "it would end the run at once"},
      {"h", "it would end the run at once"}};
  const auto found = kReasons.find(option);
  return found != kReasons.end() ? found->second : nullptr;
}

bool isOptionName(const std::string& name) {
  const auto belongs = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return !name.empty() && name.front() != '-' && std::ranges::all_of(name, belongs);
}

void append(std::vector<std::string>& arguments, const std::string& option, const yaml::Reader& value) {
  const std::string text = value.text();
  const bool isLong = option.starts_with("--");
  if (isLong && text.starts_with('-')) {  // on its own it would be taken for an option
    arguments.push_back(fmt::format("{}={}", option, text));
  } else {
    arguments.insert(arguments.end(), {option, text});
  }
}

}  // namespace

std::vector<std::string> readOptions(const yaml::Reader& options) {
  std::vector<std::string> arguments;
  for (const yaml::Reader& entry : options.mapping().entries()) {
    const std::string& name = entry.name();
    if (name.starts_with('-')) {
      entry.mistake("options are written without dashes in front");
    } else if (!isOptionName(name)) {
      entry.mistake("the name of an option has letters, digits and dashes only");
    } else if (const char* reason = whyReserved(name)) {
      entry.mistake(fmt::format("{} is not for options: {}", name, reason));
    }
    const bool isQuiet = name == "quiet" || name == "q";
    if (isQuiet && !entry.value().isTrue()) entry.mistake("the runs of a campaign are always quiet");
    const std::string option = isQuiet ? "--quiet" : (name.size() == 1 ? "-" : "--") + name;
    if (entry.value().isTrue()) {
      arguments.push_back(option);
    } else if (entry.value().kind == yaml::Value::Kind::Nothing) {
      entry.mistake(fmt::format("{} has no value; an option without one is written {}: true", name, name));
    } else if (!entry.value().isFalse()) {
      for (const yaml::Reader& value : entry.oneOrMore()) append(arguments, option, value);
    }
  }
  return arguments;
}

}  // namespace covolve::campaign
