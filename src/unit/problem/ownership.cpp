#include "unit/problem/ownership.h"

#include <optional>

namespace covolve::unit {

using program::Callable;
using program::CallableKind;
using program::TypeKind;

namespace {

std::optional<size_t> objectOf(const Value& argument) {
  const bool isHeld = argument.kind == Value::Kind::Present && !argument.children.empty();
  const Value& value = isHeld ? argument.children.front() : argument;
  if (value.kind != Value::Kind::Reference) return std::nullopt;
  return static_cast<size_t>(value.integer);
}

}  // namespace

bool Ownership::mayBeKept(const program::Parameter& parameter) const {
  const program::Type& type = model_.types[parameter.type];
  return type.kind == TypeKind::Pointer && !type.pointeeConst;
}

std::vector<Ownership::Passed> Ownership::objectsOf(const Step& step) const {
  const Callable& callable = model_.callables[step.callable];
  std::vector<Passed> passed;
  if (callable.kind == CallableKind::Method) {
    if (const auto receiver = objectOf(step.arguments.front())) passed.push_back({*receiver, false});
  }
  for (size_t i = 0; i < callable.parameters.size(); ++i) {
    const size_t index = argumentIndex(callable, i);
    if (index >= step.arguments.size()) break;
    if (const auto object = objectOf(step.arguments[index]))
      passed.push_back({*object, mayBeKept(callable.parameters[i])});
  }
  return passed;
}

void Ownership::follow(const Step& step) {
  const std::vector<Passed> passed = objectsOf(step);
  std::set<size_t>& owners = owners_.emplace_back();
  if (passed.empty()) return;
  // The first is what a call is on, of C's functions as well.
  const size_t first = passed.front().object;
  for (size_t i = 1; i < passed.size(); ++i)
    hasCircle_ |= passed[i].mayBeKept && owners_[first].contains(passed[i].object);
  if (!program::lentBy(model_.types, model_.callables[step.callable])) return;
  owners = owners_[first];
  owners.insert(first);
}

}  // namespace covolve::unit
