// Random sequences of calls on a container of Roops and on its counterpart in the standard
// library. Easy to get wrong: few different numbers are needed for removals that find
// something, many for deep trees, so half of the sequences have either.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "base/rng.h"
#include "roops_invariants.h"

namespace roops {

inline constexpr int kSequences = 60;
inline constexpr int kCalls = 120;

/// Numbers below a bound, the same in every run.
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : rng_(seed) {}
  int below(int bound) { return static_cast<int>(rng_.below(static_cast<uint64_t>(bound))); }

 private:
  covolve::Rng rng_;
};

/// Makes many sequences of calls, half of them with few different numbers.
template <class Container, class Reference, class Invariant, class Call>
void compare(Call call) {
  for (int sequence = 0; sequence < kSequences; ++sequence) {
    Numbers numbers(static_cast<uint64_t>(sequence));
    Container container;
    Reference reference;
    const int range = sequence % 2 == 0 ? 8 : 60;
    for (int i = 0; i < kCalls; ++i) {
      call(container, reference, numbers, range);
      ASSERT_TRUE(Invariant::holds(container)) << "sequence " << sequence << ", call " << i;
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace roops
