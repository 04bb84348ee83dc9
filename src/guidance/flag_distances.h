// How near a test came to the other side of a decision on a flag (analysis/flags.h):
// as near as it came to a side that would have given it, approach levels included.
// Such a decision's own distance is 1 or a difference of codes, and tells nothing.
//
// Easy to get wrong: the sides may have been taken by another call of the test, or
// in an earlier round of a loop, without effect; that is nearest but not there.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "guidance/target_map.h"
#include "search/approach.h"

namespace covolve::guidance {

/// As analysis::Facts has them.
using RequiredSides = std::map<analysis::Side, std::vector<analysis::Side>>;

class FlagDistances {
 public:
  /// The graph must outlive it.
  FlagDistances(const TargetMap& targets, const RequiredSides& required, const search::TargetGraph& graph);

  /// Replaces the distances to flags that no test has covered yet.
  void refine(std::vector<search::TargetDistance>& reached);

  /// What may give these flags, each with the flag.
  std::vector<std::pair<search::TargetId, search::TargetId>> requiredFor(
      std::span<const search::TargetId> targets) const;

 private:
  bool isOpen(search::TargetId target) const {
    return target < required_.size() && !required_[target].empty();
  }
  uint64_t distanceTo(search::TargetId flag, unsigned depth);

  std::vector<std::vector<search::TargetId>> required_;  // by target; empty for those that are covered, too
  bool hasOpen_ = false;
  search::Approach approach_;
  std::vector<size_t> refined_;  // indices in what was reached; reused
};

}  // namespace covolve::guidance
