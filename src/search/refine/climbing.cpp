#include "search/refine/climbing.h"

namespace covolve::search {

void Climbing::observe(const Observation& observation) {
  if (observation.isBetter) isExhausted_ = false;
}

void Climbing::propose(size_t count, std::vector<Individual>& batch) {
  while (count > 0) {
    if (climbs_.propose(batch)) {
      --count;
    } else if (!start()) {
      return;
    }
  }
}

/// On the nearest test of the next open target that has come nearer since it was last climbed for. False
/// when there is none.
bool Climbing::start() {
  const Archive& archive = context_.archive;
  if (isExhausted_ || climbs_.isFull()) return false;
  climbedFrom_.resize(archive.targetCount(), kNotReached);
  for (size_t looked = 0; looked < archive.targetCount(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(archive.targetCount());
    const EvaluatedTest& nearest = archive.nearestTest(target);
    if (archive.isCovered(target) || nearest == nullptr) continue;
    if (archive.nearest(target) >= climbedFrom_[target]) continue;
    climbedFrom_[target] = archive.nearest(target);
    climbs_.start(Climb(nearest, target, {0, archive.nearest(target)}));
    return true;
  }
  isExhausted_ = true;
  return false;
}

}  // namespace covolve::search
