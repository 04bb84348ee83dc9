#include "unit/lower/disposals.h"

#include <algorithm>
#include <optional>
#include <set>

#include "program/disposal.h"
#include "program/name_parts.h"

namespace covolve::unit {

namespace {

using program::Callable;
using program::CallableId;
using program::TypeId;

/// list_free rather than list_delete_first: the shortest name says no more.
template <class TakesBack>
std::optional<CallableId> shortestOf(const program::Model& model, const TakesBack& takesBack) {
  std::optional<CallableId> found;
  for (CallableId id = 0; id < model.callables.size(); ++id) {
    if (!takesBack(model.callables[id])) continue;
    if (!found || model.callables[id].name.size() < model.callables[*found].name.size()) found = id;
  }
  return found;
}

std::optional<CallableId> disposerOf(const program::Model& model, TypeId object) {
  return shortestOf(
      model, [&](const Callable& callable) { return program::takesBack(model.types, callable, object); });
}

/// Of an object that is no block of its own. Where others are (vec_new), vec_free is for those.
std::optional<CallableId> partsDisposerOf(const program::Model& model, TypeId object) {
  static const std::set<std::string> kOnlyParts = {"deinit", "uninit", "fini", "cleanup", "clear"};
  const bool areBlocks = std::ranges::any_of(model.callables, [&](const Callable& callable) {
    const auto lent = program::lentBy(model.types, callable);
    return lent && lent->type == object && program::makesForItsCaller(model.types, callable);
  });
  return shortestOf(model, [&](const Callable& callable) {
    return program::takesBack(model.types, callable, object) &&
           (!areBlocks || program::holdsWord(callable.name, kOnlyParts));
  });
}

/// One for just this type of pointer rather than one for all.
std::optional<CallableId> disposerOfMemory(const program::Model& model, TypeId pointer) {
  const auto takesBack = [&](const Callable& callable) {
    return program::takesBackMemory(model.types, callable, pointer);
  };
  const auto exact = shortestOf(model, [&](const Callable& callable) {
    return takesBack(callable) && callable.parameters[0].type == pointer;
  });
  return exact ? exact : shortestOf(model, takesBack);
}

/// An object, or one that a pointer points to.
const Value& objectIn(const Value& argument) {
  return argument.children.empty() ? argument : argument.children[0];
}

bool refersTo(const Value& argument, size_t maker) {
  const Value& object = objectIn(argument);
  return object.kind == Value::Kind::Reference && object.integer == static_cast<__int128>(maker);
}

bool isGivenBack(const program::Model& model, const RecordedTest& test, size_t maker, TypeId object) {
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

/// Made with the help of another object, which may keep it: elem_new(doc).
bool isMadeBesideAnother(const Step& maker) {
  return std::ranges::any_of(maker.arguments, [](const Value& argument) {
    return objectIn(argument).kind == Value::Kind::Reference;
  });
}

bool returnedObject(const RecordedTest& test, size_t step) {
  return std::ranges::any_of(test.observations, [&](const Observation& observation) {
    return observation.step == step && observation.what == Observation::What::Returned &&
           observation.value.kind != Value::Kind::Absent;
  });
}

bool isObserved(const RecordedTest& test, size_t step, Observation::What what) {
  return std::ranges::any_of(test.observations, [&](const Observation& observation) {
    return observation.step == step && observation.what == what;
  });
}

/// The object that the step was given to keep, if there is a way to give it back that nobody took.
std::optional<Disposal> disposalOfObject(const program::Model& model, const RecordedTest& test, size_t step) {
  const Callable& maker = model.callables[test.steps[step].callable];
  const auto lent = program::lentBy(model.types, maker);
  const bool isGiven = isObserved(test, step, Observation::What::Given);
  const bool soundsGiven = program::makesForItsCaller(model.types, maker);
  if (!lent || lent->isConst || !(isGiven || soundsGiven)) return std::nullopt;
  const bool isGone = isObserved(test, step, Observation::What::Freed);  // by whatever call
  const bool mayBeKept = !isGiven && (isHandedOn(test, step) || isMadeBesideAnother(test.steps[step]));
  if (isGone || mayBeKept || isGivenBack(model, test, step, lent->type)) return std::nullopt;
  const auto disposer = disposerOf(model, lent->type);
  // close() of what dial() returned need not free it.
  const bool isMethod = disposer && model.callables[*disposer].kind == program::CallableKind::Method;
  if (!disposer || (isMethod && !soundsGiven)) return std::nullopt;
  return Disposal{step, disposer};
}

/// What an initialised structure holds, unless a call has given it back.
std::optional<Disposal> disposalOfParts(const program::Model& model, const RecordedTest& test, size_t step) {
  const Callable& maker = model.callables[test.steps[step].callable];
  if (!maker.initialises || isObserved(test, step, Observation::What::Threw) ||
      isGivenBack(model, test, step, maker.result))
    return std::nullopt;
  const auto disposer = partsDisposerOf(model, maker.result);
  return disposer ? std::optional(Disposal{step, disposer}) : std::nullopt;
}

/// What C++ allocates may be for delete or delete[], which nobody says.
std::optional<Disposal> disposalOfMemory(const program::Model& model, const RecordedTest& test, size_t step) {
  const Callable& maker = model.callables[test.steps[step].callable];
  if (!program::returnsPlainMemory(model.types, maker) || !isObserved(test, step, Observation::What::Given))
    return std::nullopt;
  const auto disposer = disposerOfMemory(model, maker.result);
  // What void points to may be more than memory.
  const bool isMemoryOfC = model.access.isC && model.types[maker.result].spelling != "void *";
  return disposer || isMemoryOfC ? std::optional(Disposal{step, disposer}) : std::nullopt;
}

}  // namespace

std::vector<Disposal> disposalsOf(const program::Model& model, const RecordedTest& test) {
  std::vector<Disposal> disposals;
  for (size_t step = test.steps.size(); step-- > 0;) {
    auto disposal = disposalOfParts(model, test, step);
    if (!disposal && !returnedObject(test, step)) continue;
    if (!disposal) disposal = disposalOfObject(model, test, step);
    if (!disposal) disposal = disposalOfMemory(model, test, step);
    if (disposal) disposals.push_back(*disposal);
  }
  return disposals;
}

}  // namespace covolve::unit
