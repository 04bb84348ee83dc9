// The alternating variable method over the expressions themselves: no test is run
// on the way. One datum after the other takes steps of 2^k, from long to short,
// up and down, as long as the conditions come nearer; a flipped bit is such a step,
// too. Steps of a floating number are counted in numbers of its type, and in decimal
// places (Harman and McMinn's precisions). Constants of the conditions are tried as
// they are. Where nothing helps, the search starts again elsewhere.
//
// After Korel's method with the geometric steps of Kempka, McMinn and Sudholt,
// "Design and Analysis of Different Alternating Variable Searches for Search-Based
// Software Testing". Limited by a number of operations, so that it repeats.
#pragma once

#include "concolic/solving/solver.h"

namespace covolve::concolic {

class AlternatingVariable final : public Solver {
 public:
  struct Counts {
    uint64_t& evaluations;
    uint64_t& operations;
  };

  /// A query may take so many operations of its expressions.
  AlternatingVariable(uint64_t mostOperations, Counts counts)
      : mostOperations_(mostOperations), counts_(counts) {}

  Answer solve(const Query& query) override;

 private:
  uint64_t mostOperations_;
  Counts counts_;
};

}  // namespace covolve::concolic
