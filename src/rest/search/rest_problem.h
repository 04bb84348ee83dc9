// REST testing as a problem of the search: individuals are sequences of calls.
// A thread of its own makes the calls, so that the next tests are bred and the
// last ones judged while the service works.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "gene/constants.h"
#include "rest/oracle/fault_book.h"
#include "rest/oracle/oracle.h"
#include "rest/search/rest_targets.h"
#include "rest/search/seen_run.h"
#include "rest/search/sequences.h"
#include "rest/search/test_runner.h"
#include "search/problem.h"

namespace covolve::rest {

/// The faults of one run of a test, each with the index of its call.
std::vector<Fault> faultsOf(const CallList& calls, std::span<const Oracle* const> oracles);

/// What the calls name in their paths without having made it, and what was there.
size_t assumptionsOf(std::span<const Call> calls);

/// Whether the calls name what was there before them: identifiers in paths that were taken from what the
/// service listed, or that it is known to have given. What nobody can make by the API is always there.
bool reliesOnPresentState(std::span<const Call> calls, const Api& api, const ValuePool& seen);

/// Calls of one operation and how they were answered; status 0: not at all.
using StatusCounts = std::map<std::string, std::map<int, uint64_t>>;

/// A test that reached something first, as it ran: all there is when the service is gone afterwards.
struct Evidence {
  search::Individual individual;
  CallList calls;
  size_t newTargets = 0;
};

class RestProblem final : public search::Problem {
 public:
  struct Parts {
    const ActionCatalog& catalog;
    gene::Constants& constants;
    TestRunner& runner;
    std::vector<const Oracle*> oracles;
    size_t longestTest = 10;
    bool learnsValues = true;
    size_t testsBetweenResets = 0;  // 0: the service is never reset
    /// They are not sent on where the service says them back.
    std::shared_ptr<const SecretTexts> secrets = nullptr;
  };

  explicit RestProblem(Parts parts);
  ~RestProblem() override;
  RestProblem(const RestProblem&) = delete;
  RestProblem& operator=(const RestProblem&) = delete;

  size_t targetCount() const override { return targets_.targets().size(); }
  const search::TargetGraph& graph() const override { return graph_; }
  /// Faults may come up as long as there are requests to make.
  std::optional<uint64_t> settledAfter() const override { return std::nullopt; }
  search::Individual sample(const search::Goal&, Rng& rng) override { return sequences_.sample(rng); }
  bool wantsSamples() const override { return sequences_.isOpening(); }
  search::StructureChange mutateStructure(search::Individual& individual, const search::Goal&, Rng& rng,
                                          bool must) override {
    return sequences_.mutate(individual, rng, must);
  }
  bool repair(search::Individual& individual, Rng& rng) override {
    sequences_.repair(individual, rng);
    return false;
  }
  bool crossOver(search::Individual& one, search::Individual& other, Rng& rng) override {
    return sequences_.crossOver(one, other, rng);
  }
  const gene::Constants& constants() const override { return constants_; }
  /// An operation's parameters mean the same wherever it is called.
  uint64_t actionId(const search::Individual& individual, size_t action) const override {
    return individual.actions[action].kind;
  }
  bool isArgument(const search::Action&, size_t gene) const override {
    return gene >= ActionCatalog::kFirstParameter;
  }
  size_t pipelineDepth() const override { return 2; }
  size_t batchSize() const override { return 8; }
  Result<void> submit(std::vector<search::Individual> batch) override;
  Result<void> collect(const Receive& receive) override;

  const std::vector<search::Target>& targets() const { return targets_.targets(); }
  RestTargets& targetMap() { return targets_; }
  const Api& api() const { return api_; }
  const ValuePool& seen() const { return seen_; }
  /// Made for tests that were collected. What the thread has made since depends on the clock, and the search
  /// must not.
  uint64_t requests() const { return requests_; }
  const FaultBook& faults() const { return faults_; }
  const StatusCounts& statuses() const { return statuses_; }
  /// Tests that were made of what the document says, and those of them whose last call succeeded.
  struct Advice {
    size_t tried = 0;
    size_t succeeded = 0;
  };
  const Advice& examples() const { return examples_; }
  const Advice& links() const { return links_; }
  const std::vector<Evidence>& evidence() const { return evidence_; }
  const std::deque<search::Individual>& successesOf(size_t operation) const {
    return sequences_.successesOf(operation);
  }
  /// The shortest test that ended with a success of the operation, as it ran: one whose answer had no fault,
  /// where there was one. nullptr: it never succeeded.
  const SeenRun* seenSuccessOf(size_t operation) const;
  /// The test that reached the target first; nullptr where none did.
  const Evidence* firstEvidenceOf(search::TargetId target) const;

 private:
  struct Batch {
    std::vector<search::Individual> tests;
    std::vector<PreparedTest> prepared;  // parallel
    std::vector<CallList> runs;          // parallel, once they are run
    uint64_t requests = 0;               // that were made altogether when this batch was done
    bool isDone = false;
  };

  struct Success {
    SeenRun run;
    bool hasFault = false;
    search::Length length;
  };

  void work();
  void judge(const search::Individual& test, const CallList& calls);
  /// The test succeeded up to and with the last of the calls.
  void noteSuccess(const search::Individual& test, std::span<const Call> calls, bool hasFault);
  /// Notes which targets in reached_ no test covered before, and counts them.
  size_t noteNew();

  const Api& api_;
  TestRunner& runner_;
  const gene::Constants& constants_;
  std::vector<const Oracle*> oracles_;
  bool learnsValues_;
  size_t testsBetweenResets_;
  size_t testsRun_ = 0;  // by the thread
  ValuePool seen_;
  Sequences sequences_;
  RestTargets targets_;
  search::TargetGraph graph_;  // what leads to what is not known from outside
  FaultBook faults_;
  StatusCounts statuses_;
  uint64_t requests_ = 0;
  std::vector<Evidence> evidence_;
  std::map<search::TargetId, size_t> firstEvidence_;  // by target: which
  std::map<const Operation*, Success> successes_;
  Advice examples_;
  Advice links_;
  std::vector<bool> isCovered_;                  // by target
  std::vector<search::TargetDistance> reached_;  // reused

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> batches_;  // oldest first; the thread runs the first that is not done
  bool isEnding_ = false;
  std::thread thread_;  // last: it uses all the others
};

}  // namespace covolve::rest
