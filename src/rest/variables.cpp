#include "rest/variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace covolve::rest {

namespace {

bool isVariableName(std::string_view name) {
  const auto belongs = [](unsigned char c) { return (std::isalnum(c) != 0 && c < 0x80) || c == '_'; };
  return !name.empty() && !(name.front() >= '0' && name.front() <= '9') && std::ranges::all_of(name, belongs);
}

/// An Error is a sentence without a place.
Result<std::string> replaced(std::string_view text, const Environment& environment) {
  std::string result;
  while (!text.empty()) {
    const size_t start = text.find("${");
    const bool isMeantSo = start != std::string_view::npos && start > 0 && text[start - 1] == '$';
    if (start == std::string_view::npos) return result.append(text);
    if (isMeantSo) {
      result.append(text.substr(0, start - 1)).append("${");
      text.remove_prefix(start + 2);
      continue;
    }
    result.append(text.substr(0, start));
    text.remove_prefix(start + 2);
    const size_t end = text.find('}');
    const std::string name(text.substr(0, end));
    if (end == std::string_view::npos || !isVariableName(name)) {
      return userError("${ stands for a variable, as in ${NAME}; where it is meant as it stands, write $${");
    }
    const auto value = environment(name);
    if (!value) return userError(fmt::format("the environment has no variable {}", name));
    result += *value;
    text.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace

void replaceVariables(yaml::Value& value, const Environment& environment, yaml::Mistakes& mistakes) {
  if (value.kind == yaml::Value::Kind::Text && value.text.find("${") != std::string::npos) {
    auto text = replaced(value.text, environment);
    if (!text) return mistakes.add(value.line, text.error().message);
    value.text = std::move(*text);
    value.isPlain = false;
  }
  for (yaml::Value& each : value.values) replaceVariables(each, environment, mistakes);
}

}  // namespace covolve::rest
