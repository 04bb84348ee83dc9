// Which targets must be covered on the way to which: true control dependence,
// with the branch value, across calls. A target without parents is a root: any
// test that calls the right thing gets there.
//
// Easy to get wrong: there are cycles (loops, recursion).
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "search/target.h"

namespace covolve::search {

class TargetGraph {
 public:
  struct Edge {
    TargetId parent;
    TargetId child;
  };

  TargetGraph() = default;
  /// Edges may come in any order and repeat; edges from a target to itself are left out.
  TargetGraph(size_t targetCount, std::vector<Edge> edges);

  /// Targets found later are roots.
  size_t size() const { return parentStart_.empty() ? 0 : parentStart_.size() - 1; }
  std::span<const TargetId> parents(TargetId target) const;
  std::span<const TargetId> children(TargetId target) const;

 private:
  std::vector<uint32_t> parentStart_;  // one more than there are targets
  std::vector<TargetId> parents_;
  std::vector<uint32_t> childStart_;
  std::vector<TargetId> children_;
};

}  // namespace covolve::search
