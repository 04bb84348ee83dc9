// Steps of what a library compares are looked for only as long as something of the
// source is open that they lead to: many can never be taken, and nobody asks.
#pragma once

#include <functional>
#include <vector>

#include "guidance/flag_distances.h"
#include "guidance/target_map.h"
#include "search/target_graph.h"

namespace covolve::guidance {

class IdleSteps {
 public:
  IdleSteps(const TargetMap& targets, const FlagDistances& flags, const search::TargetGraph& graph);

  /// Those that are not covered and lead to nothing that is open.
  void append(const std::function<bool(search::TargetId)>& isCovered,
              std::vector<search::TargetId>& idle) const;

 private:
  const TargetMap& targets_;
  const FlagDistances& flags_;
  const search::TargetGraph& graph_;
  std::vector<search::TargetId> steps_;
};

}  // namespace covolve::guidance
