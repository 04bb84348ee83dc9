#include "search/approach.h"

#include <algorithm>

namespace covolve::search {

void Approach::load(std::span<const TargetDistance> reached) {
  if (++epoch_ == 0) {  // wrapped around: old marks would seem new
    marks_.assign(marks_.size(), {});
    epoch_ = 1;
  }
  if (marks_.size() < graph_.size()) marks_.resize(graph_.size());
  steps_ = 0;
  isSpread_ = false;
  reached_ = reached;
  for (const TargetDistance& targetDistance : reached) {
    if (targetDistance.target >= marks_.size()) marks_.resize(targetDistance.target + 1);
    Mark& mark = marks_[targetDistance.target];
    const bool isRepeated = mark.epoch == epoch_ && mark.distance <= targetDistance.distance;
    if (!isRepeated) mark = {epoch_, 0, targetDistance.distance};
  }
}

Fitness Approach::search(TargetId target) {
  if (++steps_ <= graph_.size()) return walkUp(target);
  spreadDown();
  return to(target);
}

/// Breadth first, so that the first level with something reached is the nearest one.
Fitness Approach::walkUp(TargetId target) {
  if (graph_.parents(target).empty()) return {};
  if (visited_.size() < marks_.size()) visited_.resize(marks_.size());
  if (++walk_ == 0) {
    visited_.assign(visited_.size(), 0);
    walk_ = 1;
  }
  queue_.assign(1, target);
  visited_[target] = walk_;
  size_t begin = 0;
  for (uint32_t level = 1; begin < queue_.size(); ++level) {
    const size_t end = queue_.size();
    bool isFound = false;
    uint64_t distance = kNotReached;
    for (; begin < end; ++begin) {
      for (const TargetId parent : graph_.parents(queue_[begin])) {
        ++steps_;
        if (isKnown(parent)) {
          isFound = true;
          distance = std::min(distance, marks_[parent].distance);
        } else if (visited_[parent] != walk_) {
          visited_[parent] = walk_;
          queue_.push_back(parent);
        }
      }
    }
    if (isFound) return {level, distance};
  }
  return {};
}

/// The same for all targets at once: from what was reached level by level to what depends on it.
void Approach::spreadDown() {
  isSpread_ = true;
  queue_.clear();
  for (const TargetDistance& targetDistance : reached_) queue_.push_back(targetDistance.target);
  size_t begin = 0;
  for (uint32_t level = 1; begin < queue_.size(); ++level) {
    const size_t end = queue_.size();
    for (; begin < end; ++begin) {
      const uint64_t distance = marks_[queue_[begin]].distance;
      for (const TargetId child : graph_.children(queue_[begin])) {
        Mark& mark = marks_[child];
        if (mark.epoch != epoch_) {
          mark = {epoch_, level, distance};
          queue_.push_back(child);
        } else if (mark.level == level) {
          mark.distance = std::min(mark.distance, distance);
        }
      }
    }
  }
}

}  // namespace covolve::search
