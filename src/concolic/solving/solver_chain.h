// All solvers as one: independence, cache and model reuse around inversion, the
// alternating variable method and Z3, each of which is checked and counted. The
// alternating variable method comes twice: most that it solves takes it few steps, and
// Z3 tells sooner than its long way that there is no solution.
#pragma once

#include <array>
#include <filesystem>
#include <memory>

#include "concolic/solving/decorators.h"
#include "concolic/solving/smt_query.h"

namespace covolve::concolic {

/// What the report tells of solving.
struct ChainCounts {
  uint64_t cacheHits = 0;
  uint64_t reusedModels = 0;
  uint64_t eliminated = 0;   // data that equations defined
  uint64_t evaluations = 0;  // of conditions, by the alternating variable method
  uint64_t operations = 0;   // in these, and in those of exhaustion and elimination
  static constexpr size_t kInversion = 0;
  static constexpr size_t kExhaustion = 1;
  static constexpr size_t kAlternatingVariable = 2;
  static constexpr size_t kZ3 = 3;
  static constexpr size_t kLongWay = 4;
  SolverCounts whole{"all"};
  std::array<SolverCounts, 5> solvers{SolverCounts{"inversion"}, SolverCounts{"exhaustion"},
                                      SolverCounts{"alternating-variable"}, SolverCounts{"z3"},
                                      SolverCounts{"alternating-variable, longer"}};
};

struct ChainOptions {
  uint64_t mostOperations = 2'000'000;       // of the alternating variable method, a query
  uint64_t mostLongOperations = 20'000'000;  // the same where Z3 does not know either; 0: not at all
  SmtLimits smtLimits{1'000'000, 10'000, 1024};
  std::filesystem::path smtProgram = {};  // none: without Z3
  std::filesystem::path folder = {};      // for what goes to it
  SolvingEnd end = {};
};

/// The counts must outlive the chain.
std::unique_ptr<Solver> makeSolverChain(const ChainOptions& options, ChainCounts& counts);

}  // namespace covolve::concolic
