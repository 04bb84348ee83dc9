#include "search/local_search.h"

#include <algorithm>

#include "search/climb.h"
#include "search/input_to_state.h"

namespace covolve::search {

namespace {

constexpr size_t kClimbsAtOnce = 4;
constexpr size_t kMostMatches = 16;      // proposed for one test
constexpr size_t kMostProposals = 2000;  // waiting
constexpr uint64_t kIdleMatching = 64;   // of the tests that are no better, one in so many is matched too
constexpr double kForgetting = 0.999;

}  // namespace

LocalSearch::LocalSearch(const Context& context)
    : context_(context), approach_(context.problem.graph()), share_(context.parameters.localSearchShare) {}

void LocalSearch::propose(size_t count, std::vector<Individual>& batch) {
  while (count > 0) {
    if (proposals_.empty() && !startClimb()) return;
    Proposal& proposal = proposals_.front();
    batch.push_back(std::move(proposal.individual));
    underWay_.push_back(std::move(proposal));
    proposals_.pop_front();
    --count;
  }
}

void LocalSearch::receive(const EvaluatedTest& test, const Evaluation& evaluation, bool isBetter) {
  const Proposal proposal = std::move(underWay_.front());
  underWay_.pop_front();
  own_.count(isBetter);
  adaptShare();
  if (proposal.climb != nullptr) settle(proposal.climb, proposal.candidate, test);
  if (isBetter) {
    isExhausted_ = false;
    match(test, evaluation);
  }
}

void LocalSearch::observe(const EvaluatedTest& test, const Evaluation& evaluation, bool isBetter) {
  others_.count(isBetter);
  adaptShare();
  if (isBetter) {
    isExhausted_ = false;
    match(test, evaluation);
  } else if (!evaluation.comparisons.empty() && proposals_.empty() &&
             context_.rng.below(kIdleMatching) == 0) {
    match(test, evaluation);
  }
}

/// Input-to-state on the comparisons of decisions that are still open.
void LocalSearch::match(const EvaluatedTest& test, const Evaluation& evaluation) {
  if (!context_.parameters.techniques.inputToState) return;
  if (evaluation.comparisons.empty() || proposals_.size() > kMostProposals) return;
  std::vector<Comparison> open;
  for (const Comparison& comparison : evaluation.comparisons) {
    if (comparison.target == kNoTarget || !context_.archive.isCovered(comparison.target))
      open.push_back(comparison);
  }
  for (Individual& changed : matchOperands(test->individual, open, kMostMatches, context_.rng)) {
    proposals_.push_front({std::move(changed), nullptr, 0});  // cheaper and likelier than a climb's steps
  }
}

/// A climb's step has a result; after the last one of the step come the next candidates.
void LocalSearch::settle(const std::shared_ptr<ClimbUnderWay>& climb, size_t candidate,
                         const EvaluatedTest& test) {
  approach_.load(test->reached);
  climb->climb.result(candidate, test, approach_.to(climb->climb.target()));
  if (--climb->missing == 0) goOn(climb);
}

void LocalSearch::goOn(const std::shared_ptr<ClimbUnderWay>& climb) {
  const TargetId target = climb->climb.target();
  std::vector<Individual> candidates;
  if (!context_.archive.isCovered(target)) candidates = climb->climb.next();
  if (candidates.empty()) {
    --climbing_;
    return;
  }
  climb->missing = candidates.size();
  for (size_t i = 0; i < candidates.size(); ++i) proposals_.push_back({std::move(candidates[i]), climb, i});
}

/// On the nearest test of the next open target that has come nearer since it was last climbed for. False
/// when there is none.
bool LocalSearch::startClimb() {
  const Archive& archive = context_.archive;
  if (!context_.parameters.techniques.climbing) return false;
  if (climbing_ >= kClimbsAtOnce || isExhausted_) return false;
  climbedFrom_.resize(archive.targetCount(), kNotReached);
  for (size_t looked = 0; looked < archive.targetCount(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(archive.targetCount());
    const EvaluatedTest& nearest = archive.nearestTest(target);
    if (archive.isCovered(target) || nearest == nullptr) continue;
    if (archive.nearest(target) >= climbedFrom_[target]) continue;
    climbedFrom_[target] = archive.nearest(target);
    auto climb = std::make_shared<ClimbUnderWay>(Climb(nearest, target, {0, archive.nearest(target)}));
    ++climbing_;
    goOn(climb);
    if (!proposals_.empty()) return true;
  }
  isExhausted_ = true;
  return false;
}

/// Towards whichever makes more progress for a test.
void LocalSearch::adaptShare() {
  const Parameters& parameters = context_.parameters;
  share_ *= own_.rate() > others_.rate() ? 1.001 : 0.999;
  // The share that was asked for is never out of bounds.
  share_ = std::clamp(share_, std::min(parameters.localSearchLeast, parameters.localSearchShare),
                      std::max(parameters.localSearchMost, parameters.localSearchShare));
}

void LocalSearch::Yield::count(bool isBetter) {
  tests = tests * kForgetting + 1;
  better = better * kForgetting + (isBetter ? 1 : 0);
}

}  // namespace covolve::search
