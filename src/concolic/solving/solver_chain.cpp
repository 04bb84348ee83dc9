#include "concolic/solving/solver_chain.h"

#include "concolic/solving/alternating_variable.h"
#include "concolic/solving/elimination.h"
#include "concolic/solving/exhaustion.h"
#include "concolic/solving/inversion.h"
#include "concolic/solving/smt_process.h"

namespace covolve::concolic {

namespace {

constexpr uint64_t kMostInVain = 8;  // queries that take tenths of a second each

}  // namespace

std::unique_ptr<Solver> makeSolverChain(const ChainOptions& options, ChainCounts& counts) {
  const auto guarded = [](std::unique_ptr<Solver> solver, SolverCounts& own) {
    return std::make_unique<Counted>(std::make_unique<Checked>(std::move(solver)), own);
  };
  // What is cheap comes first; the others need not look for what equations say.
  std::vector<std::unique_ptr<Solver>> members;
  std::vector<std::unique_ptr<Solver>> searching;
  members.push_back(guarded(std::make_unique<Inversion>(), counts.solvers[ChainCounts::kInversion]));
  members.push_back(
      guarded(std::make_unique<Exhaustion>(counts.operations), counts.solvers[ChainCounts::kExhaustion]));
  const auto alternating = [&](uint64_t mostOperations) {
    return std::make_unique<AlternatingVariable>(
        mostOperations, AlternatingVariable::Counts{counts.evaluations, counts.operations});
  };
  searching.push_back(
      guarded(alternating(options.mostOperations), counts.solvers[ChainCounts::kAlternatingVariable]));
  if (!options.smtProgram.empty()) {
    searching.push_back(std::make_unique<WhilePaying>(
        guarded(
            std::make_unique<SmtProcess>(options.smtProgram, options.folder, options.smtLimits, options.end),
            counts.solvers[ChainCounts::kZ3]),
        Verdict::OutOfSteps, kMostInVain));
  }
  if (options.mostLongOperations > options.mostOperations) {
    searching.push_back(std::make_unique<WhilePaying>(
        guarded(alternating(options.mostLongOperations), counts.solvers[ChainCounts::kLongWay]),
        Verdict::Unknown, kMostInVain));
  }
  members.push_back(std::make_unique<Eliminating>(
      std::make_unique<Independent>(std::make_unique<FirstToKnow>(std::move(searching))),
      Eliminating::Counts{counts.eliminated, counts.operations}));
  std::unique_ptr<Solver> solver = std::make_unique<FirstToKnow>(std::move(members));
  solver = std::make_unique<ModelReusing>(std::move(solver), counts.reusedModels);
  solver = std::make_unique<Cached>(std::move(solver), counts.cacheHits);
  solver = std::make_unique<Independent>(std::move(solver));
  return std::make_unique<Counted>(std::make_unique<Checked>(std::move(solver)), counts.whole);
}

}  // namespace covolve::concolic
