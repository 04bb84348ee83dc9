// Branch distances: how far a comparison is from the other outcome, as an
// unsigned 64-bit number with K = 1. Header-only, no dependency: the runtime
// inside the code under test and the engine compute the same.
//
// Easy to get wrong: integers are subtracted in 128 bits, so that distances
// above 2^53 still differ by one; only what exceeds 64 bits saturates.
#pragma once

#include <cstdint>

namespace covolve::distance {

/// Both sides of a decision: how far to make it true, how far to make it false. One of them is 0.
struct Pair {
  uint64_t toTrue;
  uint64_t toFalse;
};

}  // namespace covolve::distance
