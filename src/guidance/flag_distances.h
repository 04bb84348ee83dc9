// How near a test came to the other side of a decision on a flag (analysis/flags.h),
// and to what an exception, or its own end, kept it from. Their own distances are 1, a
// difference of codes, or none: the place was not reached.
//
// What tells is the trail, every execution of the decisions in question, in their
// order: what gave a flag its value are the executions just before it was asked. So
// calls of one function from several places, and the rounds of a loop, stay apart.
//
//   trail:   C2 taken   C2 missed by 7   return false   T9 missed
//                       ^ the culprit: T9 is 7 away, not 0
//
// Easy to get wrong: a side may have been taken without effect, for another element or
// by another call. What counts are the executions that gave the wrong value, all of
// them, and how near the right one came where it was not given at all.
#pragma once

#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "covolve/protocol.h"
#include "guidance/stored_first.h"
#include "guidance/trail.h"

namespace covolve::guidance {

/// Of what a distance is wanted, so that each can be measured against its absence.
struct FlagParts {
  bool values = true;  // decisions on truth values
  bool codes = true;   // comparisons with a constant
  bool throws = true;  // what exceptions keep a test from
  bool ends = true;    // what its own end does
};

/// As analysis::Facts has it.
struct FlagFacts {
  std::map<analysis::Side, std::vector<analysis::Side>> required = {};
  std::vector<uint64_t> counters = {};
  std::vector<uint64_t> partial = {};
  std::vector<analysis::Side> leaving = {};
  /// By decision: what leads to a store of what it compares (analysis::ObjectState::storedFor).
  std::map<uint64_t, std::set<analysis::Side>> stored = {};
  FlagParts parts = {};
};

class FlagDistances {
 public:
  /// The graph must outlive it.
  FlagDistances(const TargetMap& targets, const FlagFacts& facts, const search::TargetGraph& graph);

  /// Replaces the distances to flags that no test has covered yet, and adds what exceptions kept the test
  /// from. All without a trail are equally far.
  void refine(std::vector<search::TargetDistance>& reached, std::span<const abi::TrailNote> trail);

  /// The same for a test that ended itself (assert, abort, exit): it covers nothing. What it came to, and
  /// what it would have come to, is as far as its guard is from letting it live; nothing where none is known.
  void refineEnded(std::vector<search::TargetDistance>& reached, std::span<const abi::TrailNote> trail);

  /// What may give these flags, or let those calls return that keep from uncovered targets, each with the
  /// target that it is wanted for.
  std::vector<std::pair<search::TargetId, search::TargetId>> requiredFor(
      std::span<const search::TargetId> targets) const;

  /// Appends what may give this side, and what leads there.
  void appendGivers(search::TargetId target, std::vector<search::TargetId>& givers) const;

  /// Adds the sites whose executions have to be noted for these targets, and for those behind guards
  /// (abi::kWatchTrail and its like).
  void addTrailed(std::span<const search::TargetId> targets, std::vector<uint8_t>& bySite) const;

 private:
  struct Flag {
    std::vector<Ancestor> givers;            // that may give it, and what leads there; by target
    std::vector<search::TargetId> culprits;  // that give the other value; sorted
    uint32_t group = 0;                      // flags that are given by the same decisions
    bool isCounter = false;
    bool isPartial = false;  // something else may give it, that is not known

    bool exists() const { return !givers.empty() || !culprits.empty(); }
  };
  bool isFlag(search::TargetId target) const { return target < flags_.size() && flags_[target].exists(); }
  bool isRefined(search::TargetId target) const { return isFlag(target) || storedFirst_.concerns(target); }
  bool isCovered(search::TargetId target) const { return target < covered_.size() && covered_[target]; }
  void findFlags(const TargetMap& targets, const FlagFacts& facts);
  void findBehind(const TargetMap& targets, const FlagFacts& facts);
  void groupFlags();
  void noteCovered(std::span<const search::TargetDistance> reached);
  size_t guardBefore(size_t from, size_t end) const;
  uint64_t guardsPassed(size_t from, size_t guard);
  void beginLook();
  std::set<search::TargetId> onlyThrough(search::TargetId side,
                                         std::span<const search::TargetDistance> touched) const;
  Away distanceOfFlag(size_t asked) const;
  Away distanceOf(size_t asked);
  uint64_t roundsLeft(const Step& ofLoop, uint64_t passed) const;
  void addBehind(size_t from, size_t guard, Away ofGuard, std::vector<search::TargetDistance>& reached);

  FlagParts parts_;
  DecisionSites sites_;
  StoredFirst storedFirst_;
  std::vector<Flag> flags_;                    // by target
  std::vector<bool> isLeaving_;                // by target
  std::vector<bool> letsGoOn_;                 // by target: the other side of a leaving one
  std::vector<std::vector<Ancestor>> behind_;  // by side: what it leads to, behind calls that may throw
  std::vector<bool> isBehind_;                 // by target
  std::vector<bool> covered_;                  // by target, of the two above
  size_t open_ = 0;
  // Of the present test; reused.
  std::vector<Step> steps_;
  std::vector<uint64_t> nearest_;        // by target
  std::vector<search::TargetId> noted_;  // with an entry in nearest_
  std::vector<uint32_t> stamps_;         // by site: seen in the present look back
  std::vector<uint32_t> entered_;        // by function, the same
  uint32_t stamp_ = 0;
};

}  // namespace covolve::guidance
