// Dynamic symbolic execution beside the search, used when it pays (Galeotti, Fraser
// and Arcuri, "Improving Search-based Test Suite Generation with Dynamic Symbolic
// Execution", section III.C). It begins when the cheap ways have stopped to earn: no
// target was newly covered for a number of tests. Then the nearest tests of open
// targets are explored (symbolic_execution.h), each target's again when a change of
// data has brought a test nearer: such targets hang on data. Where that came to
// nothing, the same target waits twice as long each time. All uses together take a
// share of the search that follows what they earn (solving_quota.h).
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "search/refine/refiner.h"
#include "search/refine/solving_quota.h"
#include "search/refine/symbolic_execution.h"

namespace covolve::search {

class Solving final : public Refiner {
 public:
  explicit Solving(const Context& context);

  void observe(const Observation& observation) override;
  bool goesFirst() const override { return true; }
  void propose(size_t count, std::vector<Individual>& batch) override;
  void receive(const Observation& observation) override;
  const SolvingStatistics* solving() const override { return &statistics_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Tries {
    uint64_t distance = kNotReached;  // at the last use
    uint64_t notBefore = 0;           // tests of the search
    uint64_t wait = 0;                // behind the next use in vain
  };

  /// One exploration, until all its tests have come back.
  struct Use {
    TargetId target;
    size_t missing = 0;  // results
    bool isSuccessful = false;
    bool hasCovered = false;
  };

  struct Proposed {
    std::shared_ptr<Use> use;
    Individual test;  // what comes back of one that died is nothing
    bool isRevived = false;
  };

  bool isNeeded() const;
  bool isPrepared();
  double done() const;
  bool start();
  SymbolicExecution::Exploration explore(const EvaluatedTest& test, double effort);
  std::optional<TargetId> nextTarget();
  /// The same, where chance is for it (--dse-probability). Nothing is prepared before: it would be in vain.
  std::optional<TargetId> drawTarget();
  void propose(Proposed proposed, std::vector<Individual>& batch);
  void end(const Use& use);

  Context context_;
  SolvingStatistics statistics_;
  std::unique_ptr<SymbolicExecution> execution_;  // made when it begins
  bool isAlways_;
  double probability_;
  uint64_t tests_ = 0;        // seen
  uint64_t lastCovered_ = 0;  // when something was last covered
  size_t coveredCount_ = 0;
  bool isRepeatable_;
  bool isImpossible_ = false;  // tests will not be run concolically
  Clock::time_point begin_ = Clock::now();
  Clock::time_point lastCoveredAt_ = begin_;
  SolvingQuota quota_;
  bool hasNewChance_ = true;           // something may be worth a use
  std::vector<Tries> tries_;           // by target
  std::set<EvaluatedTest> explored_;   // there is nothing left to turn in these
  TargetId next_ = 0;                  // target in turn
  std::optional<TargetId> drawn_;      // waits for what concolic runs need
  std::shared_ptr<Use> use_;           // of the candidates
  std::deque<Individual> candidates_;  // not yet proposed
  std::deque<Proposed> underWay_;
  std::deque<Proposed> revived_;  // of tests that died: not yet proposed
};

}  // namespace covolve::search
