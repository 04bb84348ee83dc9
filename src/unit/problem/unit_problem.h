// Unit testing as a problem of the search: individuals are call sequences,
// evaluated by a worker that interprets them (execute/executor.h).
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "analysis/object_state.h"
#include "execute/executor.h"
#include "gene/constants.h"
#include "guidance/flag_distances.h"
#include "guidance/idle_steps.h"
#include "guidance/target_map.h"
#include "guidance/watched_comparisons.h"
#include "search/concolic_runs.h"
#include "search/problem.h"
#include "unit/problem/call_sequences.h"
#include "unit/problem/fault_list.h"
#include "unit/problem/hang_memory.h"
#include "unit/problem/null_memory.h"
#include "unit/problem/object_templates.h"
#include "unit/problem/step_limit.h"

namespace covolve::unit {

/// One test run again after the search, with everything there is to know about it.
struct Rerun {
  abi::Outcome outcome = abi::Outcome::Returned;
  std::optional<execute::Death> death;
  search::Individual executed;
  std::vector<ThrownType> thrown;      // by the actions of `executed`
  std::set<search::TargetId> covered;  // empty when it died
  std::vector<uint8_t> observations;
};

class UnitProblem final : public search::Problem {
 public:
  struct Parts {
    const CallCatalog& catalog;
    gene::Constants& constants;  // what is seen in comparisons is added
    execute::Executor& executor;
    guidance::TargetMap& targets;
    search::TargetGraph graph;
    SequenceOptions sequences = {};
    guidance::FlagFacts flags;
    /// None: tests do not start with the objects that a target needs.
    std::optional<analysis::ObjectState> objects = {};
    bool learnsConstants = true;
    uint64_t stepsPerTest = 0;  // the executor's
    /// Batches are always of one size, so that the same seed gives the same search; otherwise their size
    /// follows the speed of the code under test.
    bool repeatable = false;
    search::ConcolicRuns* concolicRuns = nullptr;  // none: tests are not run concolically
  };

  explicit UnitProblem(Parts parts);

  size_t targetCount() const override { return targets_.targets().size(); }
  const search::TargetGraph& graph() const override { return graph_; }
  std::optional<uint64_t> settledAfter() const override { return targets_.findsExceptions() ? 500 : 0; }
  search::Individual sample(const search::Goal& goal, Rng& rng) override;
  std::optional<search::Individual> seed(const search::Goal& goal, Rng& rng) override;
  search::StructureChange mutateStructure(search::Individual& individual, const search::Goal& goal, Rng& rng,
                                          bool must) override;
  bool repair(search::Individual& individual, Rng& rng) override {
    return sequences_.repair(individual, rng);
  }
  /// With objects where null may have been the reason.
  std::optional<search::Individual> revived(const search::Individual& dead, Rng& rng) override;
  bool crossOver(search::Individual& one, search::Individual& other, Rng& rng) override {
    return sequences_.crossOver(one, other, rng);
  }
  bool splice(search::Individual& individual, const search::Individual& donor, Rng& rng) override {
    return sequences_.splice(individual, donor, rng);
  }
  const gene::Constants& constants() const override { return constants_; }
  uint64_t actionId(const search::Individual& individual, size_t action) const override {
    return CallSequences::callId(individual, action);
  }
  void watch(std::span<const search::TargetId> targets) override;
  void settle(std::span<const uint8_t> targets, search::Length longest) override {
    targets_.settle(targets);
    longestSettled_ = longest;
  }
  void appendIdle(const std::function<bool(search::TargetId)>& isCovered,
                  std::vector<search::TargetId>& idle) const override {
    steps_.append(isCovered, idle);
  }
  search::ConcolicRuns* concolicRuns() override { return concolicRuns_; }
  size_t pipelineDepth() const override { return abi::kLaneCount; }
  size_t batchSize() const override { return batchSize_; }
  Result<void> submit(std::vector<search::Individual> batch) override;
  Result<void> collect(const Receive& receive) override;

  const std::vector<FaultyTest>& faults() const { return faults_.faults(); }
  /// Steps that a test gets at first.
  uint64_t stepLimit() const { return stepLimit_.early(); }
  const NullMemory& nulls() const { return nulls_; }
  /// Null where it was given none.
  const analysis::ObjectState* objects() const { return templates_ ? &templates_->state() : nullptr; }
  const CallCatalog& catalog() const { return sequences_.catalog(); }

  /// After the search: confirms the tests that were cut last.
  Result<void> settleDoubts();

  /// Runs tests outside the search, with observations if wanted.
  Result<std::vector<Rerun>> rerun(std::span<const search::Individual> tests, bool observe,
                                   execute::Steps steps = execute::Steps::InFull);

  /// What tests compare at the decisions of these targets; handed over test by test, those that died too. It
  /// holds as long as the call.
  using ReceiveComparisons = std::function<void(size_t test, std::span<const search::Comparison>)>;
  Result<void> readComparisons(std::span<const search::Individual> tests,
                               std::span<const search::TargetId> targets, const ReceiveComparisons& receive);

 private:
  /// Tests under way; behind those of the search, tests that were cut earlier and are confirmed.
  struct Batch {
    std::vector<search::Individual> tests;
    std::vector<FaultyTest> doubtful;
    StepLimit stepLimit;  // as it was
  };

  void add(const search::Individual& individual, execute::Steps steps);
  void keepExecuted(search::Individual& individual, const execute::Execution& execution);
  void doubt(search::Individual individual, const execute::Execution& execution);
  void take(search::Individual&& individual, const execute::Execution& execution, const Receive& receive);
  enum class Sites { All, Open };
  void translate(const search::Individual& individual, const execute::Execution& execution, Sites sites);
  search::TargetId returnTarget(program::CallableId id);
  void noteDeath(const search::Individual& individual, const execute::Death& death);
  void beginTrails(size_t tests);
  std::vector<ThrownType> thrownTypes() const;
  void adaptBatchSize(double seconds);

  const program::Model& model_;
  CallSequences sequences_;
  gene::Constants& constants_;
  execute::Executor& executor_;
  guidance::TargetMap& targets_;
  search::TargetGraph graph_;
  guidance::FlagDistances flags_;             // uses the graph
  guidance::IdleSteps steps_;                 // uses both
  std::optional<ObjectTemplates> templates_;  // use the graph
  double objectSeeds_;
  bool learnsConstants_;
  bool repeatable_;
  search::ConcolicRuns* concolicRuns_;
  size_t batchSize_;
  std::deque<Batch> underWay_;
  StepLimit stepLimit_;
  std::vector<FaultyTest> doubtful_;  // were cut early; not confirmed yet
  FaultList faults_;
  HangMemory hangs_;
  NullMemory nulls_;
  guidance::WatchedComparisons comparisons_;
  size_t testsRun_ = 0;                          // until trails are noted
  bool notesTrails_ = false;                     // from the next batch on
  std::vector<search::TargetId> watched_;        // as the search said last
  std::vector<search::TargetDistance> reached_;  // reused
  search::Length longestSettled_;
  std::vector<abi::ThrownCall> thrown_;  // reused
};

}  // namespace covolve::unit
