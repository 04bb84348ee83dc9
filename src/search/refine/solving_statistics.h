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
  uint64_t limitedTraces = 0;  // of tests that met a limit
  uint64_t divergent = 0;      // tests that did not go where their data should lead them
  uint64_t optimistic = 0;     // tests of which only the turned decision was solved
  uint64_t astray = 0;         // of these: those that did not get there
  uint64_t refused = 0;        // data that a gene did not take
  concolic::ChainCounts chain;
  std::map<std::string, uint64_t> madeConcrete;  // functions without a model, with how often
  std::string preparation;  // what became of what concolic runs need; empty: nothing to tell
  double preparationSeconds = 0;

  /// What all that took, in tests of the search: about as many as it could have run instead where code is
  /// small. Made of counts only, so that it repeats.
  uint64_t effort() const;
};

}  // namespace covolve::search
