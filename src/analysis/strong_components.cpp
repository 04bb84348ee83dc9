#include "analysis/strong_components.h"

#include <algorithm>
#include <cstddef>

namespace covolve::analysis {

std::vector<uint32_t> strongComponents(const std::vector<std::vector<uint32_t>>& successors) {
  constexpr uint32_t kNone = ~uint32_t{0};
  struct Visit {
    uint32_t node;
    size_t next;
  };
  std::vector<uint32_t> component(successors.size(), kNone), order(successors.size(), kNone),
      lowest(successors.size(), kNone), pending;
  uint32_t visited = 0, components = 0;
  // Depth first by hand: call chains are longer than a stack likes.
  std::vector<Visit> path;
  const auto enter = [&](uint32_t node) {
    order[node] = lowest[node] = visited++;
    pending.push_back(node);
    path.push_back({node, 0});
  };
  for (uint32_t start = 0; start < successors.size(); ++start) {
    if (order[start] != kNone) continue;
    enter(start);
    while (!path.empty()) {
      Visit& visit = path.back();
      const uint32_t node = visit.node;
      if (visit.next < successors[node].size()) {
        const uint32_t successor = successors[node][visit.next++];
        if (order[successor] == kNone) {
          enter(successor);
        } else if (component[successor] == kNone) {
          lowest[node] = std::min(lowest[node], order[successor]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) lowest[path.back().node] = std::min(lowest[path.back().node], lowest[node]);
      if (lowest[node] != order[node]) continue;
      for (uint32_t member = kNone; member != node;) {
        member = pending.back();
        pending.pop_back();
        component[member] = components;
      }
      ++components;
    }
  }
  return component;
}

}  // namespace covolve::analysis
