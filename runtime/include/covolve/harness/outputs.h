// The class that a returned value belongs to: the harness reports one site for
// each class, so that a search can ask for a negative, a zero and a positive
// result. Which family a callable's result has, and the classes' names, are the
// generator's business: src/unit/harness/harness_outputs.cpp, in the same order.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cstdint>
#include <type_traits>

#include "covolve/abi.h"

namespace covolve::harness {

enum class Outputs {
  Boolean,   // true, false
  Signed,    // negative, zero, positive
  Unsigned,  // zero, positive
  Floating,  // negative, zero, positive, nan
  Presence,  // null or absent, present
  Contents,  // empty, non-empty
};

template <Outputs family, class T>
uint32_t outputClass(const T& value) {
  if constexpr (family == Outputs::Boolean) {
    return value ? 0 : 1;
  } else if constexpr (family == Outputs::Signed) {
    return value < 0 ? 0 : value == 0 ? 1 : 2;
  } else if constexpr (family == Outputs::Unsigned) {
    return value == 0 ? 0 : 1;
  } else if constexpr (family == Outputs::Floating) {
    return value < 0 ? 0 : value == 0 ? 1 : value > 0 ? 2 : 3;
  } else if constexpr (family == Outputs::Presence) {
    return static_cast<bool>(value) ? 1 : 0;
  } else {
    return value.empty() ? 0 : 1;
  }
}

/// The value's place among those listed, or their number.
template <int64_t... values, class T>
uint32_t outputClassAmong(const T& value) {
  const auto number = static_cast<int64_t>(static_cast<std::underlying_type_t<T>>(value));
  uint32_t place = 0;
  const bool found = ((number == values || (++place, false)) || ...);
  static_cast<void>(found);
  return place;
}

}  // namespace covolve::harness
