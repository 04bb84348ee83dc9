#include "analysis/control_dependence.h"

#include <algorithm>

namespace covolve::analysis {

namespace {

constexpr uint32_t kUnknown = ~uint32_t{0};

struct Edge {
  uint32_t from;
  uint32_t to;
};

struct Walk {
  std::vector<uint32_t> postOrder;
  std::vector<Edge> backEdges;
};

/// Depth first by hand: generated code nests deeper than a stack likes.
Walk walk(const FlowGraph& graph, uint32_t start) {
  enum class Mark : uint8_t { New, Open, Done };
  struct Visit {
    uint32_t node;
    size_t next;
  };
  Walk result;
  std::vector<Mark> marks(graph.size(), Mark::New);
  std::vector<Visit> path{{start, 0}};
  marks[start] = Mark::Open;
  while (!path.empty()) {
    Visit& visit = path.back();
    const uint32_t node = visit.node;
    if (visit.next == graph[node].size()) {
      marks[node] = Mark::Done;
      result.postOrder.push_back(node);
      path.pop_back();
      continue;
    }
    const uint32_t successor = graph[node][visit.next++];
    if (marks[successor] == Mark::Open) result.backEdges.push_back({node, successor});
    if (marks[successor] != Mark::New) continue;
    marks[successor] = Mark::Open;
    path.push_back({successor, 0});
  }
  return result;
}

/// Only edges from nodes that the start reaches: others would make dead code decide.
FlowGraph reversed(const FlowGraph& graph, const std::vector<uint32_t>& reached) {
  FlowGraph result(graph.size());
  for (const uint32_t node : reached) {
    for (const uint32_t successor : graph[node]) result[successor].push_back(node);
  }
  return result;
}

/// Adds the end as a last node that every reached node leads to, and returns it. The start leads there too,
/// so that nothing is certain before it.
uint32_t addEnd(FlowGraph& graph, const Walk& fromStart) {
  const auto end = static_cast<uint32_t>(graph.size());
  graph.emplace_back();
  for (const uint32_t node : fromStart.postOrder) {
    if (graph[node].empty()) graph[node].push_back(end);
  }
  std::vector<bool> ends(graph.size(), false);
  for (const uint32_t node : walk(reversed(graph, fromStart.postOrder), end).postOrder) ends[node] = true;
  for (const Edge& jump : fromStart.backEdges) {
    if (!ends[jump.from]) graph[jump.from].push_back(end);
  }
  graph[0].push_back(end);
  return end;
}

class PostDominators {
 public:
  PostDominators(const FlowGraph& graph, const FlowGraph& backward, uint32_t end)
      : rank_(graph.size(), kUnknown), immediate_(graph.size(), kUnknown) {
    const std::vector<uint32_t> order = walk(backward, end).postOrder;  // the end comes last
    for (uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
    immediate_[end] = end;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = order.size() - 1; i-- > 0;) {
        const uint32_t common = commonOfSuccessors(graph[order[i]]);
        changed = changed || immediate_[order[i]] != common;
        immediate_[order[i]] = common;
      }
    }
  }

  uint32_t of(uint32_t node) const { return immediate_[node]; }

 private:
  uint32_t commonOfSuccessors(const std::vector<uint32_t>& successors) const {
    uint32_t common = kUnknown;
    for (const uint32_t successor : successors) {
      if (immediate_[successor] == kUnknown) continue;
      common = common == kUnknown ? successor : meet(common, successor);
    }
    return common;
  }

  uint32_t meet(uint32_t left, uint32_t right) const {
    while (left != right) {
      while (rank_[left] < rank_[right]) left = immediate_[left];
      while (rank_[right] < rank_[left]) right = immediate_[right];
    }
    return left;
  }

  std::vector<uint32_t> rank_;  // in post order of the backward graph
  std::vector<uint32_t> immediate_;
};

}  // namespace

std::vector<std::vector<Control>> controlDependence(FlowGraph graph) {
  std::vector<std::vector<Control>> result(graph.size());
  if (graph.empty()) return result;
  const Walk fromStart = walk(graph, 0);
  const uint32_t end = addEnd(graph, fromStart);
  const PostDominators postDominators(graph, reversed(graph, fromStart.postOrder), end);
  for (const uint32_t branch : fromStart.postOrder) {
    std::vector<uint32_t> successors = graph[branch];
    std::ranges::sort(successors);
    successors.erase(std::ranges::unique(successors).begin(), successors.end());
    for (const uint32_t successor : successors) {
      for (uint32_t node = successor; node != postDominators.of(branch); node = postDominators.of(node))
        result[node].push_back({branch, successor});
    }
  }
  for (std::vector<Control>& controls : result) std::ranges::sort(controls);
  return result;
}

}  // namespace covolve::analysis
