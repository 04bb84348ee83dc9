#include "unit/problem/ownership.h"

#include <algorithm>
#include <optional>

#include "program/disposal.h"

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
    if (const auto receiver = objectOf(step.arguments.front())) passed.push_back({*receiver, false, false});
  }
  for (size_t i = 0; i < callable.parameters.size(); ++i) {
    const size_t index = argumentIndex(callable, i);
    if (index >= step.arguments.size()) break;
    const program::Parameter& parameter = callable.parameters[i];
    if (const auto object = objectOf(step.arguments[index]))
      passed.push_back(
          {*object, mayBeKept(parameter), !passed.empty() && parameter.passBy == program::PassBy::Reference});
  }
  return passed;
}

void Ownership::follow(const Step& step) {
  const std::vector<Passed> passed = objectsOf(step);
  std::set<size_t>& owners = owners_.emplace_back();
  if (passed.empty()) return;
  const Callable& callable = model_.callables[step.callable];
  // The first is what a call is on, of C's functions as well.
  const size_t first = passed.front().object;
  const bool takesOut = program::soundsLikeTakingOut(callable);
  for (size_t i = 0; i < passed.size(); ++i) {
    const size_t object = passed[i].object;
    hasOrphan_ |= std::ranges::any_of(owners_[object], [&](size_t owner) { return gone_.contains(owner); });
    hasReplaced_ |= replaced_.contains(object);
    if (passed[i].mayBeFilled) {
      for (size_t part = 0; part + 1 < owners_.size(); ++part) {
        if (owners_[part].contains(object)) replaced_.insert(part);
      }
    }
    if (i == 0 || !passed[i].mayBeKept) continue;
    if (takesOut) {
      placed_.erase(object);
      owners_[object].erase(first);
      continue;
    }
    // list_insert_after(list, place, item): the place stays where it is.
    const bool isPutIn = i + 1 == passed.size() && program::soundsLikePuttingIn(callable);
    hasCircle_ |= owners_[first].contains(object) || (isPutIn && placed_.contains(object));
  }
  if (isTakenBack(callable)) gone_.insert(first);
  // A copy and what was taken out are of nobody: if they are not, that is the library's mistake.
  if (takesOut || program::soundsLikeCopying(callable.name) || !program::lentBy(model_.types, callable))
    return;
  owners = owners_[first];
  owners.insert(first);
  if (!program::soundsLikeMaking(callable)) placed_.insert(owners_.size() - 1);
}

bool Ownership::isTakenBack(const Callable& callable) const {
  if (callable.kind == CallableKind::Method)
    return program::takesBack(model_.types, callable, callable.owner);
  const program::Type* taken =
      callable.parameters.size() == 1 ? &model_.types[callable.parameters[0].type] : nullptr;
  return taken != nullptr && taken->kind == TypeKind::Pointer &&
         program::takesBack(model_.types, callable, taken->parts[0]);
}

}  // namespace covolve::unit
