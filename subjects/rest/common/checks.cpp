#include "checks.h"

#include <algorithm>
#include <cmath>

#include "text.h"

namespace service {

namespace {

[[noreturn]] void refuse(std::string_view what, const std::string& why) {
  throw Refusal(400, std::string(what) + ' ' + why);
}

std::string plain(double number) { return Json(number).dump(); }

}  // namespace

std::int64_t checkedInteger(const Json& value, std::string_view what, IntegerRange range) {
  const auto refuseRange = [&] {
    refuse(what, "is not in " + std::to_string(range.lowest) + ".." + std::to_string(range.highest));
  };
  std::int64_t number = 0;
  if (value.is_number_unsigned()) {
    if (range.highest < 0 || value.get<std::uint64_t>() > static_cast<std::uint64_t>(range.highest)) {
      refuseRange();
    }
    number = value.get<std::int64_t>();
  } else if (value.is_number_integer()) {
    number = value.get<std::int64_t>();
  } else if (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>()) {
    const auto exact = value.get<double>();
    if (std::fabs(exact) > 9e18) refuseRange();
    number = static_cast<std::int64_t>(exact);
  } else {
    refuse(what, "is no integer");
  }
  if (number < range.lowest || number > range.highest) refuseRange();
  return number;
}

double checkedNumber(const Json& value, std::string_view what, const NumberRange& range) {
  if (!value.is_number()) refuse(what, "is no number");
  const auto number = value.get<double>();
  if (range.excludesLowest && number == range.lowest) refuse(what, "is not above " + plain(range.lowest));
  if (!(number >= range.lowest && number <= range.highest)) {
    refuse(what, "is not in " + plain(range.lowest) + ".." + plain(range.highest));
  }
  if (range.multipleOf > 0) {
    const double steps = number / range.multipleOf;
    if (std::fabs(steps - std::round(steps)) > 1e-6)
      refuse(what, "is no multiple of " + plain(range.multipleOf));
  }
  return number;
}

std::string checkedText(const Json& value, std::string_view what, const TextRules& rules) {
  if (!value.is_string()) refuse(what, "is no text");
  const auto& text = value.get_ref<const std::string&>();
  const std::optional<std::size_t> length = codePointsOf(text);
  if (!length) refuse(what, "is no UTF-8");
  if (*length < rules.shortest) refuse(what, "is shorter than " + std::to_string(rules.shortest));
  if (*length > rules.longest) refuse(what, "is longer than " + std::to_string(rules.longest));
  if (rules.fits != nullptr && !rules.fits(text)) refuse(what, "does not have the right form");
  return text;
}

std::string checkedChoice(const Json& value, std::string_view what, const Choices& choices) {
  if (!value.is_string()) refuse(what, "is no text");
  const auto& text = value.get_ref<const std::string&>();
  if (std::find(choices.begin(), choices.end(), text) == choices.end())
    refuse(what, "is none of those known");
  return text;
}

bool checkedTruth(const Json& value, std::string_view what) {
  if (!value.is_boolean()) refuse(what, "is neither true nor false");
  return value.get<bool>();
}

Json numberFrom(const std::string& text) {
  if (text.find_first_not_of("0123456789+-.eE") != std::string::npos) return text;
  Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

Json truthFrom(const std::string& text) {
  if (text == "true") return true;
  if (text == "false") return false;
  return text;
}

Fields::Fields(const Json& object, std::string what) : object_(object), what_(std::move(what)) {
  if (!object.is_object()) refuse(what_, "is no object");
}

const Json& Fields::required(const std::string& name) {
  const Json* member = optional(name);
  if (member == nullptr) refuse(what_, "lacks " + name);
  return *member;
}

const Json* Fields::optional(const std::string& name) {
  asked_.insert(name);
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

const Json* Fields::nullable(const std::string& name) {
  const Json* member = optional(name);
  return member == nullptr || member->is_null() ? nullptr : member;
}

void Fields::refuseOthers() const {
  for (const auto& [name, member] : object_.items()) {
    if (!asked_.contains(name)) refuse(what_, "has an unknown member");
  }
}

}  // namespace service
