// Floating numbers as their bit patterns, and what is made of them in several steps.
#pragma once

#include "arena.h"
#include "covolve/concolic_calls.h"

namespace covolve::concolic {

/// The number that a pattern of 32 or 64 bits stands for.
double numberOf(uint64_t pattern, unsigned bits);
uint64_t patternOf(double number, unsigned bits);

/// Towards zero, down or up, through an integer; 0 where the integer is too large, or the result is -0.
Label rounded(Intrinsic which, unsigned bits, Label operand, uint64_t value);

/// Whether the conversion to an integer has a value.
bool fitsInteger(uint64_t pattern, unsigned floatBits, unsigned bits, bool isSigned);

}  // namespace covolve::concolic
