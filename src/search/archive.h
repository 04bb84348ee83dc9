// For each target the shortest test that covers it, and for those not covered
// the test that came nearest. Offering a test that improves nothing costs one
// comparison for each target it reached: the archive lies on the hot path.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "search/evaluated.h"

namespace covolve::search {

class Archive {
 public:
  /// What an offered test was good for.
  struct Progress {
    size_t covered = 0;      // targets covered for the first time
    bool isNearer = false;   // some target that is still uncovered was never so near
    bool isFirstAt = false;  // some target was reached for the first time
    explicit operator bool() const { return covered > 0 || isNearer; }
  };

  explicit Archive(size_t targetCount = 0) { grow(targetCount); }

  /// Targets may be found during the search (exception types).
  void grow(size_t targetCount);

  /// By a test that is none of the search's: nothing is looked for there any more.
  void coverFromOutside(TargetId target);
  Progress offer(const EvaluatedTest& test);
  /// The same for a test that nobody else keeps. A target may occur several times.
  Progress offer(const Individual& individual, std::span<const TargetDistance> reached);

  size_t targetCount() const { return entries_.size(); }
  size_t coveredCount() const { return covered_; }
  bool isCovered(TargetId target) const { return entries_[target].distance == 0; }
  /// Of the test that covers the target.
  Length lengthOf(TargetId target) const {
    const uint64_t key = entries_[target].length;
    return {key >> 32, static_cast<uint32_t>(key)};
  }
  /// Whether no test covers the target yet that is as short.
  bool isShortest(TargetId target, Length length) const { return keyOf(length) < entries_[target].length; }
  /// kNotReached when no test reached the target.
  uint64_t nearest(TargetId target) const { return entries_[target].distance; }
  /// Null for a target that is not covered, or from outside.
  const std::shared_ptr<const Individual>& best(TargetId target) const { return entries_[target].best; }
  /// Null for a target that is covered or was never reached.
  const EvaluatedTest& nearestTest(TargetId target) const { return entries_[target].nearest; }

 private:
  /// Fewer actions first, then less weight, in one number.
  static uint64_t keyOf(Length length) {
    constexpr size_t kMost = ~uint32_t{0};
    return (uint64_t{std::min(length.actions, kMost)} << 32) | std::min(length.weight, kMost - 1);
  }

  struct Entry {
    uint64_t distance = kNotReached;
    uint64_t length = ~uint64_t{0};  // of the covering test: actions, then weight
    // The covering test is a copy: what it reached would take far more memory than the test itself.
    std::shared_ptr<const Individual> best;
    EvaluatedTest nearest;
  };

  std::vector<Entry> entries_;
  size_t covered_ = 0;
};

}  // namespace covolve::search
