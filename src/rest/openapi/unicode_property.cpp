#include "rest/openapi/unicode_property.h"

#include <algorithm>
#include <array>
#include <utility>

namespace covolve::rest {

namespace {

/// Long names of general categories; the short ones are PCRE2's too.
constexpr std::array<std::pair<std::string_view, std::string_view>, 43> kCategories{{
    {"Cased_Letter", "L&"},
    {"LC", "L&"},
    {"Close_Punctuation", "Pe"},
    {"Combining_Mark", "M"},
    {"Connector_Punctuation", "Pc"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Currency_Symbol", "Sc"},
    {"Dash_Punctuation", "Pd"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Enclosing_Mark", "Me"},
    {"Final_Punctuation", "Pf"},
    {"Format", "Cf"},
    {"Initial_Punctuation", "Pi"},
    {"Letter", "L"},
    {"Letter_Number", "Nl"},
    {"Line_Separator", "Zl"},
    {"Lowercase_Letter", "Ll"},
    {"Mark", "M"},
    {"Math_Symbol", "Sm"},
    {"Modifier_Letter", "Lm"},
    {"Modifier_Symbol", "Sk"},
    {"Nonspacing_Mark", "Mn"},
    {"Number", "N"},
    {"Open_Punctuation", "Ps"},
    {"Other", "C"},
    {"Other_Letter", "Lo"},
    {"Other_Number", "No"},
    {"Other_Punctuation", "Po"},
    {"Other_Symbol", "So"},
    {"Paragraph_Separator", "Zp"},
    {"Private_Use", "Co"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Spacing_Mark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecase_Letter", "Lt"},
    {"Unassigned", "Cn"},
    {"Uppercase_Letter", "Lu"},
}};

bool isName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string_view shortCategory(std::string_view name) {
  const auto* const found =
      std::ranges::find(kCategories, name, [](const auto& entry) { return entry.first; });
  return found == kCategories.end() ? name : found->second;
}

std::string spell(bool isNegated, std::string_view prefix, std::string_view name) {
  std::string text = isNegated ? "\\P{" : "\\p{";
  text.append(prefix).append(name);
  return text + '}';
}

}  // namespace

std::optional<std::string> translateProperty(std::string_view text, bool isNegated) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    if (!isName(text)) return std::nullopt;
    if (text == "Assigned") return spell(!isNegated, "", "Cn");
    return spell(isNegated, "", shortCategory(text));
  }
  const std::string_view name = text.substr(0, equals);
  const std::string_view value = text.substr(equals + 1);
  if (!isName(value)) return std::nullopt;
  if (name == "General_Category" || name == "gc") return spell(isNegated, "", shortCategory(value));
  if (name == "Script" || name == "sc") return spell(isNegated, "sc:", value);
  if (name == "Script_Extensions" || name == "scx") return spell(isNegated, "scx:", value);
  return std::nullopt;
}

}  // namespace covolve::rest
