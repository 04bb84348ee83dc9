#include "cli/configured_options.h"

#include <fmt/format.h>

#include "yaml/tree.h"

namespace covolve::cli {

using rest::ConfiguredOption;
using rest::KnownOption;

namespace {

/// By how the help calls an option's values.
KnownOption::Kind kindOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.starts_with("FILE") || type.starts_with("DIR")) return KnownOption::Kind::Path;
  return type.starts_with("COMMAND") ? KnownOption::Kind::Command : KnownOption::Kind::Word;
}

/// What can be a value of the option, in its own words.
Result<std::string> valueFor(const CLI::Option& option, const std::string& text) {
  const bool isTruth = text == "true" || text == "false";
  if (option.get_expected_max() == 0) {  // a flag
    if (isTruth) return text;
    return userError(fmt::format("{} is true or false, not {}", option.get_single_name(), text));
  }
  const bool isSwitch = option.get_type_name().starts_with("on|off");
  return isSwitch && isTruth ? (text == "true" ? "on" : "off") : text;
}

/// CLI11's sentence without the dashes of the option, and without its advice on a second line.
std::string sentenceOf(const CLI::ParseError& error) {
  std::string text = error.what();
  text = text.substr(0, text.find('\n'));
  return text.starts_with("--") ? text.substr(2) : text;
}

}  // namespace

std::vector<KnownOption> knownOptions(const CLI::App& command) {
  std::vector<KnownOption> known;
  for (const CLI::Option* option : command.get_options()) {
    const std::string& name = option->get_single_name();
    if (option->get_lnames().empty() || name == "help" || name == "config") continue;
    known.push_back({name, kindOf(*option)});
  }
  return known;
}

Result<void> applyOption(CLI::App& command, const ConfiguredOption& configured, const std::string& document) {
  const auto fail = [&](const std::string& sentence) {
    return userError(yaml::atLine(document, configured.line, sentence));
  };
  CLI::Option* option = command.get_option_no_throw("--" + configured.name);
  if (option == nullptr) return fail(fmt::format("there is no option {}", configured.name));
  try {
    for (const std::string& text : configured.values) {
      const auto value = valueFor(*option, text);
      if (!value) return fail(value.error().message);
      option->add_result(*value);
    }
    option->run_callback();
  } catch (const CLI::ParseError& error) {
    return fail(sentenceOf(error));
  }
  return {};
}

}  // namespace covolve::cli
