#include "search/refine/solving.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "search/refine/test_data.h"

namespace covolve::search {

namespace {

constexpr SolvingQuota::Rates kInSeconds{.grant = 0.3, .share = 0.1, .least = 0.005, .most = 0.5};
constexpr SolvingQuota::Rates kInTests{.grant = 40'000, .share = 0.75, .least = 0.02, .most = 2};

}  // namespace

Solving::Solving(const Context& context)
    : context_(context),
      isAlways_(context.parameters.dse == "always"),
      probability_(context.parameters.dseProbability),
      isRepeatable_(context.problem.concolicRuns()->isRepeatable()),
      quota_(isRepeatable_ ? kInTests : kInSeconds) {}

void Solving::observe(const Observation& observation) {
  ++tests_;
  if (const size_t covered = context_.archive.coveredCount(); covered != coveredCount_) {
    coveredCount_ = covered;
    lastCovered_ = tests_;
    lastCoveredAt_ = Clock::now();
    hasNewChance_ = true;
  }
  // Targets that come nearer by other calls alone are no matter of data.
  if (observation.isBetter && (observation.hasNewData || isAlways_)) hasNewChance_ = true;
}

bool Solving::isNeeded() const {
  return isAlways_ || tests_ >= lastCovered_ + context_.parameters.dsePatience;
}

void Solving::propose(size_t count, std::vector<Individual>& batch) {
  for (; count > 0 && !revived_.empty(); --count) {
    propose(std::move(revived_.front()), batch);
    revived_.pop_front();
  }
  if (count == 0 || (candidates_.empty() && !start())) return;
  for (; count > 0 && !candidates_.empty(); --count) {
    propose({.use = use_, .test = std::move(candidates_.front())}, batch);
    candidates_.pop_front();
  }
}

void Solving::propose(Proposed proposed, std::vector<Individual>& batch) {
  batch.push_back(proposed.test);
  underWay_.push_back(std::move(proposed));
}

bool Solving::isPrepared() {
  const auto readiness = context_.problem.concolicRuns()->prepare(Clock::now() - lastCoveredAt_);
  isImpossible_ = readiness == ConcolicRuns::Readiness::Never;
  return readiness == ConcolicRuns::Readiness::Ready;
}

/// What the search has done until now, in the quota's unit.
double Solving::done() const {
  if (isRepeatable_) return static_cast<double>(tests_);
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

/// One use. Whether there are candidates now.
bool Solving::start() {
  if (isImpossible_ || !isNeeded()) return false;
  const double effort = quota_.left(done());
  if (effort <= 0) return false;
  if (!drawn_ || context_.archive.isCovered(*drawn_)) drawn_ = drawTarget();
  if (!drawn_ || !isPrepared()) return false;
  const std::optional<TargetId> target = std::exchange(drawn_, std::nullopt);
  Tries& tries = tries_[*target];
  tries.distance = context_.archive.nearest(*target);
  const EvaluatedTest test = context_.archive.nearestTest(*target);
  SymbolicExecution::Exploration found = explore(test, effort);
  if (found.end == SymbolicExecution::End::AllTried) explored_.insert(test);
  if (found.end == SymbolicExecution::End::Effort) tries.distance = kNotReached;
  candidates_.assign(std::make_move_iterator(found.tests.begin()),
                     std::make_move_iterator(found.tests.end()));
  use_ = std::make_shared<Use>(*target, candidates_.size());
  if (candidates_.empty()) end(*use_);
  return !candidates_.empty();
}

SymbolicExecution::Exploration Solving::explore(const EvaluatedTest& test, double effort) {
  const Parameters& parameters = context_.parameters;
  if (execution_ == nullptr) {
    execution_ =
        std::make_unique<SymbolicExecution>(*context_.problem.concolicRuns(), context_.archive, statistics_);
  }
  SymbolicExecution::Limits limits{.queries = parameters.dseQueries};
  if (isRepeatable_) {
    limits.effort = static_cast<uint64_t>(effort);
  } else {
    const double left = context_.problem.concolicRuns()->timeLeft().count();
    limits.time = std::chrono::duration<double>(std::min({parameters.dseTime, effort, left}));
  }
  ++statistics_.uses;
  const uint64_t effortBefore = statistics_.effort();
  const Clock::time_point begin = Clock::now();
  SymbolicExecution::Exploration found = execution_->explore(test->individual, limits);
  quota_.spend(isRepeatable_ ? static_cast<double>(statistics_.effort() - effortBefore)
                             : std::chrono::duration<double>(Clock::now() - begin).count());
  return found;
}

std::optional<TargetId> Solving::drawTarget() {
  const auto target = nextTarget();
  if (!target || probability_ >= 1 || context_.rng.chance(probability_)) return target;
  tries_[*target].distance = context_.archive.nearest(*target);
  return std::nullopt;
}

std::optional<TargetId> Solving::nextTarget() {
  if (!hasNewChance_) return std::nullopt;
  const Archive& archive = context_.archive;
  tries_.resize(archive.targetCount());
  bool isSomeWaiting = false;
  for (size_t looked = 0; looked < tries_.size(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(tries_.size());
    if (archive.isCovered(target) || archive.nearestTest(target) == nullptr) continue;
    const Tries& tries = tries_[target];
    if (archive.nearest(target) >= tries.distance) continue;
    if (explored_.contains(archive.nearestTest(target)) || !hasData(archive.nearestTest(target)->individual))
      continue;
    if (tests_ >= tries.notBefore) return target;
    isSomeWaiting = true;
  }
  hasNewChance_ = isSomeWaiting;
  return std::nullopt;
}

void Solving::receive(const Observation& observation) {
  const Proposed proposed = std::move(underWay_.front());
  underWay_.pop_front();
  const std::shared_ptr<Use>& use = proposed.use;
  // The conditions were right; what stood in the way of the rest is no matter of data.
  if (observation.test->individual.actions.empty() && !proposed.isRevived) {
    if (auto revived = context_.problem.revived(proposed.test, context_.rng)) {
      revived_.push_back({.use = use, .test = std::move(*revived), .isRevived = true});
      ++use->missing;
    }
  }
  use->isSuccessful |= observation.isBetter;
  use->hasCovered |= observation.isBetter && lastCovered_ == tests_;  // as observe() has just seen
  if (observation.isBetter) {
    hasNewChance_ = true;
    lastCovered_ = 0;  // what it earned itself is no reason to wait again
  }
  if (--use->missing == 0) end(*use);
}

void Solving::end(const Use& use) {
  const double factor = context_.parameters.dseFactor;
  quota_.note(use.hasCovered     ? SolvingQuota::Earned::Target
              : use.isSuccessful ? SolvingQuota::Earned::Approach
                                 : SolvingQuota::Earned::Nothing);
  Tries& tries = tries_[use.target];
  if (use.isSuccessful) {
    ++statistics_.successes;
    tries.wait = 0;
    probability_ = std::min(probability_ * factor, 1.0);
    return;
  }
  tries.wait = std::max<uint64_t>(2 * tries.wait, context_.parameters.dsePatience);
  tries.notBefore = tests_ + tries.wait;
  probability_ /= factor;
}

}  // namespace covolve::search
