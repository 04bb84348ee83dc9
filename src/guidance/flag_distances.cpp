#include "guidance/flag_distances.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace covolve::guidance {

using search::kNoTarget;
using search::TargetDistance;
using search::TargetGraph;
using search::TargetId;

namespace {

constexpr size_t kMostAlternatives = 64;  // what so many places set is set by chance
// Of what gives a flag: whoever leaves a reader at its first check must not be nearer than who comes to its
// fifteenth.
constexpr uint32_t kMostLevelsOfGivers = 31;
constexpr size_t kMostGivers = 256;
// Of what stands behind calls.
constexpr uint32_t kMostLevels = 6;
constexpr size_t kMostAncestors = 64;
constexpr uint64_t kMostRounds = 64;  // of a loop that does not say how many it has

// A distance in 64 bits: 1 (behind an exception), 5 levels, 22 rounds, 36 of the distance itself.
constexpr unsigned kDistanceBits = 36;
constexpr unsigned kRoundBits = 22;
constexpr uint64_t kFarthestFlag = search::kBehindAnEnd - 2;

/// In the same order in fewer bits; half of them are exact.
uint64_t squeezed(uint64_t number, unsigned bits) {
  const uint64_t exact = uint64_t{1} << (bits - 1);
  return number < exact ? number : exact + (number >> (64 - bits + 1));
}

uint64_t sum(uint64_t one, uint64_t other) {
  return one > abi::kFarthest - other ? abi::kFarthest : one + other;
}

}  // namespace

uint64_t FlagDistances::Away::asDistance() const {
  constexpr unsigned kBits = 26;
  constexpr uint64_t kMost = 127;
  const uint64_t above = std::min<uint64_t>(level, 3) * (kMost + 1) + std::min(rounds, kMost);
  return (above << kBits) + squeezed(distance, kBits);
}

uint64_t FlagDistances::Away::asNumber() const {
  const uint64_t above = (std::min<uint64_t>(level, 31) << kRoundBits) + squeezed(rounds, kRoundBits);
  return std::min(1 + (above << kDistanceBits) + squeezed(distance, kDistanceBits), kFarthestFlag);
}

FlagDistances::FlagDistances(const TargetMap& targets, const FlagFacts& facts, const TargetGraph& graph)
    : graph_(graph), parts_(facts.parts) {
  if (facts.required.empty() && facts.leaving.empty() && facts.stored.empty()) return;
  const size_t targetCount = targets.targets().size();
  siteOf_.assign(targetCount, abi::kNoSite);
  sitesOf_.resize(targetCount);
  flags_.resize(targetCount);
  covered_.resize(targetCount);
  nearest_.assign(targetCount, abi::kNever);
  stamps_.resize(targets.siteCount());
  functionOfTarget_.assign(targetCount, 0);
  std::unordered_map<std::string, uint32_t> functions;
  for (uint32_t site = 0; site < targets.siteCount(); ++site) {
    const auto sides = targets.sidesOf(site);
    sides_.push_back(sides);
    for (const TargetId target : {sides.first, sides.second}) {
      if (target == kNoTarget) continue;
      siteOf_[target] = site;
      sitesOf_[target].push_back(site);
    }
    const execute::Site& described = targets.site(site);
    const uint32_t function =
        functions.try_emplace(described.function, static_cast<uint32_t>(functions.size())).first->second;
    functionOf_.push_back(function);
    isAnswer_.push_back(described.kind == abi::SiteKind::KnownCall);
    isTruth_.push_back(described.kind == abi::SiteKind::Boolean);
    entriesOf_.resize(functions.size());
    isEntry_.push_back(described.kind == abi::SiteKind::Function);
    if (isEntry_.back()) entriesOf_[function].push_back(site);
  }
  for (TargetId target = 0; target < targetCount; ++target) {
    const auto known = functions.find(targets.targets()[target].function);
    if (known != functions.end()) functionOfTarget_[target] = known->second;
  }
  entered_.resize(functions.size());
  findFlags(targets, facts);
  groupFlags();
  findStores(targets, facts);
  findBehind(targets, facts);
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
    const bool isWanted = isTruth_[siteOf_[target]] ? parts_.values : parts_.codes;
    if (!isWanted) continue;
    Flag& flag = flags_[target];
    const bool wasFlag = flag.exists();
    flag.givers = ancestorsOf(targetsOf(side, target), kMostLevelsOfGivers, kMostGivers);
    std::erase_if(flag.givers, [&](const Ancestor& giver) {
      return siteOf_[giver.target] == abi::kNoSite || siteOf_[giver.target] == siteOf_[target];
    });
    std::ranges::sort(flag.givers, {}, &Ancestor::target);
    flag.culprits = targetsOf({side.site, !side.outcome}, target);
    // What gives the other value on the way to what gives this one only came first.
    std::erase_if(flag.culprits, [&](TargetId culprit) {
      return std::ranges::binary_search(flag.givers, culprit, {}, &Ancestor::target);
    });
    flag.isCounter = std::ranges::binary_search(facts.counters, side.site);
    if (!wasFlag && flag.exists()) ++open_;
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
      if (siteOf_[giver] == abi::kNoSite) return;
      leader[find(target)] = find(firstBySite.try_emplace(siteOf_[giver], target).first->second);
    };
    for (const Ancestor& giver : flags_[target].givers) {
      if (giver.level == 0) join(giver.target);
    }
    for (const TargetId culprit : flags_[target].culprits) join(culprit);
  }
  for (TargetId target = 0; target < flags_.size(); ++target) flags_[target].group = find(target);
}

/// A store behind the decision itself comes too late for it, and one on another way does not lead to it.
void FlagDistances::findStores(const TargetMap& targets, const FlagFacts& facts) {
  storesOf_.resize(flags_.size());
  storedIn_.resize(entered_.size());
  seen_.resize(flags_.size());
  const auto targetOf = targets.targetsOfSides();
  const auto isDecision = [&](TargetId target) { return siteOf_[target] != abi::kNoSite; };
  for (const auto& [site, sides] : facts.stored) {
    const auto whenTrue = targetOf.find({site, true});
    const auto whenFalse = targetOf.find({site, false});
    if (whenTrue == targetOf.end() || whenFalse == targetOf.end()) continue;
    std::set<TargetId> ways{whenTrue->second, whenFalse->second};  // of which the other side leads elsewhere
    for (const Ancestor& each : ancestorsOf({whenTrue->second}, kMostLevelsOfGivers, kMostGivers))
      ways.insert(each.target);
    std::vector<TargetId> starts;
    for (const analysis::Side& side : sides) {
      const auto target = targetOf.find(side);
      if (target == targetOf.end() || !isDecision(target->second)) continue;
      const auto before = ancestorsOf({target->second}, kMostLevelsOfGivers, kMostGivers);
      const bool isElsewhere = std::ranges::any_of(before, [&](const Ancestor& each) {
        return isDecision(each.target) && ways.contains(oppositeOf(each.target));
      });
      if (!isElsewhere) starts.push_back(target->second);
    }
    if (starts.empty() || starts.size() > kMostAlternatives) continue;
    auto stored = std::make_unique<Stored>();
    stored->sides = {whenTrue->second, whenFalse->second};
    stored->function = functionOf_[siteOf_[whenTrue->second]];
    stored->givers = ancestorsOf(starts, kMostLevelsOfGivers, kMostGivers);
    std::erase_if(stored->givers, [&](const Ancestor& giver) { return !isDecision(giver.target); });
    std::ranges::sort(stored->givers, {}, &Ancestor::target);
    stored->before = ancestorsOf({whenTrue->second}, kMostLevels, kMostAncestors);
    std::erase_if(stored->before, [&](const Ancestor& each) {
      return each.level == 0 || !isDecision(each.target) ||
             functionOf_[siteOf_[each.target]] != stored->function;
    });
    for (const TargetId side : {whenTrue->second, whenFalse->second}) {
      storesOf_[side] = stored.get();
      if (!isFlag(side)) ++open_;
    }
    storedIn_[stored->function].push_back(stored.get());
    stored_.push_back(std::move(stored));
  }
}

/// Breadth first; the starts are at level 0.
std::vector<FlagDistances::Ancestor> FlagDistances::ancestorsOf(const std::vector<TargetId>& starts,
                                                                uint32_t mostLevels, size_t most) const {
  std::vector<Ancestor> result;
  std::set<TargetId> seen;
  for (const TargetId start : starts) {
    if (seen.insert(start).second) result.push_back({start, 0});
  }
  for (size_t i = 0; i < result.size() && result.size() < most; ++i) {
    const Ancestor present = result[i];
    if (present.level == mostLevels) break;
    for (const TargetId parent : graph_.parents(present.target)) {
      if (seen.insert(parent).second) result.push_back({parent, present.level + 1});
    }
  }
  return result;
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
    const std::vector<Ancestor> ancestors = ancestorsOf({target}, kMostLevels, kMostAncestors);
    // The ancestors have the target itself among them.
    const bool isGuarded =
        std::ranges::any_of(ancestors, [&](const Ancestor& each) { return letsGoOn_[each.target]; });
    if (!isGuarded) continue;
    isBehind_[target] = true;
    if (!isRefined(target)) ++open_;
    for (const Ancestor& each : ancestors) {
      const bool isDecision = siteOf_[each.target] != abi::kNoSite;
      if (each.level > 0 && isDecision && siteOf_[each.target] != siteOf_[target])
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
  readTrail(trail);
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
    distance = std::min(nearest_[target], kFarthestFlag);
  }
  for (const TargetId target : noted_) nearest_[target] = abi::kNever;
  noted_.clear();
  if (!stored_.empty()) addUnreached(reached);
}

void FlagDistances::refineEnded(std::vector<TargetDistance>& reached, std::span<const abi::TrailNote> trail) {
  const std::vector<TargetDistance> touched = std::exchange(reached, {});
  if (open_ == 0 || !parts_.ends) return;
  readTrail(trail);
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
      const auto parents = graph_.parents(each.target);
      if (!parents.empty() && std::ranges::all_of(parents, isFound)) found.insert(each.target);
    }
  }
  return found;
}

void FlagDistances::readTrail(std::span<const abi::TrailNote> trail) {
  steps_.clear();
  for (const abi::TrailNote& note : trail) {
    // The notes lie in memory that the code under test can write to.
    const uint32_t site = note.site;
    if (site == abi::kNoSite) {
      steps_.push_back({abi::kNoSite, kNoTarget, kNoTarget, {}, note.action});
    } else if (site < sides_.size()) {
      const auto& [whenTrue, whenFalse] = sides_[site];
      const bool isTrue = note.toTrue == 0;
      const uint64_t distance = isTrue ? note.toFalse : note.toTrue;
      const TargetId missed = isTrue ? whenFalse : whenTrue;
      const bool hasOther = distance != abi::kNever;
      steps_.push_back({site,
                        isTrue ? whenTrue : whenFalse,
                        hasOther ? missed : kNoTarget,
                        {0, 0, hasOther ? distance : 1},
                        note.action});
    }
  }
}

/// Until a loop would have come to its end. Iterators do not tell how far that is: then the elements that
/// were right count. No loop at all has no rounds, and always the same.
uint64_t FlagDistances::roundsLeft(const Step& ofLoop, uint64_t passed) const {
  return isTruth_[ofLoop.site] ? kMostRounds - std::min(passed, kMostRounds) : ofLoop.away.distance;
}

/// As long as nothing was stored that it compares, how near that came tells, and not what is compared.
FlagDistances::Away FlagDistances::distanceOf(size_t asked) const {
  const Step& decision = steps_[asked];
  const Away own = isFlag(decision.missed) ? distanceOfFlag(asked) : decision.away;
  if (!hasStores(decision.missed)) return own;
  const std::vector<Ancestor>& givers = storesOf_[decision.missed]->givers;
  const auto find = [&](TargetId target) {
    const auto found = std::ranges::lower_bound(givers, target, {}, &Ancestor::target);
    return target != kNoTarget && found != givers.end() && found->target == target ? &*found : nullptr;
  };
  Away nearest{kMostLevelsOfGivers, 0, 0};
  for (size_t i = asked; i-- > 0;) {
    const Step& step = steps_[i];
    if (step.action != decision.action) break;
    if (step.site == abi::kNoSite) continue;
    if (const Ancestor* const taken = find(step.taken); taken != nullptr && taken->level == 0) return own;
    if (const Ancestor* const missed = find(step.missed))
      nearest = std::min(nearest, beyond(step.away, missed->level + 1));
    if (isEntry_[step.site] && functionOf_[step.site] == functionOf_[decision.site]) break;
  }
  return nearest;
}

/// Decisions that wait for a store and were not come to at all, in functions that were entered: whoever has
/// made the store and left the function behind it is nearer than who has not, and came to the decision.
void FlagDistances::addUnreached(std::vector<TargetDistance>& reached) {
  beginLook();
  const auto note = [&](TargetId target) -> Seen& {
    if (!seen_[target].isTaken && !seen_[target].missed) seenNoted_.push_back(target);
    return seen_[target];
  };
  const auto forget = [&] {
    for (const TargetId target : seenNoted_) seen_[target] = {};
    seenNoted_.clear();
  };
  for (size_t i = steps_.size(); i-- > 0;) {
    const Step& step = steps_[i];
    if (step.site == abi::kNoSite) continue;
    // What other calls of the test came to is theirs.
    if (i + 1 < steps_.size() && steps_[i + 1].action != step.action) forget();
    if (step.taken != kNoTarget) note(step.taken).isTaken = true;
    if (step.missed != kNoTarget) {
      Seen& seen = note(step.missed);
      seen.missed = seen.missed ? std::min(*seen.missed, step.away) : step.away;
    }
    const uint32_t function = functionOf_[step.site];
    if (!isEntry_[step.site] || entered_[function] == stamp_) continue;
    entered_[function] = stamp_;
    for (const Stored* const stored : storedIn_[function]) {
      const auto& [whenTrue, whenFalse] = stored->sides;
      if (isCovered(whenTrue) && isCovered(whenFalse)) continue;
      const auto away = awayFrom(*stored);
      if (!away) continue;
      for (const TargetId side : {whenTrue, whenFalse}) {
        if (!isCovered(side)) reached.push_back({side, away->asNumber()});
      }
    }
  }
  forget();
}

/// Of a decision that was not come to; nothing where it was, or where it is not known what kept from it.
std::optional<FlagDistances::Away> FlagDistances::awayFrom(const Stored& stored) const {
  if (seen_[stored.sides.first].isTaken || seen_[stored.sides.second].isTaken) return std::nullopt;
  const auto nearestOf = [&](const std::vector<Ancestor>& ancestors) {
    std::optional<Away> nearest;
    for (const Ancestor& each : ancestors) {
      if (!seen_[each.target].missed) continue;
      const Away away = beyond(*seen_[each.target].missed, each.level);
      nearest = nearest ? std::min(*nearest, away) : away;
    }
    return nearest;
  };
  const auto toDecision = nearestOf(stored.before);
  if (!toDecision) return std::nullopt;
  const bool isStored = std::ranges::any_of(
      stored.givers, [&](const Ancestor& giver) { return giver.level == 0 && seen_[giver.target].isTaken; });
  // The store comes first, and what is missing on the way to the decision as rounds do.
  constexpr uint64_t kLevel = uint64_t{1} << 12;
  const auto onTheWay = [&](const Away& away, uint64_t level) {
    return Away{level, kLevel * toDecision->level + std::min(away.rounds, kLevel - 1), away.distance};
  };
  if (isStored) return onTheWay(*toDecision, 0);
  const auto toStore = nearestOf(stored.givers);
  return toStore ? std::optional(onTheWay(*toStore, toStore->level + 1)) : std::nullopt;
}

/// By the steps before it that may have given it its value, back to where it was asked before.
FlagDistances::Away FlagDistances::distanceOfFlag(size_t asked) const {
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
    const bool isEntry = isEntry_[step.site];
    const bool hasFound = culprits != 0 || ofGiver != kUnknown;
    // What came before its own function was entered only counts if it was kept in a field.
    if (hasFound && isEntry && functionOf_[step.site] == functionOf_[decision.site]) break;
    if (ofCall != nullptr && isEntry && functionOf_[step.site] == functionOf_[ofCall->site])
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
    const auto giver = std::ranges::lower_bound(flag.givers, step.missed, {}, &Ancestor::target);
    if (giver == flag.givers.end() || giver->target != step.missed) continue;
    Away away = step.away;
    away.level += giver->level;
    if (away >= ofGiver) continue;
    ofGiver = away;
    nearest = &step;
    if (culprits == 0) ofCall = &step;
  }
  if (culprits == 0 && ofGiver == kUnknown)
    return flag.isCounter ? Away{0, decision.away.distance - 1, 0} : kUnknown;
  if (flag.isCounter) {
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
  const uint32_t function = functionOf_[steps_[guard].site];
  beginLook();
  uint64_t passed = 0;
  for (size_t i = guard + 1; i-- > from;) {
    if (steps_[i].taken != kNoTarget && steps_[i].taken == steps_[guard].missed) ++passed;
    entered_[functionOf_[steps_[i].site]] = stamp_;
  }
  for (size_t i = guard + 1; i-- > from;) {
    const Step& step = steps_[i];
    if (stamps_[step.site] == stamp_) continue;
    stamps_[step.site] = stamp_;
    if (step.missed == kNoTarget || functionOf_[step.site] != function) continue;
    for (const Ancestor& behind : behind_[step.missed]) {
      if (covered_[behind.target] || entered_[functionOfTarget_[behind.target]] != stamp_) continue;
      Away away = ofGuard;
      away.level += behind.level;
      if (i != guard) away.rounds = sum(away.rounds, roundsLeft(step, passed));
      reached.push_back({behind.target, search::kBehindAnEnd + away.asNumber()});
    }
  }
}

void FlagDistances::appendGivers(TargetId target, std::vector<TargetId>& givers) const {
  if (hasStores(target)) {
    for (const Ancestor& giver : storesOf_[target]->givers) givers.push_back(giver.target);
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
    // All on the way there: tests that call a helper themselves may have covered it.
    if (hasStores(flag)) {
      for (const Ancestor& giver : storesOf_[flag]->givers) result.emplace_back(giver.target, flag);
    }
    if (!isFlag(flag)) continue;
    for (const Ancestor& giver : flags_[flag].givers) {
      if (giver.level == 0) result.emplace_back(giver.target, flag);
    }
    for (const TargetId culprit : flags_[flag].culprits) {
      if (siteOf_[culprit] == abi::kNoSite || oppositeOf(culprit) == kNoTarget) continue;
      result.emplace_back(oppositeOf(culprit), flag);
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
    for (const uint32_t entry : entriesOf_[function]) bySite[entry] |= abi::kWatchTrail;
  };
  const auto add = [&](TargetId target) {
    if (target == kNoTarget || siteOf_[target] == abi::kNoSite) return;
    const uint32_t site = siteOf_[target];
    if ((bySite[site] & abi::kWatchTrail) != 0) return;
    for (const uint32_t each : sitesOf_[target]) bySite[each] |= abi::kWatchTrail;
    functions.insert(functionOf_[site]);
    addEntries(functionOf_[site]);
    for (const TargetId side : {sides_[site].first, sides_[site].second}) {
      if (side != kNoTarget && isFlag(side)) open.push_back(side);
    }
  };
  for (const TargetId target : targets) {
    if (!isRefined(target) || isCovered(target)) continue;
    add(target);
    if (!hasStores(target)) continue;
    for (const auto* const ancestors : {&storesOf_[target]->givers, &storesOf_[target]->before}) {
      for (const Ancestor& each : *ancestors) add(each.target);
    }
  }
  for (TargetId side = 0; side < behind_.size(); ++side) {
    for (const Ancestor& behind : behind_[side]) {
      if (covered_[behind.target]) continue;
      add(side);
      addEntries(functionOfTarget_[behind.target]);
    }
  }
  for (TargetId side = 0; side < letsGoOn_.size(); ++side) {
    if (letsGoOn_[side] && !covered_[side]) add(side);
  }
  // In a function that may keep from something every way out counts.
  for (TargetId side = 0; side < isLeaving_.size(); ++side) {
    if (isLeaving_[side] && functions.contains(functionOf_[siteOf_[side]])) add(side);
  }
  while (!open.empty()) {
    const Flag& flag = flags_[open.back()];
    open.pop_back();
    for (const Ancestor& giver : flag.givers) add(giver.target);
    for (const TargetId culprit : flag.culprits) add(culprit);
  }
  for (uint32_t site = 0; site < bySite.size(); ++site) {
    if (isAnswer_[site] && functions.contains(functionOf_[site])) bySite[site] |= abi::kWatchAnswers;
  }
}

}  // namespace covolve::guidance
