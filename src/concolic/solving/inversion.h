// The cheap solver: what one side of a comparison shall be is carried down to
// the data it is made of, operation by operation, the other operands as they are.
// `3 * x + 7 == y` tells x; four bytes that make a number tell all four.
//
// Where conditions hang together (a sum of a sum), a change that makes one hold breaks
// another, which is mended in the same way, and so on for a number of steps.
//
// It has no proof for anything: what came of it is tried, and a query that it cannot
// solve is left to the next solver.
#pragma once

#include "concolic/solving/solver.h"

namespace covolve::concolic {

class Inversion final : public Solver {
 public:
  Answer solve(const Query& query) override;
};

}  // namespace covolve::concolic
