#include "search/refine/solving_statistics.h"

namespace covolve::search {

uint64_t SolvingStatistics::effort() const {
  // At 20,000 tests a second, compilers' and emission's time included.
  constexpr uint64_t kOfTrace = 10;
  constexpr uint64_t kOfLimitedTrace = 2000;
  constexpr uint64_t kOfQuery = 2;
  constexpr uint64_t kExpressionsOfATest = 500;
  constexpr uint64_t kOperationsOfATest = 8000;
  constexpr uint64_t kOfAnswer = 500;  // of Z3, with the start of its process
  constexpr uint64_t kOfGivingUp = 10'000;
  constexpr uint64_t kOfGuard = 200'000;  // ten seconds
  const concolic::SolverCounts& z3 = chain.solvers[concolic::ChainCounts::kZ3];
  return kOfTrace * traces + kOfLimitedTrace * limitedTraces + kOfQuery * chain.whole.queries +
         expressions / kExpressionsOfATest + chain.operations / kOperationsOfATest +
         kOfAnswer * (z3.solved + z3.unsatisfiable) + kOfGivingUp * (z3.outOfSteps + z3.died) +
         kOfGuard * z3.outOfTime;
}

}  // namespace covolve::search
