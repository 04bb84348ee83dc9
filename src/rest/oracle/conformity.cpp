#include "rest/oracle/conformity.h"

#include <algorithm>

#include "rest/openapi/validation/validator.h"

namespace covolve::rest {

namespace {

bool isValid(const Json& value, const Schema& schema) {
  return !validate(value, schema, Direction::Request).has_value();
}

/// Parameters are text on the wire: 5 and "5" are the same there.
bool isValidOnWire(const Json& value, const Schema& schema) {
  if (isValid(value, schema)) return true;
  if (value.is_number() || value.is_boolean()) return isValid(Json(value.dump()), schema);
  if (!value.is_string()) return false;
  const Json read = Json::parse(value.get_ref<const std::string&>(), nullptr, false);
  return (read.is_number() || read.is_boolean()) && isValid(read, schema);
}

bool isValidArgument(const Argument& argument, const MediaType* bodyType) {
  if (argument.parameter == nullptr) {
    return bodyType == nullptr || bodyType->schema == nullptr || isValid(argument.value, *bodyType->schema);
  }
  const Parameter& parameter = *argument.parameter;
  if (parameter.schema == nullptr) return true;
  return parameter.contentType.empty() ? isValidOnWire(argument.value, *parameter.schema)
                                       : isValid(argument.value, *parameter.schema);
}

bool isGiven(const Parameter& parameter, const Call& call) {
  return std::ranges::any_of(call.arguments, [&](const Argument& argument) {
    return argument.parameter != nullptr && argument.parameter->name == parameter.name &&
           argument.parameter->place == parameter.place;
  });
}

bool hasBody(const Call& call) {
  return std::ranges::any_of(call.arguments, [](const Argument& one) { return one.parameter == nullptr; });
}

}  // namespace

bool conforms(const Call& call) {
  if (call.violation || call.isUnsupportedMethod) return false;
  const Operation& operation = *call.operation;
  for (const Parameter& parameter : operation.parameters) {
    if (parameter.required && !isGiven(parameter, call)) return false;
  }
  if (operation.body && operation.body->required && !hasBody(call)) return false;
  return std::ranges::all_of(
      call.arguments, [&](const Argument& argument) { return isValidArgument(argument, call.bodyType); });
}

}  // namespace covolve::rest
