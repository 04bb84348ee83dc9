// What a test's trail tells: every execution of the decisions that are noted, in
// their order, and how far each was from the side that it did not take.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "covolve/protocol.h"
#include "guidance/target_map.h"

namespace covolve::guidance {

/// How far from a side: levels of dependence, then what has to come right before (rounds of a loop, further
/// culprits), then the distance at the decision to turn. Sums stay in bounds.
struct Away {
  uint64_t level = 0;
  uint64_t rounds = 0;
  uint64_t distance = 0;

  auto operator<=>(const Away&) const = default;
  Away beyond(uint64_t levels) const { return {level + levels, rounds, distance}; }
  /// As a distance alone, of which several make a sum.
  uint64_t asDistance() const;
  /// In the same order, as far as there are bits for it; never 0.
  uint64_t asNumber() const;
};
constexpr uint32_t kMostLevelsAway = 31;
/// What leads to a side is looked for as far: whoever leaves a reader at its first check must not be nearer
/// than who comes to its fifteenth.
constexpr size_t kMostGivers = 256;
/// Farther than any number of an Away, and nearer than what the test's end kept it from.
constexpr uint64_t kFarthestAway = search::kBehindAnEnd - 2;

/// One execution of a decision; `site` is kNoSite where a call of the test threw.
struct Step {
  uint32_t site;
  search::TargetId taken;
  search::TargetId missed;
  Away away;  // from the missed side
  uint32_t action = 0;
};

/// What leads to a side, and over how many levels of dependence.
struct Ancestor {
  search::TargetId target;
  uint32_t level;
};

/// Decisions by site and by target.
struct DecisionSites {
  DecisionSites() = default;
  /// The graph must outlive it.
  DecisionSites(const TargetMap& targets, const search::TargetGraph& graph);

  bool isDecision(search::TargetId target) const { return siteOf[target] != abi::kNoSite; }
  uint32_t functionOfSide(search::TargetId side) const { return functionOf[siteOf[side]]; }
  /// Of a decision's side the other one, if it has one.
  search::TargetId oppositeOf(search::TargetId side) const {
    const auto& [whenTrue, whenFalse] = sides[siteOf[side]];
    return side == whenTrue ? whenFalse : whenTrue;
  }
  /// Breadth first; the starts are at level 0.
  std::vector<Ancestor> ancestorsOf(const std::vector<search::TargetId>& starts, uint32_t mostLevels,
                                    size_t most) const;
  void read(std::span<const abi::TrailNote> trail, std::vector<Step>& steps) const;

  const search::TargetGraph* graph = nullptr;
  std::vector<std::pair<search::TargetId, search::TargetId>> sides;  // by site: true, false
  std::vector<uint32_t> functionOf;                                  // by site, as numbers
  std::vector<bool> isAnswer;                                        // by site: a known call's
  std::vector<bool> isTruth;                                         // by site: distances of 0 and 1
  std::vector<bool> isEntry;                                         // by site: a function's
  std::vector<std::vector<uint32_t>> entriesOf;  // by function: its sites; instantiations have one each
  std::vector<uint32_t> functionOfTarget;
  std::vector<uint32_t> siteOf;                // by target; kNoSite: no decision's
  std::vector<std::vector<uint32_t>> sitesOf;  // by target: of all instantiations
};

/// Among ancestors by target; null where it is none of them.
inline const Ancestor* findAncestor(std::span<const Ancestor> byTarget, search::TargetId target) {
  const auto found = std::ranges::lower_bound(byTarget, target, {}, &Ancestor::target);
  return found != byTarget.end() && found->target == target ? &*found : nullptr;
}

}  // namespace covolve::guidance
