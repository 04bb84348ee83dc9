#include "program/disposal.h"

#include <algorithm>
#include <set>
#include <string>

#include "program/name_parts.h"

namespace covolve::program {

bool soundsLikeMaking(const Callable& callable) {
  static const std::set<std::string> words = {"new",  "create",    "alloc", "make",  "open",
                                              "dup",  "duplicate", "clone", "copy",  "parse",
                                              "init", "from",      "load",  "build", "generate"};
  return holdsWord(callable.name, words);
}

bool makesForItsCaller(const std::vector<Type>& types, const Callable& callable) {
  const auto lent = lentBy(types, callable);
  // conn_init(conn): what it returns is what it was given.
  static const std::set<std::string> anew = {"dup", "duplicate", "clone", "copy"};
  const bool mayReturnArgument =
      lent && !holdsWord(callable.name, anew) &&
      std::ranges::any_of(callable.parameters, [&](const Parameter& parameter) {
        const Type& taken = types[parameter.type];
        return taken.kind == TypeKind::Pointer && !taken.pointeeConst && taken.parts[0] == lent->type;
      });
  return lent && !mayReturnArgument && !lent->isConst && types[callable.result].kind == TypeKind::Pointer &&
         !callable.isOfSmartPointer && callable.kind != CallableKind::Method && soundsLikeMaking(callable);
}

bool soundsLikeTakingBack(std::string_view name) {
  static const std::set<std::string> words = {"free",  "destroy", "delete", "release", "close",   "dispose",
                                              "unref", "decref",  "deinit", "cleanup", "destruct"};
  return holdsWord(name, words);
}

bool takesBack(const std::vector<Type>& types, const Callable& callable, TypeId object) {
  if (!soundsLikeTakingBack(callable.name)) return false;
  if (callable.kind == CallableKind::Method)
    return callable.owner == object && callable.parameters.empty() && !callable.isConst;
  if (callable.parameters.size() != 1) return false;
  const Type& taken = types[callable.parameters[0].type];
  return taken.kind == TypeKind::Pointer && !taken.pointeeConst && taken.parts[0] == object;
}

}  // namespace covolve::program
