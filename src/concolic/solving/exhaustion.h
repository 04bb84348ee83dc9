// Tries all there is where that is little: conditions on a character or two. Knows in
// a few hundred evaluations that there is no solution, where others look for it in vain.
#pragma once

#include "concolic/solving/solver.h"

namespace covolve::concolic {

class Exhaustion final : public Solver {
 public:
  /// `operations` counts those of its evaluations.
  explicit Exhaustion(uint64_t& operations) : operations_(operations) {}

  Answer solve(const Query& query) override;

 private:
  uint64_t& operations_;
};

}  // namespace covolve::concolic
