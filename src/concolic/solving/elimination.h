// What an equation says of a datum is not searched for: `net == full + reduced` makes
// net a matter of the others. It is replaced by the other side wherever it stands, as
// in Gaussian elimination, and the solver behind gets a query over the data that are
// left. Totals, lengths and check sums are of that kind: behind a dozen of products no
// search finds them by steps, and no solver by their bits, but they follow from the rest.
//
// The equation itself stays a condition, since a datum may be too narrow for what it
// shall be. So no solution is lost, and none is gained.
#pragma once

#include <memory>

#include "concolic/solving/solver.h"

namespace covolve::concolic {

class Eliminating final : public Solver {
 public:
  struct Counts {
    uint64_t& eliminated;  // data
    uint64_t& operations;  // expressions that were looked at
  };

  Eliminating(std::unique_ptr<Solver> inner, Counts counts)
      : inner_(std::move(inner)), eliminated_(counts.eliminated), operations_(counts.operations) {}
  Answer solve(const Query& query) override;

 private:
  std::unique_ptr<Solver> inner_;
  uint64_t& eliminated_;
  uint64_t& operations_;
};

}  // namespace covolve::concolic
