#include "guidance/trail.h"

#include <set>
#include <string>
#include <unordered_map>

namespace covolve::guidance {

using search::kNoTarget;
using search::TargetId;

namespace {

// A distance in 64 bits: 1 (behind an exception), 5 levels, 22 rounds, 36 of the distance itself.
constexpr unsigned kDistanceBits = 36;
constexpr unsigned kRoundBits = 22;

/// In the same order in fewer bits; half of them are exact.
uint64_t squeezed(uint64_t number, unsigned bits) {
  const uint64_t exact = uint64_t{1} << (bits - 1);
  return number < exact ? number : exact + (number >> (64 - bits + 1));
}

}  // namespace

uint64_t Away::asDistance() const {
  constexpr unsigned kBits = 26;
  constexpr uint64_t kMost = 127;
  const uint64_t above = std::min<uint64_t>(level, 3) * (kMost + 1) + std::min(rounds, kMost);
  return (above << kBits) + squeezed(distance, kBits);
}

uint64_t Away::asNumber() const {
  const uint64_t levels = std::min<uint64_t>(level, kMostLevelsAway);
  const uint64_t above = (levels << kRoundBits) + squeezed(rounds, kRoundBits);
  return std::min(1 + (above << kDistanceBits) + squeezed(distance, kDistanceBits), kFarthestAway);
}

DecisionSites::DecisionSites(const TargetMap& targets, const search::TargetGraph& ofTargets)
    : graph(&ofTargets) {
  const size_t targetCount = targets.targets().size();
  siteOf.assign(targetCount, abi::kNoSite);
  sitesOf.resize(targetCount);
  functionOfTarget.assign(targetCount, 0);
  std::unordered_map<std::string, uint32_t> functions;
  for (uint32_t site = 0; site < targets.siteCount(); ++site) {
    sides.push_back(targets.sidesOf(site));
    for (const TargetId target : {sides.back().first, sides.back().second}) {
      if (target == kNoTarget) continue;
      siteOf[target] = site;
      sitesOf[target].push_back(site);
    }
    const execute::Site& described = targets.site(site);
    const uint32_t function =
        functions.try_emplace(described.function, static_cast<uint32_t>(functions.size())).first->second;
    functionOf.push_back(function);
    isAnswer.push_back(described.kind == abi::SiteKind::KnownCall);
    isTruth.push_back(described.kind == abi::SiteKind::Boolean);
    entriesOf.resize(functions.size());
    isEntry.push_back(described.kind == abi::SiteKind::Function);
    if (isEntry.back()) entriesOf[function].push_back(site);
  }
  for (TargetId target = 0; target < targetCount; ++target) {
    const auto known = functions.find(targets.targets()[target].function);
    if (known != functions.end()) functionOfTarget[target] = known->second;
  }
}

std::vector<Ancestor> DecisionSites::ancestorsOf(const std::vector<TargetId>& starts, uint32_t mostLevels,
                                                 size_t most) const {
  std::vector<Ancestor> result;
  std::set<TargetId> seen;
  for (const TargetId start : starts) {
    if (seen.insert(start).second) result.push_back({start, 0});
  }
  for (size_t i = 0; i < result.size() && result.size() < most; ++i) {
    const Ancestor present = result[i];
    if (present.level == mostLevels) break;
    for (const TargetId parent : graph->parents(present.target)) {
      if (seen.insert(parent).second) result.push_back({parent, present.level + 1});
    }
  }
  return result;
}

void DecisionSites::read(std::span<const abi::TrailNote> trail, std::vector<Step>& steps) const {
  steps.clear();
  for (const abi::TrailNote& note : trail) {
    // The notes lie in memory that the code under test can write to.
    const uint32_t site = note.site;
    if (site == abi::kNoSite) {
      steps.push_back({abi::kNoSite, kNoTarget, kNoTarget, {}, note.action});
    } else if (site < sides.size()) {
      const auto& [whenTrue, whenFalse] = sides[site];
      const bool isTrue = note.toTrue == 0;
      const uint64_t distance = isTrue ? note.toFalse : note.toTrue;
      const TargetId missed = isTrue ? whenFalse : whenTrue;
      const bool hasOther = distance != abi::kNever;
      steps.push_back({site,
                       isTrue ? whenTrue : whenFalse,
                       hasOther ? missed : kNoTarget,
                       {0, 0, hasOther ? distance : 1},
                       note.action});
    }
  }
}

}  // namespace covolve::guidance
