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
  constexpr size_t kMostAlternatives = 64;  // what so many places set is set by chance
  const auto targetOf = targets.targetsOfSides();
  const auto find = [&](const analysis::Side& side) {
    const auto found = targetOf.find(side);
    return found != targetOf.end() ? found->second : search::kNoTarget;
  };
  for (const auto& [side, alternatives] : required) {
    const TargetId flag = find(side);
    if (flag == search::kNoTarget || alternatives.size() > kMostAlternatives) continue;
    if (flag >= flags_.size()) flags_.resize(flag + 1);
    const bool wasFlag = isFlag(flag);
    for (const analysis::Side& alternative : alternatives) {
      const TargetId target = find(alternative);
      if (target != search::kNoTarget && target != flag) flags_[flag].required.push_back(target);
    }
    if (!wasFlag && isFlag(flag)) ++open_;
  }
}

void FlagDistances::refine(std::vector<TargetDistance>& reached) {
  if (open_ == 0) return;
  refined_.clear();
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto& [target, distance] = reached[i];
    if (!isOpen(target)) continue;
    if (distance == 0) {
      flags_[target].isCovered = true;
      --open_;
    } else {
      refined_.push_back(i);
    }
  }
  // What another round of the same test has covered is not refined.
  std::erase_if(refined_, [&](size_t i) { return !isOpen(reached[i].target); });
  if (refined_.empty()) return;
  approach_.load(reached);
  if (++test_ == 0) {  // wrapped around: old stamps would seem new
    for (Flag& flag : flags_) flag.test = 0;
    test_ = 1;
  }
  // All are asked before any is replaced: the approach is told by what was measured.
  for (const size_t i : refined_) nearestGiver(reached[i].target);
  for (const size_t i : refined_) reached[i].distance = 1 + joined(flags_[reached[i].target].fitness);
}

Fitness FlagDistances::nearestGiver(TargetId flag) {
  Flag& present = flags_[flag];
  if (present.test == test_) return present.fitness;
  present.test = test_;
  present.fitness = {};  // whoever comes round to it again gets no nearer by it
  Fitness nearest;
  for (const TargetId target : present.required) {
    Fitness fitness = approach_.to(target);
    if (fitness.isCovered()) continue;
    const bool isMissedFlag = fitness.level == 0 && fitness.distance != 0 && isFlag(target);
    if (isMissedFlag) fitness = nearestGiver(target);
    nearest = std::min(nearest, fitness);
  }
  return present.fitness = nearest;
}

std::vector<std::pair<TargetId, TargetId>> FlagDistances::requiredFor(
    std::span<const TargetId> targets) const {
  std::vector<std::pair<TargetId, TargetId>> result;
  for (const TargetId flag : targets) {
    if (!isOpen(flag)) continue;
    for (const TargetId target : flags_[flag].required) result.emplace_back(target, flag);
  }
  return result;
}

}  // namespace covolve::guidance
