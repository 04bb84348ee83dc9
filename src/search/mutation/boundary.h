// Where the right value of a number most likely lies, derived from what earlier
// changes of it did to a target's fitness (Zhang and Arcuri, "Adaptive
// Hypermutation for Search-Based System Test Generation", algorithm 3): if m was
// better than l, it is on m's side of their middle.
//
// The original derives it from the ten latest mutations of one test's history.
// Here a boundary is kept by target and gene for all tests, and forgets when
// something outside does better, when two results contradict each other, and after
// ten in a row that told nothing. Floats are numbered from the least to the
// greatest: halving what is left of 1e308 would take a thousand steps.
//
// All of it assumes that a fitness is the distance to one value. Where it is not,
// as for a remainder, halving costs a test each time and leads nowhere: isTrusted()
// tells whether results speak for it.
//
// Easy to get wrong: many tests are bred before the first result comes back. The
// middle is tried once; further ones in the meantime get the quarters, eighths...
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/rng.h"

namespace covolve::search {

class Boundary {
 public:
  struct Range {
    __int128 low;
    __int128 high;
  };

  /// A change from `before` to `after` came back. `fitnessChanged`: the fitness is not the same.
  void learn(const Range& domain, __int128 before, __int128 after, bool fitnessChanged, bool isBetter);
  /// The next value to try from `present` on: one that divides what is left with this chance, else a step.
  /// May be `present`.
  __int128 propose(const Range& domain, __int128 present, double middleChance, Rng& rng);

  /// A change has done better, and no two results have contradicted each other since.
  bool isTrusted() const { return isTrusted_; }
  /// Only one value is left, and it is the present one.
  bool isSettled(__int128 present) const { return changes_ > 0 && low_ == high_ && low_ == present; }
  /// How many values are left, at most.
  double width(const Range& domain) const {
    return changes_ == 0 ? spread(domain.low, domain.high) : spread(low_, high_);
  }
  uint32_t changes() const { return changes_; }
  uint32_t withoutImprovement() const { return withoutImprovement_; }

 private:
  static double spread(__int128 low, __int128 high) {
    return static_cast<double>(high) - static_cast<double>(low) + 1;
  }
  void forget(const Range& domain);

  __int128 low_ = 0;
  __int128 high_ = 0;
  bool isTrusted_ = false;
  uint32_t changes_ = 0;
  uint32_t withoutImprovement_ = 0;  // in a row that were not better
  uint32_t uninformative_ = 0;       // in a row that told nothing either
  uint32_t divisions_ = 0;           // proposed since the range last changed
};

/// Equation 4: how often the middle is tried. It is worth most while little is known, or when nothing else
/// helps. `focused` is the share of the way to the focused search, 0 to 1.
inline double middleChance(uint32_t changes, uint32_t withoutImprovement, double focused) {
  constexpr double kHigh = 0.8;
  constexpr double kMedium = 0.5;
  constexpr double kLow = 0.1;
  const auto falling = [&](double from, double to) { return from + (to - from) * focused; };
  if (changes < 3 || withoutImprovement > 3) return falling(kHigh, kMedium);
  if (changes <= 5 || withoutImprovement > 1) return falling(kMedium, kLow);
  return kLow;
}

}  // namespace covolve::search
