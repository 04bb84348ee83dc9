#include "rest/openapi/validation/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rest/openapi/validation/json_order.h"

namespace covolve::rest {

uint8_t typesOf(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return Schema::Null;
    case Json::value_t::boolean:
      return Schema::Boolean;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
      return Schema::Integer | Schema::AnyNumber;
    case Json::value_t::number_float:
      return isWhole(value) ? Schema::Integer | Schema::AnyNumber : Schema::AnyNumber;
    case Json::value_t::string:
      return Schema::String;
    case Json::value_t::array:
      return Schema::Array;
    case Json::value_t::object:
      return Schema::Object;
    default:
      return Schema::AnyType;
  }
}

std::optional<Mismatch> Validation::run(const Json& value, const Schema& schema) {
  const Place whole;
  if (judge(value, schema, whole) != Answer::No) return std::nullopt;
  return std::move(mismatch_);
}

Answer Validation::judge(const Json& value, const Schema& schema, const Place& place, const Scope* around) {
  // A schema that comes back to itself on the same value says nothing new.
  for (const Scope* one = around; one != nullptr; one = one->around) {
    if (one->schema == &schema) return Answer::Perhaps;
  }
  if (!mayGoOn()) return Answer::Perhaps;
  ++steps_;
  ++depth_;
  const Scope scope{&schema, around};
  const Answer answer = checkAll({value, schema, place, scope});
  --depth_;
  return answer;
}

Answer Validation::judgeQuietly(const Json& value, const Schema& schema, const Place& place,
                                const Scope* around) {
  const bool wasQuiet = std::exchange(isQuiet_, true);
  const Answer answer = judge(value, schema, place, around);
  isQuiet_ = wasQuiet;
  return answer;
}

Answer Validation::checkAll(const Subject& subject) {
  using Check = Answer (Validation::*)(const Subject&);
  static constexpr std::array<Check, 10> kChecks{
      &Validation::checkNothing,     &Validation::checkType,  &Validation::checkValues,
      &Validation::checkByKind,      &Validation::checkAllOf, &Validation::checkAnyOf,
      &Validation::checkOneOf,       &Validation::checkNot,   &Validation::checkCondition,
      &Validation::checkUnevaluated,
  };
  Answer all = Answer::Yes;
  for (const Check check : kChecks) {
    if (!meets(all, (this->*check)(subject))) break;
  }
  return all;
}

Answer Validation::checkNothing(const Subject& subject) {
  if (!subject.schema.acceptsNothing) return Answer::Yes;
  return reject(subject.place, "false", [] { return "is not allowed"; });
}

Answer Validation::checkType(const Subject& subject) {
  const uint8_t allowed = subject.schema.types;
  if (allowed == Schema::AnyType || (allowed & typesOf(subject.value)) != 0) return Answer::Yes;
  return reject(subject.place, "type",
                [&] { return fmt::format("is {}, not {}", shortText(subject.value), typeText(allowed)); });
}

Answer Validation::checkValues(const Subject& subject) {
  if (!subject.schema.values) return Answer::Yes;
  const std::vector<Json>& values = *subject.schema.values;
  if (std::ranges::any_of(values, [&](const Json& one) { return areEqual(subject.value, one); }))
    return Answer::Yes;
  return reject(subject.place, "enum", [&] {
    const char* const relation = values.size() == 1 ? "not" : "none of";
    return fmt::format("is {}, {} {}", shortText(subject.value), relation, shortList(values));
  });
}

Answer Validation::checkByKind(const Subject& subject) {
  if (subject.value.is_number()) return checkNumber(subject);
  if (subject.value.is_string()) return checkText(subject);
  if (subject.value.is_array()) return checkArray(subject);
  if (subject.value.is_object()) return checkObject(subject);
  return Answer::Yes;
}

}  // namespace covolve::rest
