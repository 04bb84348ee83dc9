#include "unit/lower/views.h"

#include <algorithm>
#include <string>

namespace covolve::unit {

namespace {

using program::Type;
using program::TypeKind;

bool hasParts(const Type& type) {
  return isContainer(type.kind) || type.kind == TypeKind::Array || type.kind == TypeKind::Tuple ||
         type.kind == TypeKind::Optional || type.kind == TypeKind::Variant;
}

bool isCharacter(const std::string& type) { return type.ends_with("char") || type.starts_with("char"); }

bool seesPartOf(const Type& viewer, const Type& argument) {
  if (viewer.seenTypes.empty() && !viewer.seesElements) return false;
  const bool seesCharacters = viewer.seesElements || std::ranges::any_of(viewer.seenTypes, isCharacter);
  return hasParts(argument) || viewer.seenTypes.contains(argument.spelling) ||
         (argument.kind == TypeKind::String && seesCharacters);
}

/// Of the standard library, kept in a variable when several things are expected of it.
bool holdsViews(const std::vector<Type>& types, const Type& type) {
  return type.kind == TypeKind::Span || std::ranges::any_of(type.parts, [&](program::TypeId part) {
           const TypeKind kind = types[part].kind;
           return kind == TypeKind::StringView || kind == TypeKind::CString || holdsViews(types, types[part]);
         });
}

}  // namespace

bool mayBeSeenLater(const std::vector<Type>& types, const program::Callable& callable, const Type& argument) {
  const Type& result = types[callable.result];
  const bool isKept = callable.kind == program::CallableKind::Method && !callable.isConst &&
                      seesPartOf(types[callable.owner], argument);
  if (isKept || (callable.resultBy == program::PassBy::Value && seesPartOf(result, argument))) return true;
  return hasParts(argument) && (program::lentBy(types, callable) || holdsViews(types, result));
}

}  // namespace covolve::unit
