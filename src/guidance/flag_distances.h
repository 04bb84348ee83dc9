// How near a test came to the other side of a decision on a flag (analysis/flags.h):
// as near as it came to a side that would have given it, approach levels included.
// Such a decision's own distance is 1 or a difference of codes, and tells nothing.
//
// Easy to get wrong: a side may have been taken without effect, by another call of
// the test. That says nothing about the call that matters, and if it counted as near,
// the search would only add such calls to its tests.
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
  struct Flag {
    std::vector<search::TargetId> required;
    bool isCovered = false;
    // Of the present test if the stamp says so: flags hang on flags, also in circles.
    uint32_t test = 0;
    search::Fitness fitness = {};
  };

  bool isFlag(search::TargetId target) const {
    return target < flags_.size() && !flags_[target].required.empty();
  }
  bool isOpen(search::TargetId target) const { return isFlag(target) && !flags_[target].isCovered; }
  search::Fitness nearestGiver(search::TargetId flag);

  std::vector<Flag> flags_;  // by target
  size_t open_ = 0;
  search::Approach approach_;
  uint32_t test_ = 0;
  std::vector<size_t> refined_;  // indices in what was reached; reused
};

}  // namespace covolve::guidance
