#include "rest/genes/data_rules.h"

#include <algorithm>

#include "rest/genes/body_form.h"

namespace covolve::rest {

namespace {

bool mayBeStructured(const Schema& schema, int depth = 0) {
  constexpr int kDeepest = 8;
  constexpr uint8_t kStructured = Schema::Array | Schema::Object;
  if ((schema.types & kStructured) == 0 || depth > kDeepest) return false;
  if (schema.types != Schema::AnyType) return true;
  if (schema.items != nullptr || !schema.properties.empty() || schema.additionalProperties != nullptr)
    return true;
  for (const auto* list : {&schema.allOf, &schema.oneOf, &schema.anyOf}) {
    for (const Schema* one : *list) {
      if (mayBeStructured(*one, depth + 1)) return true;
    }
  }
  return false;
}

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool isPrintable(char c) { return c >= ' ' && c <= '~'; }

bool acceptText(const DataRules& rules, const std::string& text) {
  if (rules.withoutEmptyTexts && text.empty()) return false;
  if (rules.withoutDots && (text == "." || text == "..")) return false;
  if (rules.onlyPrintable && !std::ranges::all_of(text, isPrintable)) return false;
  if (rules.withoutControls && std::ranges::any_of(text, isControl)) return false;
  return text.find_first_of(rules.forbidden) == std::string::npos;
}

}  // namespace

bool DataRules::accept(const Json& value) const {
  if (value.is_null()) return !withoutNull;
  if (value.is_string()) return acceptText(*this, value.get_ref<const std::string&>());
  if (!value.is_structured()) return true;
  if (withoutEmptyArrays && value.is_array() && value.empty()) return false;
  return std::ranges::all_of(value, [&](const Json& part) { return accept(part); });
}

DataRules rulesFor(const Parameter& parameter) {
  DataRules rules;
  using Place = Parameter::Place;
  using Style = Parameter::Style;
  // Serialised as JSON and encoded, everything arrives; only a path has limits of its own.
  if (!parameter.contentType.empty()) {
    if (parameter.place == Place::Path) rules.forbidden = "/\\";
    return rules;
  }
  rules.withoutNull = true;
  rules.withoutEmptyTexts = true;
  rules.withoutEmptyArrays = true;
  rules.withoutControls = true;
  rules.prefersScalars = true;
  switch (parameter.place) {
    case Place::Path:
      rules.withoutDots = true;
      rules.forbidden = "/\\";  // many servers decode them before they look for the route
      break;
    case Place::Query:
      break;
    case Place::Header:
      rules.onlyPrintable = true;
      rules.forbidden = " ,\"";
      break;
    case Place::Cookie:
      rules.onlyPrintable = true;
      rules.forbidden = " ,;\"\\%=";
      break;
  }
  const bool repeatsItsName =
      parameter.place == Place::Query && parameter.explode && parameter.style != Style::DeepObject;
  if (parameter.schema != nullptr && !repeatsItsName && mayBeStructured(*parameter.schema)) {
    rules.forbidden += " ,|;=&.[]";
  }
  return rules;
}

DataRules rulesFor(const MediaType& bodyType) {
  DataRules rules;
  switch (bodyFormOf(bodyType.name)) {
    case BodyForm::Json:
      break;
    case BodyForm::UrlEncoded:
    case BodyForm::Multipart:
      rules.withoutNull = true;
      rules.withoutEmptyTexts = true;
      rules.withoutEmptyArrays = true;
      rules.withoutControls = true;
      break;
    case BodyForm::Xml:
      rules.withoutNull = true;
      rules.withoutControls = true;
      break;
    case BodyForm::Text:
    case BodyForm::Bytes:
      rules.withoutNull = true;
      rules.withoutEmptyTexts = true;
      rules.prefersScalars = true;
      break;
  }
  return rules;
}

}  // namespace covolve::rest
