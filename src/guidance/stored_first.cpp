#include "guidance/stored_first.h"

namespace covolve::guidance {

using search::kNoTarget;
using search::TargetDistance;
using search::TargetId;

namespace {

constexpr size_t kMostStores = 64;  // what so many places store is stored by chance
constexpr uint32_t kMostLevelsBefore = 6;
constexpr size_t kMostBefore = 64;

}  // namespace

/// A store behind the decision itself comes too late for it, and one on another way does not lead to it.
StoredFirst::StoredFirst(const TargetMap& targets, const DecisionSites& sites,
                         const std::map<uint64_t, std::set<analysis::Side>>& stored) {
  bySide_.resize(targets.targets().size());
  byFunction_.resize(sites.entriesOf.size());
  seen_.resize(bySide_.size());
  const auto targetOf = targets.targetsOfSides();
  for (const auto& [site, sides] : stored) {
    const auto whenTrue = targetOf.find({site, true});
    const auto whenFalse = targetOf.find({site, false});
    if (whenTrue == targetOf.end() || whenFalse == targetOf.end()) continue;
    std::set<TargetId> ways{whenTrue->second, whenFalse->second};  // of which the other side leads elsewhere
    for (const Ancestor& each : sites.ancestorsOf({whenTrue->second}, kMostLevelsAway, kMostGivers))
      ways.insert(each.target);
    std::vector<TargetId> starts;
    for (const analysis::Side& side : sides) {
      const auto target = targetOf.find(side);
      if (target == targetOf.end() || !sites.isDecision(target->second)) continue;
      const auto before = sites.ancestorsOf({target->second}, kMostLevelsAway, kMostGivers);
      const bool isElsewhere = std::ranges::any_of(before, [&](const Ancestor& each) {
        return sites.isDecision(each.target) && ways.contains(sites.oppositeOf(each.target));
      });
      if (!isElsewhere) starts.push_back(target->second);
    }
    if (starts.empty() || starts.size() > kMostStores) continue;
    auto decision = std::make_unique<Decision>();
    decision->sides = {whenTrue->second, whenFalse->second};
    decision->function = sites.functionOfSide(whenTrue->second);
    decision->givers = sites.ancestorsOf(starts, kMostLevelsAway, kMostGivers);
    std::erase_if(decision->givers, [&](const Ancestor& giver) { return !sites.isDecision(giver.target); });
    std::ranges::sort(decision->givers, {}, &Ancestor::target);
    decision->before = sites.ancestorsOf({whenTrue->second}, kMostLevelsBefore, kMostBefore);
    std::erase_if(decision->before, [&](const Ancestor& each) {
      return each.level == 0 || !sites.isDecision(each.target) ||
             sites.functionOfSide(each.target) != decision->function;
    });
    bySide_[whenTrue->second] = bySide_[whenFalse->second] = decision.get();
    byFunction_[decision->function].push_back(decision.get());
    open_.push_back(decision.get());
    decisions_.push_back(std::move(decision));
  }
}

void StoredFirst::begin() { known_.clear(); }

/// Looks back to where the decision was asked before, or the call of the test began.
Away StoredFirst::away(std::span<const Step> steps, size_t asked, Away own) {
  const Step& step = steps[asked];
  const Decision& decision = *bySide_[step.missed];
  const auto before = known_.find(&decision);
  const size_t until = before != known_.end() ? before->second.at + 1 : 0;
  Known known{asked};
  size_t i = asked;
  for (; i-- > until;) {
    const Step& earlier = steps[i];
    if (earlier.action != step.action) break;
    if (earlier.site == abi::kNoSite) continue;
    const Ancestor* const taken = findAncestor(decision.givers, earlier.taken);
    known.isStored |= taken != nullptr && taken->level == 0;
    const Ancestor* const missed = findAncestor(decision.givers, earlier.missed);
    if (missed == nullptr) continue;
    const Away toStore = earlier.away.beyond(missed->level + 1);
    known.nearest = known.nearest ? std::min(*known.nearest, toStore) : toStore;
  }
  const bool isSameCall = before != known_.end() && steps[before->second.at].action == step.action;
  if (isSameCall) {
    known.isStored |= before->second.isStored;
    if (const auto& nearest = before->second.nearest)
      known.nearest = known.nearest ? std::min(*known.nearest, *nearest) : *nearest;
  }
  known_[&decision] = known;
  // Of a trail that is full the beginning is missing: the store may have been there.
  const bool isCut = !isSameCall && i > asked && steps.size() == abi::kMostTrail;
  if (known.isStored || isCut) return own;
  return known.nearest ? *known.nearest : Away{kMostLevelsAway, 0, own.distance};
}

void StoredFirst::addUnreached(const DecisionSites& sites, std::span<const Step> steps,
                               const std::vector<bool>& covered, std::vector<TargetDistance>& reached) {
  std::erase_if(open_, [&](const Decision* decision) {
    return covered[decision->sides.first] && covered[decision->sides.second];
  });
  if (open_.empty() || steps.empty()) return;
  std::set<uint32_t> entered;
  uint32_t action = steps.back().action;
  for (size_t i = steps.size(); i-- > 0;) {
    const Step& step = steps[i];
    if (step.site == abi::kNoSite) continue;
    // What other calls of the test came to is theirs.
    if (std::exchange(action, step.action) != step.action) {
      forget();
      entered.clear();
    }
    see(step);
    const uint32_t function = sites.functionOf[step.site];
    if (!sites.isEntry[step.site] || byFunction_[function].empty() || !entered.insert(function).second)
      continue;
    for (const Decision* const decision : byFunction_[function]) {
      const auto& [whenTrue, whenFalse] = decision->sides;
      if (covered[whenTrue] && covered[whenFalse]) continue;
      const auto away = awayFrom(*decision);
      if (!away) continue;
      for (const TargetId side : {whenTrue, whenFalse}) {
        if (!covered[side]) reached.push_back({side, away->asNumber()});
      }
    }
  }
  forget();
}

/// Of a decision that was not come to; nothing where it was, or where it is not known what kept from it.
std::optional<Away> StoredFirst::awayFrom(const Decision& decision) const {
  if (seen_[decision.sides.first].isTaken || seen_[decision.sides.second].isTaken) return std::nullopt;
  const auto toDecision = nearestOf(decision.before);
  if (!toDecision) return std::nullopt;
  const bool isStored = std::ranges::any_of(decision.givers, [&](const Ancestor& giver) {
    return giver.level == 0 && seen_[giver.target].isTaken;
  });
  // The store comes first, and what is missing on the way to the decision as rounds do.
  constexpr uint64_t kLevel = uint64_t{1} << 12;
  const auto onTheWay = [&](const Away& away, uint64_t level) {
    return Away{level, kLevel * toDecision->level + std::min(away.rounds, kLevel - 1), away.distance};
  };
  if (isStored) return onTheWay(*toDecision, 0);
  const auto toStore = nearestOf(decision.givers);
  return toStore ? std::optional(onTheWay(*toStore, toStore->level + 1)) : std::nullopt;
}

std::optional<Away> StoredFirst::nearestOf(const std::vector<Ancestor>& ancestors) const {
  std::optional<Away> nearest;
  for (const Ancestor& each : ancestors) {
    if (!seen_[each.target].missed) continue;
    const Away away = seen_[each.target].missed->beyond(each.level);
    nearest = nearest ? std::min(*nearest, away) : away;
  }
  return nearest;
}

void StoredFirst::see(const Step& step) {
  const auto note = [&](TargetId target) -> Seen& {
    if (!seen_[target].isTaken && !seen_[target].missed) seenNoted_.push_back(target);
    return seen_[target];
  };
  if (step.taken != kNoTarget) note(step.taken).isTaken = true;
  if (step.missed == kNoTarget) return;
  Seen& seen = note(step.missed);
  seen.missed = seen.missed ? std::min(*seen.missed, step.away) : step.away;
}

void StoredFirst::forget() {
  for (const TargetId target : seenNoted_) seen_[target] = {};
  seenNoted_.clear();
}

}  // namespace covolve::guidance
