// For each target the shortest test that covers it, and how near the nearest
// test came to those not covered. Offering a test that improves nothing costs
// one comparison for each target it reached: the archive lies on the hot path.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

class Archive {
 public:
  explicit Archive(size_t targetCount = 0) { grow(targetCount); }

  /// Targets may be found during the search (exception types).
  void grow(size_t targetCount);

  /// Copies the individual only if it becomes the best for some target. True if something was covered for the
  /// first time.
  bool offer(const Individual& individual, std::span<const Closeness> reached);

  size_t targetCount() const { return entries_.size(); }
  size_t coveredCount() const { return covered_; }
  bool isCovered(TargetId target) const { return entries_[target].best != nullptr; }
  /// kNotReached when no test reached the target.
  uint64_t nearest(TargetId target) const { return entries_[target].distance; }
  /// Null for a target that is not covered.
  const std::shared_ptr<const Individual>& best(TargetId target) const { return entries_[target].best; }

 private:
  struct Entry {
    uint64_t distance = kNotReached;
    uint32_t actions = ~uint32_t{0};
    uint32_t weight = ~uint32_t{0};
    std::shared_ptr<const Individual> best;
  };

  std::vector<Entry> entries_;
  size_t covered_ = 0;
};

}  // namespace covolve::search
