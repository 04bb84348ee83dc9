#include "guidance/flag_distances.h"

#include <algorithm>

namespace covolve::guidance {

using search::Fitness;
using search::TargetDistance;
using search::TargetId;

namespace {

/// Level and distance as one number in the same order, as far as distances differ in their first 39 bits.
uint64_t joined(const Fitness& fitness) {
  constexpr unsigned kBits = 40;
  constexpr uint64_t kExact = uint64_t{1} << (kBits - 1);
  constexpr uint32_t kHighest = (1u << 20) - 1;
  const uint64_t distance =
      fitness.distance < kExact ? fitness.distance : kExact + (fitness.distance >> (64 - kBits + 1));
  return (uint64_t{std::min(fitness.level, kHighest)} << kBits) + distance;
}

}  // namespace

FlagDistances::FlagDistances(const TargetMap& targets, const RequiredSides& required,
                             const search::TargetGraph& graph)
    : approach_(graph) {
  const auto targetOf = targets.targetsOfSides();
  const auto find = [&](const analysis::Side& side) {
    const auto found = targetOf.find(side);
    return found != targetOf.end() ? found->second : search::kNoTarget;
  };
  for (const auto& [side, alternatives] : required) {
    const TargetId flag = find(side);
    if (flag == search::kNoTarget) continue;
    if (flag >= required_.size()) required_.resize(flag + 1);
    for (const analysis::Side& alternative : alternatives) {
      const TargetId target = find(alternative);
      if (target != search::kNoTarget && target != flag) required_[flag].push_back(target);
    }
    hasOpen_ |= !required_[flag].empty();
  }
}

void FlagDistances::refine(std::vector<TargetDistance>& reached) {
  if (!hasOpen_) return;
  refined_.clear();
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto& [target, distance] = reached[i];
    if (!isOpen(target)) continue;
    if (distance == 0) {
      required_[target].clear();  // nobody is after it any more
    } else {
      refined_.push_back(i);
    }
  }
  if (refined_.empty()) return;
  approach_.load(reached);
  for (size_t& i : refined_) {
    const TargetId flag = reached[i].target;
    // Covered by another round of the same test.
    const bool isOver = !isOpen(flag) || approach_.to(flag).isCovered();
    const uint64_t distance = isOver ? reached[i].distance : distanceTo(flag, 0);
    // Those that follow are still told by what was measured.
    reached[i].distance = distance;
  }
}

uint64_t FlagDistances::distanceTo(TargetId flag, unsigned depth) {
  constexpr unsigned kDeepest = 4;  // flags that hang on flags
  uint64_t nearest = joined(Fitness{});
  for (const TargetId target : required_[flag]) {
    Fitness fitness = approach_.to(target);
    const bool isFlag = fitness.level == 0 && fitness.distance != 0 && isOpen(target);
    if (isFlag && depth < kDeepest) fitness.distance = distanceTo(target, depth + 1);
    nearest = std::min(nearest, joined(fitness));
  }
  return 1 + nearest;
}

std::vector<std::pair<TargetId, TargetId>> FlagDistances::requiredFor(
    std::span<const TargetId> targets) const {
  std::vector<std::pair<TargetId, TargetId>> result;
  for (const TargetId flag : targets) {
    if (!isOpen(flag)) continue;
    for (const TargetId target : required_[flag]) result.emplace_back(target, flag);
  }
  return result;
}

}  // namespace covolve::guidance
