#include "search/refine/climbing.h"

namespace covolve::search {

namespace {

constexpr size_t kClimbsAtOnce = 4;

}  // namespace

void Climbing::observe(const Observation& observation) {
  if (observation.isBetter) isExhausted_ = false;
}

void Climbing::propose(size_t count, std::vector<Individual>& batch) {
  for (; count > 0; --count) {
    if (candidates_.empty() && !start()) return;
    Candidate& candidate = candidates_.front();
    batch.push_back(std::move(candidate.individual));
    underWay_.push_back(std::move(candidate));
    candidates_.pop_front();
  }
}

/// After the last candidate of a step come those of the next.
void Climbing::receive(const Observation& observation) {
  const auto [individual, climb, index] = std::move(underWay_.front());
  underWay_.pop_front();
  approach_.load(observation.test->reached);
  climb->climb.result(index, observation.test, approach_.to(climb->climb.target()));
  if (--climb->missing == 0) goOn(climb);
}

void Climbing::goOn(const std::shared_ptr<ClimbUnderWay>& climb) {
  const TargetId target = climb->climb.target();
  std::vector<Individual> next;
  if (!context_.archive.isCovered(target)) next = climb->climb.next();
  if (next.empty()) {
    --climbing_;
    return;
  }
  climb->missing = next.size();
  for (size_t i = 0; i < next.size(); ++i) candidates_.push_back({std::move(next[i]), climb, i});
}

/// On the nearest test of the next open target that has come nearer since it was last climbed for. False
/// when there is none.
bool Climbing::start() {
  const Archive& archive = context_.archive;
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
    if (!candidates_.empty()) return true;
  }
  isExhausted_ = true;
  return false;
}

}  // namespace covolve::search
