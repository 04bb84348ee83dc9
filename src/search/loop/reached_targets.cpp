#include "search/loop/reached_targets.h"

#include <algorithm>

namespace covolve::search {

std::vector<TargetDistance> ReachedTargets::worthKeeping(std::span<const TargetDistance> reached,
                                                         Length length) {
  const size_t targetCount = archive_.targetCount();
  if (places_.size() < targetCount) {
    places_.resize(targetCount);
    leadsNowhere_.resize(targetCount, 0);  // found later, so open
  }
  if (++test_ == 0) {  // wrapped around: old places would seem new
    places_.assign(places_.size(), {});
    test_ = 1;
  }
  kept_.clear();
  for (const TargetDistance& targetDistance : reached) {
    const auto [target, distance] = targetDistance;
    if (leadsNowhere_[target] != 0 && (distance != 0 || !archive_.isShortest(target, length))) continue;
    Place& place = places_[target];
    if (place.test != test_) {
      place = {test_, static_cast<uint32_t>(kept_.size())};
      kept_.push_back(targetDistance);
    } else {
      uint64_t& nearest = kept_[place.index].distance;
      nearest = std::min(nearest, distance);
    }
  }
  return kept_;
}

/// Up the dependences from all that is open.
void ReachedTargets::noteCovered() {
  leadsNowhere_.assign(archive_.targetCount(), 1);
  std::vector<TargetId> open;
  const auto reach = [&](TargetId target) {
    if (leadsNowhere_[target] == 0) return;
    leadsNowhere_[target] = 0;
    if (target < graph_.size()) open.push_back(target);
  };
  for (TargetId target = 0; target < archive_.targetCount(); ++target) {
    if (!archive_.isCovered(target)) reach(target);
  }
  while (!open.empty()) {
    const TargetId target = open.back();
    open.pop_back();
    for (const TargetId parent : graph_.parents(target)) reach(parent);
  }
}

}  // namespace covolve::search
