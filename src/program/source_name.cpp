#include "program/source_name.h"

#include <algorithm>
#include <cctype>

#include "base/trimmed.h"

namespace covolve::program {

namespace {

constexpr std::string_view kOperator = "operator";

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool startsOperator(std::string_view text) {
  return text.starts_with(kOperator) &&
         (text.size() == kOperator.size() || !isNameCharacter(text[kOperator.size()]));
}

/// From "operator" to the end: "operator< <int>" and "operator <" are both "operator<".
std::string operatorName(std::string_view text) {
  const std::string_view rest = trimmed(text.substr(kOperator.size()));
  for (const std::string_view symbol :
       {"<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "->", "<", ">"}) {
    if (rest.starts_with(symbol)) return std::string(kOperator) + std::string(symbol);
  }
  const bool isWord = !rest.empty() && isNameCharacter(rest[0]);  // a type, new, delete, co_await
  if (isWord) return std::string(kOperator) + " " + std::string(rest);
  return std::string(kOperator) + std::string(trimmed(rest.substr(0, rest.find('<'))));
}

/// The end of the template arguments that start at `begin`.
size_t argumentsEnd(std::string_view text, size_t begin) {
  int depth = 0;
  for (size_t at = begin; at < text.size(); ++at) {
    if (text[at] == '<' || text[at] == '(') ++depth;
    if (text[at] == '>' || text[at] == ')') --depth;
    if (depth == 0) return at + 1;
  }
  return text.size();
}

}  // namespace

NameParts nameParts(std::string_view qualifiedName) {
  std::string_view rest = trimmed(qualifiedName);
  if (rest.starts_with("::")) rest.remove_prefix(2);
  NameParts parts;
  std::string part;
  for (size_t at = 0; at < rest.size();) {
    if (part.empty() && startsOperator(rest.substr(at))) {
      part = operatorName(rest.substr(at));
      break;
    }
    if (rest.substr(at).starts_with("::")) {
      parts.push_back(std::move(part));
      part.clear();
      at += 2;
    } else if (rest[at] == '<') {
      at = argumentsEnd(rest, at);
    } else {
      part += rest[at];
      ++at;
    }
  }
  parts.push_back(std::move(part));
  return parts;
}

std::string joined(std::span<const std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "::") + part;
  return text;
}

bool isWithin(const NameParts& name, const NameParts& outer) {
  return name.size() >= outer.size() && std::equal(outer.begin(), outer.end(), name.begin());
}

}  // namespace covolve::program
