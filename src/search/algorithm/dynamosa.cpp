#include "search/algorithm/dynamosa.h"

#include <algorithm>

namespace covolve::search {

namespace {

/// Targets without parents, and those that none of these lead to.
std::vector<TargetId> rootsOf(const TargetGraph& graph) {
  std::vector<TargetId> roots;
  std::vector<bool> isReachable(graph.size());
  std::vector<TargetId> stack;
  const auto reach = [&](TargetId target) {
    if (isReachable[target]) return;
    isReachable[target] = true;
    stack.push_back(target);
  };
  for (TargetId target = 0; target < graph.size(); ++target) {
    if (!graph.parents(target).empty()) continue;
    roots.push_back(target);
    reach(target);
  }
  while (!stack.empty()) {
    const TargetId target = stack.back();
    stack.pop_back();
    for (const TargetId child : graph.children(target)) reach(child);
  }
  for (TargetId target = 0; target < graph.size(); ++target) {
    if (!isReachable[target]) roots.push_back(target);
  }
  return roots;
}

}  // namespace

Dynamosa::Dynamosa(const Context& context, Mutator& mutator)
    : Mosa(context, mutator),
      candidates_(rootsOf(context.problem.graph())),
      isKnown_(context.problem.graph().size()) {
  for (const TargetId root : candidates_) isKnown_[root] = true;
}

bool Dynamosa::updateObjectives(std::vector<TargetId>& objectives) {
  const Archive& archive = context_.archive;
  const TargetGraph& graph = context_.problem.graph();
  // Targets that the graph does not know were found later and have no parents.
  const auto known = static_cast<TargetId>(isKnown_.size());
  isKnown_.resize(std::max(isKnown_.size(), archive.targetCount()), true);
  for (TargetId target = known; target < archive.targetCount(); ++target) candidates_.push_back(target);

  bool hasChanged = false;
  std::vector<TargetId> open;
  const auto look = [&](TargetId target) {
    if (!archive.isCovered(target)) {
      open.push_back(target);
      return;
    }
    for (const TargetId child : graph.children(target)) {
      if (!isKnown_[child]) candidates_.push_back(child);
      isKnown_[child] = true;
    }
  };
  for (const TargetId target : objectives) look(target);
  hasChanged |= open.size() != objectives.size();
  for (size_t i = 0; i < candidates_.size(); ++i) look(candidates_[i]);  // grows on the way
  hasChanged |= open.size() != objectives.size();
  candidates_.clear();
  objectives.swap(open);
  return hasChanged;
}

}  // namespace covolve::search
