// Tries all there is where that is little: conditions on a character or two. Knows in
// a few hundred evaluations that there is no solution, where others look for it in vain.
#pragma once

#include "concolic/solving/solver.h"

namespace covolve::concolic {

class Exhaustion final : public Solver {
 public:
  Answer solve(const Query& query) override;
};

}  // namespace covolve::concolic
