// Values and callables as words inside a CamelCase name.
#pragma once

#include <string>
#include <string_view>

#include "gene/value.h"
#include "program/model.h"

namespace covolve::unit {

/// 0 -> Zero, -7 -> Minus7, 1.5 -> 1Point5, "" -> EmptyText, {1, 2} -> 2Elements.
std::string valueWords(const program::Model& model, const Value& value, program::TypeId type);

/// What a call returned: by the name that the function has for it, or else as any value.
std::string resultWords(const program::Model& model, const program::Callable& callable, const Value& result);

/// What an exception says, where that reads as words: "no such item" -> NoSuchItem. Empty for what is long,
/// and for what the standard library says of its insides ("stoi", "vector::_M_range_check: ...").
std::string messageWords(std::string_view message);

/// total -> Total, operator+ -> Plus, operator bool -> ConversionToBool.
std::string callableWords(const program::Callable& callable);

}  // namespace covolve::unit
