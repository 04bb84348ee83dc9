#include "concolic/solving/solver_chain.h"

#include "concolic/solving/alternating_variable.h"
#include "concolic/solving/inversion.h"
#include "concolic/solving/smt_process.h"

namespace covolve::concolic {

std::unique_ptr<Solver> makeSolverChain(const ChainOptions& options, ChainCounts& counts) {
  const auto guarded = [](std::unique_ptr<Solver> solver, SolverCounts& own) {
    return std::make_unique<Counted>(std::make_unique<Checked>(std::move(solver)), own);
  };
  std::vector<std::unique_ptr<Solver>> members;
  members.push_back(guarded(std::make_unique<Inversion>(), counts.solvers[ChainCounts::kInversion]));
  members.push_back(guarded(std::make_unique<AlternatingVariable>(options.mostOperations, counts.evaluations),
                            counts.solvers[ChainCounts::kAlternatingVariable]));
  if (!options.smtProgram.empty()) {
    members.push_back(
        guarded(std::make_unique<SmtProcess>(options.smtProgram, options.folder, options.smtLimits),
                counts.solvers[ChainCounts::kZ3]));
  }
  std::unique_ptr<Solver> solver = std::make_unique<FirstToKnow>(std::move(members));
  solver = std::make_unique<ModelReusing>(std::move(solver), counts.reusedModels);
  solver = std::make_unique<Cached>(std::move(solver), counts.cacheHits);
  solver = std::make_unique<Independent>(std::move(solver));
  return std::make_unique<Counted>(std::make_unique<Checked>(std::move(solver)), counts.whole);
}

}  // namespace covolve::concolic
