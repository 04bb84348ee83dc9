// What is made of floating numbers in several steps.
#pragma once

#include "arena.h"
#include "covolve/concolic_calls.h"

namespace covolve::concolic {

/// Towards zero, down or up, through an integer; 0 where the integer is too large, or the result is -0.
Label rounded(Intrinsic which, unsigned bits, Label operand, uint64_t value);

/// Whether the conversion to an integer has a value.
bool fitsInteger(uint64_t pattern, unsigned floatBits, unsigned bits, bool isSigned);

}  // namespace covolve::concolic
