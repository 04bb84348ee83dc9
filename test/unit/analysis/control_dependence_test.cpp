// The definition itself, on graphs small enough to try every path.
#include "analysis/control_dependence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"

namespace covolve::analysis {

namespace {

std::vector<bool> reachable(const FlowGraph& graph, uint32_t from, uint32_t avoiding) {
  std::vector<bool> reached(graph.size(), false);
  std::vector<uint32_t> open;
  if (from != avoiding) open.push_back(from);
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    if (reached[node]) continue;
    reached[node] = true;
    for (const uint32_t successor : graph[node]) {
      if (successor != avoiding) open.push_back(successor);
    }
  }
  return reached;
}

constexpr uint32_t kNobody = ~uint32_t{0};

bool reachesEnd(const FlowGraph& graph, uint32_t from, uint32_t avoiding) {
  const std::vector<bool> reached = reachable(graph, from, avoiding);
  for (uint32_t node = 0; node < graph.size(); ++node) {
    if (reached[node] && graph[node].empty()) return true;
  }
  return false;
}

/// Whoever is at `from` comes by `node`.
bool isCertain(const FlowGraph& graph, uint32_t node, uint32_t from) {
  return !reachesEnd(graph, from, node);
}

std::vector<Control> byDefinition(const FlowGraph& graph, uint32_t node) {
  std::vector<Control> controls;
  const std::vector<bool> reached = reachable(graph, 0, kNobody);
  for (uint32_t branch = 0; branch < graph.size(); ++branch) {
    if (!reached[branch]) continue;
    for (const uint32_t successor : graph[branch]) {
      const bool wasCertain = branch != 0 && branch != node && isCertain(graph, node, branch);
      if (isCertain(graph, node, successor) && !wasCertain) controls.push_back({branch, successor});
    }
  }
  std::ranges::sort(controls);
  controls.erase(std::ranges::unique(controls).begin(), controls.end());
  return controls;
}

FlowGraph randomGraph(Rng& rng, bool mayLoopForEver) {
  for (;;) {
    FlowGraph graph(3 + rng.below(8));
    for (uint32_t node = 0; node + 1 < graph.size(); ++node) {
      const uint64_t successors = rng.below(4);
      for (uint64_t i = 0; i < successors; ++i)
        graph[node].push_back(static_cast<uint32_t>(1 + rng.below(graph.size() - 1)));
    }
    bool ends = true;
    for (uint32_t node = 0; node < graph.size(); ++node) ends = ends && reachesEnd(graph, node, kNobody);
    if (mayLoopForEver || ends) return graph;
  }
}

}  // namespace

TEST(ControlDependence, IsAsDefinedOnRandomGraphs) {
  Rng rng(7);
  for (int round = 0; round < 3000; ++round) {
    const FlowGraph graph = randomGraph(rng, /*mayLoopForEver=*/false);
    const auto found = controlDependence(graph);
    const std::vector<bool> reached = reachable(graph, 0, kNobody);
    for (uint32_t node = 1; node < graph.size(); ++node) {
      if (reached[node]) {
        ASSERT_EQ(found[node], byDefinition(graph, node)) << "node " << node << " of round " << round;
      }
    }
  }
}

TEST(ControlDependence, HasAWayFromTheStartToEveryReachedNodeAlsoInEndlessCode) {
  Rng rng(8);
  for (int round = 0; round < 3000; ++round) {
    const FlowGraph graph = randomGraph(rng, /*mayLoopForEver=*/true);
    const auto found = controlDependence(graph);
    FlowGraph controls(graph.size());
    for (uint32_t node = 0; node < graph.size(); ++node) {
      for (const Control& control : found[node]) controls[control.branch].push_back(node);
    }
    const std::vector<bool> hangs = reachable(controls, 0, kNobody);
    const std::vector<bool> reached = reachable(graph, 0, kNobody);
    for (uint32_t node = 1; node < graph.size(); ++node)
      ASSERT_EQ(hangs[node], reached[node]) << "node " << node << " of round " << round;
  }
}

TEST(ControlDependence, ABranchInAnEndlessLoopStillDecides) {
  // 1: head, 2: then, 3: round
  const auto found = controlDependence({{1}, {2, 3}, {3}, {1}});
  EXPECT_EQ(found[2], (std::vector<Control>{{1, 2}}));
  EXPECT_EQ(std::ranges::count(found[3], Control{0, 1}), 1);
}

TEST(ControlDependence, DeepGraphsNeedNoStack) {
  FlowGraph graph(200000);
  for (uint32_t node = 0; node + 1 < graph.size(); ++node) graph[node] = {node + 1};
  const auto found = controlDependence(graph);
  EXPECT_EQ(found.back(), (std::vector<Control>{{0, 1}}));
}

}  // namespace covolve::analysis
