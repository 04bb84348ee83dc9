// What the report tells of dynamic symbolic execution.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "concolic/solving/solver_chain.h"

namespace covolve::search {

struct SolvingStatistics {
  uint64_t uses = 0;
  uint64_t successes = 0;  // uses of which some test was better than all before
  uint64_t traces = 0;     // concolic runs
  uint64_t failedTraces = 0;
  uint64_t cutTraces = 0;
  uint64_t decisions = 0;    // that hang on data, in all of them
  uint64_t expressions = 0;  // the same
  double traceSeconds = 0;
  uint64_t divergent = 0;  // tests that did not go where their data should lead them
  uint64_t refused = 0;    // data that a gene did not take
  concolic::ChainCounts chain;
  std::map<std::string, uint64_t> madeConcrete;  // functions without a model, with how often
};

}  // namespace covolve::search
