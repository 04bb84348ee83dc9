#include "guidance/flag_distances.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace covolve::guidance {

using search::kNoTarget;
using search::TargetDistance;
using search::TargetGraph;
using search::TargetId;

namespace {

constexpr size_t kMostAlternatives = 64;  // what so many places set is set by chance
// Of what stands behind calls.
constexpr uint32_t kMostLevelsBehind = 6;
constexpr size_t kMostBehind = 64;
constexpr uint64_t kMostRounds = 64;  // of a loop that does not say how many it has

uint64_t sum(uint64_t one, uint64_t other) {
  return one > abi::kFarthest - other ? abi::kFarthest : one + other;
}

}  // namespace

FlagDistances::FlagDistances(const TargetMap& targets, const FlagFacts& facts, const TargetGraph& graph)
    : parts_(facts.parts) {
  if (facts.required.empty() && facts.leaving.empty() && facts.stored.empty()) return;
  const size_t targetCount = targets.targets().size();
  sites_ = DecisionSites(targets, graph);
  flags_.resize(targetCount);
  covered_.resize(targetCount);
  nearest_.assign(targetCount, abi::kNever);
  stamps_.resize(targets.siteCount());
  entered_.resize(sites_.entriesOf.size());
  findFlags(targets, facts);
  groupFlags();
  storedFirst_ = StoredFirst(targets, sites_, facts.stored);
  findBehind(targets, facts);
  for (TargetId target = 0; target < targetCount; ++target)
    open_ += isRefined(target) || isBehind_[target] ? 1 : 0;
}

void FlagDistances::findFlags(const TargetMap& targets, const FlagFacts& facts) {
  const auto targetOf = targets.targetsOfSides();
  const auto targetsOf = [&](const analysis::Side& side, TargetId flag) {
    std::vector<TargetId> result;
    const auto known = facts.required.find(side);
    if (known == facts.required.end() || known->second.size() > kMostAlternatives) return result;
    for (const analysis::Side& alternative : known->second) {
      const auto target = targetOf.find(alternative);
      if (target != targetOf.end() && target->second != flag) result.push_back(target->second);
    }
    std::ranges::sort(result);
    return result;
  };
  std::set<analysis::Side> sides;
  for (const auto& [side, _] : facts.required) sides.insert({{side.site, true}, {side.site, false}});
  for (const analysis::Side& side : sides) {
    const auto known = targetOf.find(side);
    if (known == targetOf.end()) continue;
    const TargetId target = known->second;
    const bool isWanted = sites_.isTruth[sites_.siteOf[target]] ? parts_.values : parts_.codes;
    if (!isWanted) continue;
    Flag& flag = flags_[target];
    flag.givers = sites_.ancestorsOf(targetsOf(side, target), kMostLevelsAway, kMostGivers);
    std::erase_if(flag.givers, [&](const Ancestor& giver) {
      return sites_.siteOf[giver.target] == abi::kNoSite ||
             sites_.siteOf[giver.target] == sites_.siteOf[target];
    });
    std::ranges::sort(flag.givers, {}, &Ancestor::target);
    flag.culprits = targetsOf({side.site, !side.outcome}, target);
    // What gives the other value on the way to what gives this one only came first.
    std::erase_if(flag.culprits, [&](TargetId culprit) {
      return std::ranges::binary_search(flag.givers, culprit, {}, &Ancestor::target);
    });
    flag.isCounter = std::ranges::binary_search(facts.counters, side.site);
    flag.isPartial = !flag.isCounter && std::ranges::binary_search(facts.partial, side.site);
  }
}

/// By what gives them.
void FlagDistances::groupFlags() {
  std::vector<TargetId> leader(flags_.size());
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](TargetId target) {
    while (leader[target] != target) target = leader[target] = leader[leader[target]];
    return target;
  };
  std::map<uint32_t, TargetId> firstBySite;  // of what gives them
  for (TargetId target = 0; target < flags_.size(); ++target) {
    const auto join = [&](TargetId giver) {
      if (sites_.siteOf[giver] == abi::kNoSite) return;
      leader[find(target)] = find(firstBySite.try_emplace(sites_.siteOf[giver], target).first->second);
    };
    for (const Ancestor& giver : flags_[target].givers) {
      if (giver.level == 0) join(giver.target);
    }
    for (const TargetId culprit : flags_[target].culprits) join(culprit);
  }
  for (TargetId target = 0; target < flags_.size(); ++target) flags_[target].group = find(target);
}

void FlagDistances::findBehind(const TargetMap& targets, const FlagFacts& facts) {
  const auto targetOf = targets.targetsOfSides();
  isLeaving_.resize(flags_.size());
  isBehind_.resize(flags_.size());
  behind_.resize(flags_.size());
  letsGoOn_.resize(flags_.size());
  if (!parts_.throws && !parts_.ends) return;
  for (const analysis::Side& side : facts.leaving) {
    if (const auto target = targetOf.find(side); target != targetOf.end()) isLeaving_[target->second] = true;
    const auto other = targetOf.find({side.site, !side.outcome});
    if (other != targetOf.end()) letsGoOn_[other->second] = true;
  }
  for (TargetId target = 0; target < flags_.size(); ++target) {
    const std::vector<Ancestor> ancestors = sites_.ancestorsOf({target}, kMostLevelsBehind, kMostBehind);
    // The ancestors have the target itself among them.
    const bool isGuarded =
        std::ranges::any_of(ancestors, [&](const Ancestor& each) { return letsGoOn_[each.target]; });
    if (!isGuarded) continue;
    isBehind_[target] = true;
    for (const Ancestor& each : ancestors) {
      const bool isDecision = sites_.siteOf[each.target] != abi::kNoSite;
      if (each.level > 0 && isDecision && sites_.siteOf[each.target] != sites_.siteOf[target])
        behind_[each.target].push_back({target, each.level});
    }
  }
}

void FlagDistances::noteCovered(std::span<const TargetDistance> reached) {
  for (const auto& [target, distance] : reached) {
    if (distance != 0 || target >= covered_.size() || covered_[target]) continue;
    covered_[target] = true;
    if (isRefined(target) || isBehind_[target]) --open_;
  }
}

void FlagDistances::refine(std::vector<TargetDistance>& reached, std::span<const abi::TrailNote> trail) {
  if (open_ == 0) return;
  noteCovered(reached);
  const size_t measured = reached.size();
  sites_.read(trail, steps_);
  storedFirst_.begin();
  size_t from = 0;
  for (size_t i = 0; i < steps_.size(); ++i) {
    Step& step = steps_[i];
    if (step.site == abi::kNoSite) {
      const size_t guard = guardBefore(from, i);
      if (guard != i && parts_.throws) addBehind(from, guard, steps_[guard].away, reached);
      from = i + 1;
    } else if (step.missed != kNoTarget && isRefined(step.missed)) {
      step.away = distanceOf(i);
      if (isCovered(step.missed)) continue;
      if (nearest_[step.missed] == abi::kNever) noted_.push_back(step.missed);
      nearest_[step.missed] = std::min(nearest_[step.missed], step.away.asNumber());
    }
  }
  for (size_t i = 0; i < measured; ++i) {
    auto& [target, distance] = reached[i];
    if (distance == 0 || !isRefined(target) || isCovered(target)) continue;
    if (nearest_[target] != abi::kNever) {
      distance = std::min(nearest_[target], kFarthestAway);
    } else {
      // Without a trail flags are equally far; what has a distance of its own keeps it as the last that
      // counts.
      distance = isFlag(target) ? kFarthestAway : Away{kMostLevelsAway, 0, distance}.asNumber();
    }
  }
  for (const TargetId target : noted_) nearest_[target] = abi::kNever;
  noted_.clear();
  storedFirst_.addUnreached(sites_, steps_, covered_, reached);
}

void FlagDistances::refineEnded(std::vector<TargetDistance>& reached, std::span<const abi::TrailNote> trail) {
  const std::vector<TargetDistance> touched = std::exchange(reached, {});
  if (open_ == 0 || !parts_.ends) return;
  sites_.read(trail, steps_);
  storedFirst_.begin();
  size_t from = 0;
  for (size_t i = 0; i < steps_.size(); ++i) {
    Step& step = steps_[i];
    if (step.site == abi::kNoSite) {
      from = i + 1;
    } else if (step.missed != kNoTarget && isRefined(step.missed)) {
      step.away = distanceOf(i);
    }
  }
  const size_t guard = guardBefore(from, steps_.size());
  if (guard == steps_.size()) return;
  // Of two tests that died the one that passed more guards was nearer to living on.
  Away away = steps_[guard].away;
  away.rounds = sum(away.rounds, kMostRounds - std::min(guardsPassed(from, guard), kMostRounds));
  const std::set<TargetId> fatal = onlyThrough(steps_[guard].taken, touched);
  for (const TargetDistance& each : touched) {
    if (isCovered(each.target) || fatal.contains(each.target)) continue;
    reached.push_back({each.target, search::kBehindAnEnd + away.asNumber()});
  }
  addBehind(from, guard, away, reached);
}

/// What of these depends on nothing but this side: no test that lives on comes there.
std::set<TargetId> FlagDistances::onlyThrough(TargetId side, std::span<const TargetDistance> touched) const {
  std::set<TargetId> found{side};
  const auto isFound = [&](TargetId parent) { return found.contains(parent); };
  for (size_t before = 0; before != found.size();) {
    before = found.size();
    for (const TargetDistance& each : touched) {
      const auto parents = sites_.graph->parents(each.target);
      if (!parents.empty() && std::ranges::all_of(parents, isFound)) found.insert(each.target);
    }
  }
  return found;
}

/// Until a loop would have come to its end. Iterators do not tell how far that is: then the elements that
/// were right count. No loop at all has no rounds, and always the same.
uint64_t FlagDistances::roundsLeft(const Step& ofLoop, uint64_t passed) const {
  return sites_.isTruth[ofLoop.site] ? kMostRounds - std::min(passed, kMostRounds) : ofLoop.away.distance;
}

Away FlagDistances::distanceOf(size_t asked) {
  const Step& decision = steps_[asked];
  const Away own = isFlag(decision.missed) ? distanceOfFlag(asked) : decision.away;
  return storedFirst_.concerns(decision.missed) ? storedFirst_.away(steps_, asked, own) : own;
}

/// By the steps before it that may have given it its value, back to where it was asked before.
Away FlagDistances::distanceOfFlag(size_t asked) const {
  constexpr Away kUnknown{31, abi::kFarthest, abi::kFarthest};
  const Step& decision = steps_[asked];
  const Flag& flag = flags_[decision.missed];
  size_t culprits = 0;
  const Step* culprit = nullptr;  // the last one
  const Step* nearest = nullptr;  // giver
  uint64_t passed = 0;            // executions of the culprit that went right
  uint64_t ofCulprits = 0;        // together
  Away ofGiver = kUnknown;
  // How far a call came that gave the wrong value is told by its own steps, not by those of other calls.
  const Step* ofCall = nullptr;  // the culprit of the present call, else the giver
  bool isCallOver = false;
  uint64_t level = 0;  // the highest of the calls with culprits
  const auto endCall = [&] {
    if (culprits == 0 || ofGiver == kUnknown) return;
    level = std::max(level, ofGiver.level);
    constexpr unsigned kOfLevels = 16;  // most distances at one decision are below
    ofCulprits = sum(ofCulprits, ofGiver.level << kOfLevels);
  };
  for (size_t i = asked; i-- > 0;) {
    const Step& step = steps_[i];
    if (step.site == decision.site) break;
    if (step.site == abi::kNoSite) continue;
    const bool isEntry = sites_.isEntry[step.site];
    const bool hasFound = culprits != 0 || ofGiver != kUnknown;
    // What came before its own function was entered only counts if it was kept in a field.
    if ((hasFound || flag.isPartial) && isEntry &&
        sites_.functionOf[step.site] == sites_.functionOf[decision.site])
      break;
    if (ofCall != nullptr && isEntry && sites_.functionOf[step.site] == sites_.functionOf[ofCall->site])
      isCallOver = true;
    // Whoever asked for the same before had what came before that.
    const TargetId either = step.missed != kNoTarget ? step.missed : step.taken;
    if (hasFound && either != kNoTarget && isFlag(either) && flags_[either].group == flag.group) break;
    const bool isCulprit = std::ranges::binary_search(flag.culprits, step.taken);
    if (isCulprit) {
      if (isCallOver) {
        endCall();
        ofGiver = kUnknown;
        isCallOver = false;
      }
      ofCall = &step;
      if (++culprits == 1) {
        culprit = &step;
        nearest = ofGiver == kUnknown ? nullptr : nearest;
      }
      ofCulprits = sum(ofCulprits, step.away.asDistance());
    } else if (culprit != nullptr && step.taken == culprit->missed) {
      ++passed;
    }
    if (culprits != 0 && isCallOver && ofGiver != kUnknown) continue;
    const Ancestor* const giver = findAncestor(flag.givers, step.missed);
    if (giver == nullptr) continue;
    const Away away = step.away.beyond(giver->level);
    if (away >= ofGiver) continue;
    ofGiver = away;
    nearest = &step;
    if (culprits == 0) ofCall = &step;
  }
  const bool hasOwn = flag.isCounter || flag.isPartial;
  if (culprits == 0 && ofGiver == kUnknown) return hasOwn ? Away{0, decision.away.distance - 1, 0} : kUnknown;
  if (hasOwn) {
    const uint64_t together = culprits > 0 ? ofCulprits : ofGiver.asDistance();
    return {0, decision.away.distance - 1, together};
  }
  if (culprits == 0) return ofGiver;
  endCall();
  if (culprits > 1) return {level, culprits - 1, ofCulprits};
  Away away = culprit->away;
  away.level = std::max(away.level, level);
  if (nearest == nullptr) {
    away.rounds = sum(away.rounds, kMostRounds - std::min(passed, kMostRounds));
  } else if (nearest != culprit) {
    away.rounds = sum(away.rounds, roundsLeft(*nearest, passed));
  }
  return away;
}

/// The last step that took a side which leads out of its function; `end`: there is none.
size_t FlagDistances::guardBefore(size_t from, size_t end) const {
  for (size_t i = end; i-- > from;) {
    const TargetId taken = steps_[i].taken;
    if (taken != kNoTarget && isLeaving_[taken]) return i;
  }
  return end;
}

/// How many others let the test pass.
uint64_t FlagDistances::guardsPassed(size_t from, size_t guard) {
  beginLook();
  uint64_t passed = 0;
  for (size_t i = from; i < guard; ++i) {
    const Step& step = steps_[i];
    if (step.missed == kNoTarget || !isLeaving_[step.missed] || stamps_[step.site] == stamp_) continue;
    stamps_[step.site] = stamp_;
    ++passed;
  }
  return passed;
}

void FlagDistances::beginLook() {
  if (++stamp_ != 0) return;
  std::ranges::fill(stamps_, 0);  // wrapped around: old stamps would seem new
  std::ranges::fill(entered_, 0);
  stamp_ = 1;
}

/// What the guard kept the test from is as near as the guard is from letting it go on; how far a loop had
/// still to go around it comes first. Only what is in functions that were entered: the others were not
/// called, or have returned.
void FlagDistances::addBehind(size_t from, size_t guard, Away ofGuard, std::vector<TargetDistance>& reached) {
  const uint32_t function = sites_.functionOf[steps_[guard].site];
  beginLook();
  uint64_t passed = 0;
  for (size_t i = guard + 1; i-- > from;) {
    if (steps_[i].taken != kNoTarget && steps_[i].taken == steps_[guard].missed) ++passed;
    entered_[sites_.functionOf[steps_[i].site]] = stamp_;
  }
  for (size_t i = guard + 1; i-- > from;) {
    const Step& step = steps_[i];
    if (stamps_[step.site] == stamp_) continue;
    stamps_[step.site] = stamp_;
    if (step.missed == kNoTarget || sites_.functionOf[step.site] != function) continue;
    for (const Ancestor& behind : behind_[step.missed]) {
      if (covered_[behind.target] || entered_[sites_.functionOfTarget[behind.target]] != stamp_) continue;
      Away away = ofGuard.beyond(behind.level);
      if (i != guard) away.rounds = sum(away.rounds, roundsLeft(step, passed));
      reached.push_back({behind.target, search::kBehindAnEnd + away.asNumber()});
    }
  }
}

void FlagDistances::appendGivers(TargetId target, std::vector<TargetId>& givers) const {
  if (storedFirst_.concerns(target)) {
    for (const Ancestor& giver : storedFirst_.givers(target)) givers.push_back(giver.target);
  }
  if (!isFlag(target)) return;
  for (const Ancestor& giver : flags_[target].givers) givers.push_back(giver.target);
  const std::vector<TargetId>& culprits = flags_[target].culprits;
  givers.insert(givers.end(), culprits.begin(), culprits.end());
}

std::vector<std::pair<TargetId, TargetId>> FlagDistances::requiredFor(
    std::span<const TargetId> targets) const {
  std::vector<std::pair<TargetId, TargetId>> result;
  for (const TargetId flag : targets) {
    if (isCovered(flag)) continue;
    // Some way back: tests that call a helper themselves may have covered it.
    if (storedFirst_.concerns(flag)) {
      for (const Ancestor& giver : storedFirst_.givers(flag)) {
        if (giver.level <= kMostLevelsBehind) result.emplace_back(giver.target, flag);
      }
    }
    if (!isFlag(flag)) continue;
    for (const Ancestor& giver : flags_[flag].givers) {
      if (giver.level == 0) result.emplace_back(giver.target, flag);
    }
    for (const TargetId culprit : flags_[flag].culprits) {
      if (sites_.siteOf[culprit] == abi::kNoSite || sites_.oppositeOf(culprit) == kNoTarget) continue;
      result.emplace_back(sites_.oppositeOf(culprit), flag);
    }
  }
  for (TargetId side = 0; side < behind_.size(); ++side) {
    for (const Ancestor& behind : behind_[side]) {
      if (behind.level > 1 || covered_[behind.target]) continue;
      result.emplace_back(side, behind.target);
      break;
    }
  }
  return result;
}

void FlagDistances::addTrailed(std::span<const TargetId> targets, std::vector<uint8_t>& bySite) const {
  if (open_ == 0) return;
  std::set<uint32_t> functions;
  std::vector<TargetId> open;
  const auto addEntries = [&](uint32_t function) {
    for (const uint32_t entry : sites_.entriesOf[function]) bySite[entry] |= abi::kWatchTrail;
  };
  const auto add = [&](TargetId target) {
    if (target == kNoTarget || sites_.siteOf[target] == abi::kNoSite) return;
    const uint32_t site = sites_.siteOf[target];
    if ((bySite[site] & abi::kWatchTrail) != 0) return;
    for (const uint32_t each : sites_.sitesOf[target]) bySite[each] |= abi::kWatchTrail;
    functions.insert(sites_.functionOf[site]);
    addEntries(sites_.functionOf[site]);
    for (const TargetId side : {sites_.sides[site].first, sites_.sides[site].second}) {
      if (side != kNoTarget && isFlag(side)) open.push_back(side);
    }
  };
  for (const TargetId target : targets) {
    if (!isRefined(target) || isCovered(target)) continue;
    add(target);
    if (!storedFirst_.concerns(target)) continue;
    for (const auto* const ancestors : {&storedFirst_.givers(target), &storedFirst_.before(target)}) {
      for (const Ancestor& each : *ancestors) add(each.target);
    }
  }
  for (TargetId side = 0; side < behind_.size(); ++side) {
    for (const Ancestor& behind : behind_[side]) {
      if (covered_[behind.target]) continue;
      add(side);
      addEntries(sites_.functionOfTarget[behind.target]);
    }
  }
  for (TargetId side = 0; side < letsGoOn_.size(); ++side) {
    if (letsGoOn_[side] && !covered_[side]) add(side);
  }
  // In a function that may keep from something every way out counts.
  for (TargetId side = 0; side < isLeaving_.size(); ++side) {
    if (isLeaving_[side] && functions.contains(sites_.functionOf[sites_.siteOf[side]])) add(side);
  }
  while (!open.empty()) {
    const Flag& flag = flags_[open.back()];
    open.pop_back();
    for (const Ancestor& giver : flag.givers) add(giver.target);
    for (const TargetId culprit : flag.culprits) add(culprit);
  }
  for (uint32_t site = 0; site < bySite.size(); ++site) {
    if (sites_.isAnswer[site] && functions.contains(sites_.functionOf[site]))
      bySite[site] |= abi::kWatchAnswers;
  }
}

}  // namespace covolve::guidance
