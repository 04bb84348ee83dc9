#include "search/target_graph.h"

#include <algorithm>
#include <tuple>

namespace covolve::search {

namespace {

/// Neighbours of each target one after the other, and where each target's begin.
template <class Of, class Neighbour>
void fill(size_t targetCount, const std::vector<TargetGraph::Edge>& edges, Of of, Neighbour neighbour,
          std::vector<uint32_t>& start, std::vector<TargetId>& neighbours) {
  start.assign(targetCount + 1, 0);
  for (const TargetGraph::Edge& edge : edges) ++start[of(edge) + 1];
  for (size_t target = 0; target < targetCount; ++target) start[target + 1] += start[target];
  neighbours.resize(edges.size());
  std::vector<uint32_t> next(start.begin(), start.end() - 1);
  for (const TargetGraph::Edge& edge : edges) neighbours[next[of(edge)]++] = neighbour(edge);
}

std::span<const TargetId> slice(const std::vector<uint32_t>& start, const std::vector<TargetId>& neighbours,
                                TargetId target) {
  if (size_t{target} + 1 >= start.size()) return {};
  return std::span(neighbours).subspan(start[target], start[target + 1] - start[target]);
}

}  // namespace

TargetGraph::TargetGraph(size_t targetCount, std::vector<Edge> edges) {
  std::erase_if(edges, [](const Edge& edge) { return edge.parent == edge.child; });
  const auto key = [](const Edge& edge) { return std::tie(edge.parent, edge.child); };
  std::ranges::sort(edges, {}, key);
  const auto repeated = std::ranges::unique(edges, {}, key);
  edges.erase(repeated.begin(), repeated.end());

  const auto parent = [](const Edge& edge) { return edge.parent; };
  const auto child = [](const Edge& edge) { return edge.child; };
  fill(targetCount, edges, child, parent, parentStart_, parents_);
  fill(targetCount, edges, parent, child, childStart_, children_);
}

std::span<const TargetId> TargetGraph::parents(TargetId target) const {
  return slice(parentStart_, parents_, target);
}

std::span<const TargetId> TargetGraph::children(TargetId target) const {
  return slice(childStart_, children_, target);
}

}  // namespace covolve::search
