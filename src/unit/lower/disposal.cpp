#include "unit/lower/disposal.h"

#include <set>
#include <string>

#include "program/name_parts.h"

namespace covolve::unit {

namespace {

using program::Callable;
using program::CallableKind;
using program::TypeKind;

bool makesForItsCaller(const Callable& callable) {
  static const std::set<std::string> words = {"new",  "create", "alloc", "make", "open", "dup",  "clone",
                                              "copy", "parse",  "init",  "from", "load", "build"};
  return callable.kind != CallableKind::Method && program::holdsWord(callable.name, words);
}

bool disposes(const Callable& callable) {
  static const std::set<std::string> words = {"free",  "destroy", "delete", "release", "close",   "dispose",
                                              "unref", "decref",  "deinit", "cleanup", "destruct"};
  return program::holdsWord(callable.name, words);
}

/// As its only argument, or on it.
bool takesOnly(const program::Model& model, const Callable& callable, program::TypeId object) {
  if (callable.kind == CallableKind::Method)
    return callable.owner == object && callable.parameters.empty() && !callable.isConst;
  if (callable.parameters.size() != 1) return false;
  const program::Type& taken = model.types[callable.parameters[0].type];
  return taken.kind == TypeKind::Pointer && !taken.pointeeConst && taken.parts[0] == object;
}

}  // namespace

std::optional<program::CallableId> disposerOf(const program::Model& model, const Callable& maker) {
  const auto lent = program::lentBy(model.types, maker);
  const bool byPointer = model.types[maker.result].kind == TypeKind::Pointer;
  if (!lent || lent->isConst || !byPointer || maker.isOfSmartPointer || !makesForItsCaller(maker))
    return std::nullopt;
  for (program::CallableId id = 0; id < model.callables.size(); ++id) {
    const Callable& callable = model.callables[id];
    if (disposes(callable) && takesOnly(model, callable, lent->type)) return id;
  }
  return std::nullopt;
}

bool disposesOf(const program::Model& model, const Step& step, size_t maker) {
  const Callable& callable = model.callables[step.callable];
  if (!disposes(callable) || step.arguments.empty()) return false;
  const Value& first = step.arguments[0];
  const Value* taken =
      first.kind == Value::Kind::Present && !first.children.empty() ? &first.children[0] : &first;
  return taken->kind == Value::Kind::Reference && taken->integer == static_cast<__int128>(maker);
}

}  // namespace covolve::unit
