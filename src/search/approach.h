// Approach level and branch distance of one test for any target: its own
// distance where it was reached, else 1 + the best of its parents.
//
//   Approach approach(graph);
//   approach.load(test.reached);         // O(reached)
//   Fitness fitness = approach.to(target);   // a short walk up the graph
#pragma once

#include <span>
#include <vector>

#include "search/target_graph.h"

namespace covolve::search {

class Approach {
 public:
  explicit Approach(const TargetGraph& graph) : graph_(graph) {}

  /// The test that the following calls are about, and that lives as long. A target may occur several times:
  /// the nearest counts.
  void load(std::span<const TargetDistance> reached);
  /// Level ~0 where no ancestor was reached either.
  Fitness to(TargetId target) {
    if (isKnown(target)) return {marks_[target].level, marks_[target].distance};
    return isSpread_ ? Fitness{} : search(target);
  }

 private:
  struct Mark {
    uint32_t epoch = 0;  // of an earlier test unless it is the present one
    uint32_t level = 0;  // 0: reached by the test itself
    uint64_t distance = 0;
  };

  bool isKnown(TargetId target) const { return target < marks_.size() && marks_[target].epoch == epoch_; }
  Fitness search(TargetId target);
  Fitness walkUp(TargetId target);
  void spreadDown();

  const TargetGraph& graph_;
  uint32_t epoch_ = 0;
  std::vector<Mark> marks_;
  std::span<const TargetDistance> reached_;
  // Who asks for many targets of one test pays for one pass over the graph, not for a walk each.
  size_t steps_ = 0;
  bool isSpread_ = false;
  uint32_t walk_ = 0;
  std::vector<uint32_t> visited_;  // stamps of the walk
  std::vector<TargetId> queue_;
};

}  // namespace covolve::search
