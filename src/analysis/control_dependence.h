// Control dependence of a flow graph (Ferrante, Ottenstein and Warren 1987):
// B depends on the edge A -> S if taking it makes B certain and not taking it
// does not. Computed from post-dominators (Cooper, Harvey and Kennedy 2001).
//
// Easy to get wrong: code that never ends has no post-dominators. Jumps back of
// such loops count as ends, as if the loop gave up after any round.
#pragma once

#include <cstdint>
#include <vector>

namespace covolve::analysis {

/// Successors by node; node 0 is the start. Successors may repeat.
using FlowGraph = std::vector<std::vector<uint32_t>>;

/// Leaving `branch` towards `successor` decides.
struct Control {
  uint32_t branch;
  uint32_t successor;

  auto operator<=>(const Control&) const = default;
};

/// By node. A node that is always reached depends on a start's edge; one that is never has none.
std::vector<std::vector<Control>> controlDependence(FlowGraph graph);

}  // namespace covolve::analysis
