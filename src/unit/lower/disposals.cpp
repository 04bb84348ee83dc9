#include "unit/lower/disposals.h"

#include <algorithm>
#include <optional>

#include "program/disposal.h"

namespace covolve::unit {

namespace {

/// list_free rather than list_delete_first: the shortest name says no more.
std::optional<program::CallableId> disposerOf(const program::Model& model, program::TypeId object) {
  std::optional<program::CallableId> found;
  for (program::CallableId id = 0; id < model.callables.size(); ++id) {
    if (!program::takesBack(model.types, model.callables[id], object)) continue;
    if (!found || model.callables[id].name.size() < model.callables[*found].name.size()) found = id;
  }
  return found;
}

/// An object, or one that a pointer points to.
const Value& objectIn(const Value& argument) {
  return argument.children.empty() ? argument : argument.children[0];
}

bool refersTo(const Value& argument, size_t maker) {
  const Value& object = objectIn(argument);
  return object.kind == Value::Kind::Reference && object.integer == static_cast<__int128>(maker);
}

bool isGivenBack(const program::Model& model, const RecordedTest& test, size_t maker,
                 program::TypeId object) {
  return std::ranges::any_of(test.steps, [&](const Step& step) {
    return !step.arguments.empty() && refersTo(step.arguments[0], maker) &&
           program::takesBack(model.types, model.callables[step.callable], object);
  });
}

/// Passed to a call beside another object, which may be its owner from then on.
bool isHandedOn(const RecordedTest& test, size_t maker) {
  return std::ranges::any_of(test.steps, [&](const Step& step) {
    const auto isIt = [&](const Value& argument) { return refersTo(argument, maker); };
    const auto isAnother = [&](const Value& argument) {
      return objectIn(argument).kind == Value::Kind::Reference && !isIt(argument);
    };
    return std::ranges::any_of(step.arguments, isIt) && std::ranges::any_of(step.arguments, isAnother);
  });
}

bool returnedObject(const RecordedTest& test, size_t step) {
  return std::ranges::any_of(test.observations, [&](const Observation& observation) {
    return observation.step == step && observation.what == Observation::What::Returned &&
           observation.value.kind != Value::Kind::Absent;
  });
}

/// By whatever call, under whatever name.
bool isFreed(const RecordedTest& test, size_t step) {
  return std::ranges::any_of(test.observations, [&](const Observation& observation) {
    return observation.step == step && observation.what == Observation::What::Freed;
  });
}

}  // namespace

std::vector<Disposal> disposalsOf(const program::Model& model, const RecordedTest& test) {
  std::vector<Disposal> disposals;
  for (size_t i = 0; i < test.steps.size(); ++i) {
    const program::Callable& maker = model.callables[test.steps[i].callable];
    if (!program::makesForItsCaller(model.types, maker) || !returnedObject(test, i)) continue;
    const program::TypeId object = program::lentBy(model.types, maker)->type;
    const auto disposer = disposerOf(model, object);
    if (disposer && !isFreed(test, i) && !isGivenBack(model, test, i, object) && !isHandedOn(test, i))
      disposals.push_back({i, *disposer});
  }
  return disposals;
}

}  // namespace covolve::unit
