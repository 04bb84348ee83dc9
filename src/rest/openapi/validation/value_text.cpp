#include "rest/openapi/validation/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/json_pointer.h"
#include "base/utf8.h"

namespace covolve::rest {

namespace {

constexpr size_t kMostCharacters = 60;
constexpr size_t kMostValues = 6;

constexpr std::array<std::pair<Schema::Type, std::string_view>, 7> kTypes{{
    {Schema::Boolean, "a boolean"},
    {Schema::Integer, "an integer"},
    {Schema::AnyNumber, "a number"},
    {Schema::String, "a string"},
    {Schema::Array, "an array"},
    {Schema::Object, "an object"},
    {Schema::Null, "null"},
}};

std::string shortened(std::string_view text) {
  std::string kept;
  size_t count = 0;
  while (!text.empty()) {
    if (count++ == kMostCharacters) return kept + "...";
    appendCharacter(kept, takeCharacter(text));
  }
  return kept;
}

}  // namespace

std::string shortText(const std::string& text) { return Json(shortened(text)).dump(); }

std::string shortText(const Json& value) {
  if (value.is_string()) return shortText(value.get_ref<const std::string&>());
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  return value.dump();
}

std::string shortText(Number number) {
  constexpr Number kEndOfIntegers = 18446744073709551616.0L;
  if (std::abs(number) < kEndOfIntegers && std::trunc(number) == number) return fmt::format("{:.0f}", number);
  return fmt::format("{}", static_cast<double>(number));
}

std::string shortList(const std::vector<Json>& values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i == kMostValues) return text + fmt::format(" and {} more", values.size() - i);
    if (i > 0) text += ", ";
    text += shortText(values[i]);
  }
  return text;
}

std::string typeText(uint8_t types) {
  // Integers are numbers.
  if ((types & Schema::AnyNumber) != 0) types &= static_cast<uint8_t>(~Schema::Integer);
  std::vector<std::string_view> names;
  for (const auto& [type, name] : kTypes) {
    if ((types & type) != 0) names.push_back(name);
  }
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text.empty() ? "of any type" : text;
}

std::string countText(uint64_t count, const char* singular, const char* plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string Place::pointer() const {
  std::vector<const Place*> places;
  for (const Place* place = this; place->parent != nullptr; place = place->parent) places.push_back(place);
  std::ranges::reverse(places);
  std::string text;
  for (const Place* place : places) {
    text = pointerTo(std::move(text), place->name != nullptr ? *place->name : std::to_string(place->index));
  }
  return text;
}

}  // namespace covolve::rest
