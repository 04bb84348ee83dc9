#include "guidance/idle_steps.h"

namespace covolve::guidance {

using search::TargetId;

IdleSteps::IdleSteps(const TargetMap& targets, const FlagDistances& flags, const search::TargetGraph& graph)
    : targets_(targets), flags_(flags), graph_(graph) {
  for (TargetId target = 0; target < targets.targets().size(); ++target) {
    if (targets.targets()[target].kind == search::TargetKind::Step) steps_.push_back(target);
  }
}

void IdleSteps::append(const std::function<bool(TargetId)>& isCovered, std::vector<TargetId>& idle) const {
  if (steps_.empty()) return;
  const std::vector<search::Target>& targets = targets_.targets();
  std::vector<bool> isWanted(targets.size());
  std::vector<TargetId> open;
  for (TargetId target = 0; target < targets.size(); ++target) {
    if (isWorthATest(targets[target].kind) && !isCovered(target)) open.push_back(target);
  }
  std::vector<TargetId> before;
  while (!open.empty()) {
    before.clear();
    flags_.appendGivers(open.back(), before);
    if (open.back() < graph_.size()) {  // others were found later
      const std::span<const TargetId> parents = graph_.parents(open.back());
      before.insert(before.end(), parents.begin(), parents.end());
    }
    open.pop_back();
    for (const TargetId target : before) {
      if (isWorthATest(targets[target].kind) || isWanted[target]) continue;
      isWanted[target] = true;
      open.push_back(target);
    }
  }
  for (const TargetId step : steps_) {
    if (!isWanted[step] && !isCovered(step)) idle.push_back(step);
  }
}

}  // namespace covolve::guidance
