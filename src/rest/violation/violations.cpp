#include "rest/violation/violations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/json_pointer.h"
#include "base/small_letters.h"
#include "rest/openapi/validation/validator.h"
#include "rest/request/request_writer.h"
#include "rest/violation/violation_rules.h"

namespace covolve::rest {

struct ViolationCatalog::Rule : ViolationRule {};

namespace {

/// How a service may read a text on the wire.
enum class Reading { AsText, AsNumber, AsBoolean, AsNull };

Json readAs(Reading reading, const Json& scalar) {
  const std::string text = plainText(scalar);
  const std::string small = inSmallLetters(text);
  switch (reading) {
    case Reading::AsText:
      break;
    case Reading::AsNumber: {
      if (Json exact = Json::parse(text, nullptr, false); exact.is_number()) return exact;
      double number = 0;  // "007"
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data(), end, number);
      if (error == std::errc() && stop == end && std::isfinite(number)) return number;
      break;
    }
    case Reading::AsBoolean:
      for (const char* yes : {"true", "1", "yes", "on", "t", "y"}) {
        if (small == yes) return true;
      }
      for (const char* no : {"false", "0", "no", "off", "f", "n"}) {
        if (small == no) return false;
      }
      break;
    case Reading::AsNull:
      if (small.empty() || small == "null" || small == "none" || small == "nil") return nullptr;
      break;
  }
  return text;
}

/// A scalar, or an array of scalars.
Json readTextsAs(Reading reading, const Json& value) {
  if (!value.is_array()) return readAs(reading, value);
  Json elements = Json::array();
  for (const Json& element : value) elements.push_back(readAs(reading, element));
  return elements;
}

/// What only a format forbids may be accepted by a service that does not check formats; among alternatives
/// the value might even be meant for that one.
bool isInvalid(const Json& value, const ViolatedDatum& datum) {
  return datum.schema != nullptr &&
         validate(value, *datum.schema, Direction::Request, Formats::AreIgnored).has_value();
}

/// `changed` is the place within `value` that breaks a rule.
bool isCertain(const ViolatedDatum& datum, Json& value, const Json::json_pointer& changed) {
  if (!datum.saysTextsOnly) return isInvalid(value, datum);
  // In a form the other fields keep their types; what they are read as is right.
  if (!value.contains(changed)) return isInvalid(value, datum);
  const Json written = value[changed];
  const auto isInvalidAs = [&](Reading reading) {
    value[changed] = readTextsAs(reading, written);
    return isInvalid(value, datum);
  };
  const bool isInvalidAnyway = std::ranges::all_of(
      std::array{Reading::AsText, Reading::AsNumber, Reading::AsBoolean, Reading::AsNull}, isInvalidAs);
  value[changed] = written;
  return isInvalidAnyway;
}

/// Chooses elements of arrays on the way; none where the place, or for `mustExist` the last member, is not
/// there.
std::optional<std::string> resolvePath(const std::vector<std::string>& path, const Json& value,
                                       uint64_t variant, bool mustExist) {
  std::string pointer;
  const Json* at = &value;
  for (size_t i = 0; i < path.size(); ++i) {
    const bool isLast = i + 1 == path.size();
    if (path[i] == ViolationRule::kElement && at->is_array()) {
      if (at->empty()) return std::nullopt;
      const size_t index = variant % at->size();
      pointer = pointerTo(std::move(pointer), std::to_string(index));
      at = &(*at)[index];
      continue;
    }
    if (!at->is_object()) return std::nullopt;
    const auto member = at->find(path[i]);
    pointer = pointerTo(std::move(pointer), path[i]);
    if (member != at->end()) {
      at = &*member;
    } else if (!isLast || mustExist) {
      return std::nullopt;
    }
  }
  return pointer;
}

/// What is changed is no longer what an earlier response gave.
void forgetTaken(Argument& argument, const std::string& pointer) {
  std::erase_if(argument.taken, [&](const auto& one) {
    const std::string& place = one.first;
    return place == pointer || place.starts_with(pointer + "/") || pointer.starts_with(place + "/");
  });
}

std::optional<Argument> replaced(const ViolationRule& rule, const Argument& argument, uint64_t variant) {
  const auto pointer = resolvePath(rule.path, argument.value, variant, false);
  if (!pointer) return std::nullopt;
  const Json::json_pointer place(*pointer);
  const Json* present = argument.value.contains(place) ? &argument.value[place] : nullptr;
  const Candidates candidates = rule.candidates(present);
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Json& candidate = candidates[(variant + i) % candidates.size()];
    if (rule.datum->saysTextsOnly && !rule.datum->rules.accept(candidate)) continue;
    Argument changed = argument;
    changed.value[place] = candidate;
    if (!isCertain(*rule.datum, changed.value, place)) continue;
    forgetTaken(changed, *pointer);
    return changed;
  }
  return std::nullopt;
}

std::optional<Argument> withoutMember(const ViolationRule& rule, const Argument& argument, uint64_t variant) {
  const auto pointer = resolvePath(rule.path, argument.value, variant, true);
  if (!pointer) return std::nullopt;
  const Json::json_pointer place(*pointer);
  Argument changed = argument;
  changed.value[place.parent_pointer()].erase(place.back());
  if (!isCertain(*rule.datum, changed.value, place)) return std::nullopt;
  forgetTaken(changed, *pointer);
  return changed;
}

}  // namespace

ViolationCatalog::ViolationCatalog(const Operation& operation, const MediaType* bodyType) {
  for (ViolationRule& rule : collectViolationRules(operation, bodyType)) rules_.push_back({std::move(rule)});
}

ViolationCatalog::~ViolationCatalog() = default;
ViolationCatalog::ViolationCatalog(ViolationCatalog&&) noexcept = default;

size_t ViolationCatalog::size() const { return rules_.size(); }

std::optional<Violation> ViolationCatalog::apply(size_t index, uint64_t variant,
                                                 std::vector<Argument>& arguments) const {
  const Rule& rule = rules_[index];
  const Parameter* parameter = rule.datum->parameter;
  const auto found = std::ranges::find(arguments, parameter, &Argument::parameter);
  if (rule.kind == ViolationRule::Kind::RemoveArgument) {
    if (found == arguments.end()) return std::nullopt;
    arguments.erase(found);
    return rule.violation;
  }
  // An optional parameter that is not given can be given wrongly. A body that is not there cannot.
  if (found == arguments.end() && (parameter == nullptr || rule.kind != ViolationRule::Kind::Replace)) {
    return std::nullopt;
  }
  const Argument missing{parameter, nullptr, {}};
  const Argument& present = found != arguments.end() ? *found : missing;
  auto changed = rule.kind == ViolationRule::Kind::Replace ? replaced(rule, present, variant)
                                                           : withoutMember(rule, present, variant);
  if (!changed) return std::nullopt;
  if (found != arguments.end()) {
    *found = std::move(*changed);
  } else {
    const auto body =
        std::ranges::find(arguments, static_cast<const Parameter*>(nullptr), &Argument::parameter);
    arguments.insert(body, std::move(*changed));
  }
  return rule.violation;
}

}  // namespace covolve::rest
