#include "search/refine/targets_in_turn.h"

namespace covolve::search {

std::optional<TargetId> TargetsInTurn::next() {
  if (isExhausted_) return std::nullopt;
  tries_.resize(archive_.targetCount());
  for (size_t looked = 0; looked < tries_.size(); ++looked) {
    const TargetId target = next_;
    next_ = (next_ + 1) % static_cast<TargetId>(tries_.size());
    if (archive_.isCovered(target) || archive_.nearestTest(target) == nullptr) continue;
    Tries& tries = tries_[target];
    if (archive_.nearest(target) < tries.distance) tries = {archive_.nearest(target), 0};
    if (tries.count == mostTries_) continue;
    ++tries.count;
    return target;
  }
  isExhausted_ = true;
  return std::nullopt;
}

}  // namespace covolve::search
