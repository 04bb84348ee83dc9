// Scalars and texts as C++ literals that mean exactly the given value: the
// compiler must read back every bit, without a warning.
//
// Easy to get wrong: -2147483648 is no int literal but a negated long; "\x1"
// followed by "a" is one character; 0.1L is not the long double nearest to the
// double 0.1.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "gene/value.h"
#include "program/model.h"

namespace covolve::unit {

/// How sure the literal's own type must be.
enum class Typed {
  Loosely,  // converts to the type without loss, warning or narrowing
  Exactly,  // has the type: overload resolution and deduction see no difference
};

struct Literal {
  std::string text;
  std::set<std::string> includes = {};
};

/// The value as the type holds it: cut to its bits, with its signedness.
__int128 wrapped(__int128 value, const program::Type& type);

/// What the function calls this result where it returns it (result_names.h); null where it has no name.
const std::string* nameOfResult(const program::Callable& callable, const program::Type& type,
                                const Value& result);

/// Integer, Character and Enumeration types.
Literal integerLiteral(__int128 value, const program::Type& type, Typed typed);

/// A Floating type. Where it is narrower than double, the value is rounded first.
Literal floatingLiteral(double value, const program::Type& type, Typed typed);

/// A string literal for exactly these bytes; long ones come in several adjacent parts.
std::string quoted(std::string_view bytes);

/// A String, StringView or CString type. Loosely: a plain string literal wherever that means the same.
Literal textLiteral(std::string_view bytes, const program::Type& type, Typed typed);

}  // namespace covolve::unit
