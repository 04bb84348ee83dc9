#include "program/disposal.h"

#include <algorithm>
#include <set>
#include <string>

#include "program/name_parts.h"

namespace covolve::program {

namespace {

/// list_free of a list.
std::string_view ownPartBeside(const Callable& callable, const Type& object) {
  const std::string_view type = object.spelling;
  return ownPart(callable.name, type.substr(type.rfind(':') + 1));
}

}  // namespace

bool soundsLikeMaking(std::string_view name) {
  static const std::set<std::string> words = {"new",  "create",    "alloc", "make",  "open",
                                              "dup",  "duplicate", "clone", "copy",  "parse",
                                              "init", "from",      "load",  "build", "generate"};
  return holdsWord(name, words);
}

bool soundsLikeCopying(std::string_view name) {
  static const std::set<std::string> words = {"dup", "duplicate", "clone", "copy"};
  return holdsWord(name, words);
}

bool soundsLikeTakingOut(const Callable& callable) {
  static const std::set<std::string> words = {"detach", "extract", "pop",  "release",
                                              "remove", "steal",   "take", "unlink"};
  return holdsWord(callable.name, words);
}

bool soundsLikePuttingIn(const Callable& callable) {
  static const std::set<std::string> words = {"add",  "adopt", "append",  "attach", "enqueue", "insert",
                                              "link", "merge", "prepend", "push",   "put",     "set"};
  return holdsWord(callable.name, words);
}

bool makesForItsCaller(const std::vector<Type>& types, const Callable& callable) {
  const auto lent = lentBy(types, callable);
  if (!lent) return false;
  const std::string_view name = ownPartBeside(callable, types[lent->type]);
  // conn_init(conn): what it returns is what it was given.
  const bool mayReturnArgument =
      !soundsLikeCopying(name) && std::ranges::any_of(callable.parameters, [&](const Parameter& parameter) {
        const Type& taken = types[parameter.type];
        return taken.kind == TypeKind::Pointer && !taken.pointeeConst && taken.parts[0] == lent->type;
      });
  return !mayReturnArgument && !lent->isConst && types[callable.result].kind == TypeKind::Pointer &&
         !callable.isOfSmartPointer && callable.kind != CallableKind::Method && soundsLikeMaking(name);
}

bool soundsLikeTakingBack(std::string_view name) {
  static const std::set<std::string> words = {"free",     "destroy", "delete",    "release", "close",
                                              "dispose",  "unref",   "decref",    "deinit",  "cleanup",
                                              "destruct", "dealloc", "deallocate"};
  return holdsWord(name, words);
}

bool takesBack(const std::vector<Type>& types, const Callable& callable, TypeId object) {
  if (!soundsLikeTakingBack(ownPartBeside(callable, types[object]))) return false;
  if (callable.kind == CallableKind::Method)
    return callable.owner == object && callable.parameters.empty() && !callable.isConst;
  if (callable.parameters.size() != 1) return false;
  const Type& taken = types[callable.parameters[0].type];
  return taken.kind == TypeKind::Pointer && !taken.pointeeConst && taken.parts[0] == object;
}

bool returnsPlainMemory(const std::vector<Type>& types, const Callable& callable) {
  const Type& result = types[callable.result];
  if (callable.resultBy != PassBy::Value) return false;
  if (result.kind == TypeKind::Buffer) return !result.pointeeConst;
  if (result.kind != TypeKind::Pointer || result.pointeeConst) return false;
  const TypeKind held = types[result.parts[0]].kind;
  return held == TypeKind::Floating || (isPlain(held) && held != TypeKind::String);
}

bool takesBackMemory(const std::vector<Type>& types, const Callable& callable, TypeId pointer) {
  // A form without its default argument has none.
  if (!callable.freesArgument || callable.kind != CallableKind::Function || callable.parameters.size() != 1)
    return false;
  const TypeId taken = callable.parameters[0].type;
  return soundsLikeTakingBack(callable.name) && types[callable.result].kind == TypeKind::Void &&
         (taken == pointer || (types[taken].kind == TypeKind::Buffer && types[taken].spelling == "void *"));
}

}  // namespace covolve::program
