#include "guidance/target_map.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "base/hash.h"
#include "base/type_name.h"

namespace covolve::guidance {

using abi::SiteKind;
using search::kNoTarget;
using search::Target;
using search::TargetId;
using search::TargetKind;

namespace {

Target describe(const execute::Site& site, TargetKind kind, std::string description, unsigned line) {
  // Lines and branch sides make their own ids: one site has several targets, and several sites may share one.
  const uint64_t start = hashText(description, hashText(fmt::format("{}", static_cast<int>(kind))));
  const bool isLine = kind == TargetKind::Line;
  const uint64_t id =
      isLine ? hashNumber(line, hashText(std::filesystem::path(site.file).filename().string(), start))
             : hashNumber(site.id, start);
  return {id, kind, std::move(description), site.function, site.file, line, isLine ? 0 : site.column};
}

}  // namespace

TargetMap::TargetMap(const execute::SiteTable& sites,
                     const std::vector<std::filesystem::path>& requestedFiles, Criteria criteria,
                     const Restriction& restriction)
    : sites_(sites),
      criteria_(criteria),
      isRestricted_(restriction != nullptr),
      taken_(sites.size()),
      settled_(sites.size()) {
  std::set<std::filesystem::path> files;
  for (const auto& file : requestedFiles) files.insert(file.lexically_normal());
  const auto isAskedFor = [&](const execute::Site& site) {
    return files.contains(std::filesystem::path(site.file).lexically_normal()) &&
           (!restriction || restriction(site));
  };
  for (const execute::Site& site : sites) {
    first_.push_back(static_cast<uint32_t>(links_.size()));
    requestedSites_.push_back(isAskedFor(site));
    if (requestedSites_.back()) addLinks(site);
  }
  first_.push_back(static_cast<uint32_t>(links_.size()));
}

void TargetMap::addLinks(const execute::Site& site) {
  const auto link = [&](Criterion criterion, TargetKind kind, std::string description, unsigned line,
                        Side side) {
    if (!criteria_.has(criterion)) return;
    links_.push_back({intern(describe(site, kind, std::move(description), line)), side});
  };
  switch (site.kind) {
    case SiteKind::Function:
      if (site.isStep()) break;
      link(Criterion::Function, TargetKind::Function, "entered", site.line, Side::True);
      [[fallthrough]];
    case SiteKind::Block:
      for (const uint32_t line : site.lines) {
        link(Criterion::Line, TargetKind::Line, "", line, Side::True);
      }
      break;
    case SiteKind::Compare:
    case SiteKind::Boolean: {
      const TargetKind kind = site.isStep() ? TargetKind::Step : TargetKind::Branch;
      link(Criterion::Branch, kind, "true", site.line, Side::True);
      link(Criterion::Branch, kind, "false", site.line, Side::False);
      break;
    }
    case SiteKind::Case:
      link(Criterion::Branch, TargetKind::Branch, fmt::format("case {}", site.value.value_or(0)), site.line,
           Side::True);
      break;
    case SiteKind::Default:
      link(Criterion::Branch, TargetKind::Branch, "default", site.line, Side::True);
      break;
    case SiteKind::Output:
      link(Criterion::Output, TargetKind::Output, site.output, site.line, Side::True);
      break;
    case SiteKind::KnownCall:
      if (site.isDecided()) break;  // the decision has the same targets
      link(Criterion::Branch, site.isStep() ? TargetKind::Step : TargetKind::Answer, "yes", site.line,
           Side::True);
      link(Criterion::Branch, site.isStep() ? TargetKind::Step : TargetKind::Answer, "no", site.line,
           Side::False);
      break;
    case SiteKind::Call:
      break;
  }
}

std::map<analysis::Side, TargetId> TargetMap::targetsOfSides() const {
  std::map<analysis::Side, TargetId> targetOf;
  for (uint32_t site = 0; site < sites_.size(); ++site) {
    const SiteKind kind = sites_[site].kind;
    for (uint32_t i = first_[site]; i < first_[site + 1]; ++i) {
      if (targets_[links_[i].target].kind == TargetKind::Line && kind == SiteKind::Function) continue;
      targetOf.try_emplace({sites_[site].id, links_[i].side == Side::True}, links_[i].target);
    }
  }
  return targetOf;
}

void TargetMap::settle(std::span<const uint8_t> settledTargets) {
  for (uint32_t site = 0; site < sites_.size(); ++site) {
    const std::span links(links_.data() + first_[site], first_[site + 1] - first_[site]);
    // One without targets may still have answers to tell (knownCalls).
    settled_[site] = !links.empty() && std::ranges::all_of(links, [&](const Link& link) {
      return link.target < settledTargets.size() && settledTargets[link.target] != 0;
    });
  }
}

search::TargetGraph TargetMap::graph(const Dependences& dependences) const {
  const std::map<analysis::Side, TargetId> targetOf = targetsOfSides();
  const auto parentsOf = [&](uint64_t siteId) {
    std::set<TargetId> parents;
    std::set<uint64_t> seen{siteId};
    std::vector<uint64_t> open{siteId};
    while (!open.empty()) {
      const auto known = dependences.find(open.back());
      open.pop_back();
      if (known == dependences.end()) continue;
      for (const analysis::Side& side : known->second) {
        if (const auto target = targetOf.find(side); target != targetOf.end()) {
          parents.insert(target->second);
        } else if (seen.insert(side.site).second) {
          open.push_back(side.site);
        }
      }
    }
    return parents;
  };
  std::vector<search::TargetGraph::Edge> edges;
  for (uint32_t site = 0; site < sites_.size(); ++site) {
    if (first_[site] == first_[site + 1]) continue;
    for (const TargetId parent : parentsOf(sites_[site].id)) {
      for (uint32_t i = first_[site]; i < first_[site + 1]; ++i) edges.push_back({parent, links_[i].target});
    }
  }
  return {targets_.size(), std::move(edges)};
}

std::pair<TargetId, TargetId> TargetMap::sidesOf(uint32_t site) const {
  std::pair sides{kNoTarget, kNoTarget};
  if (site >= sites_.size()) return sides;
  for (uint32_t i = first_[site]; i < first_[site + 1]; ++i) {
    const TargetKind kind = targets_[links_[i].target].kind;
    if (kind != TargetKind::Branch && kind != TargetKind::Answer && kind != TargetKind::Step) continue;
    (links_[i].side == Side::True ? sides.first : sides.second) = links_[i].target;
  }
  return sides;
}

std::vector<KnownCallAnswers> TargetMap::knownCalls() const {
  std::map<uint64_t, KnownCallAnswers> byId;
  for (uint32_t site = 0; site < sites_.size(); ++site) {
    if (sites_[site].kind != SiteKind::KnownCall || !isRequested(site) || sites_[site].isStep()) continue;
    KnownCallAnswers& known = byId.try_emplace(sites_[site].id, sites_[site]).first->second;
    known.yes |= (taken_[site] & kTaken) != 0;
    known.no |= (taken_[site] & kNotTaken) != 0;
  }
  std::vector<KnownCallAnswers> calls;
  for (auto& [id, known] : byId) calls.push_back(std::move(known));
  std::ranges::sort(calls, {}, [](const KnownCallAnswers& known) {
    return std::tie(known.site.file, known.site.line, known.site.column, known.site.id);
  });
  return calls;
}

TargetId TargetMap::intern(Target target) {
  const auto [entry, isNew] = byId_.try_emplace(target.id, static_cast<TargetId>(targets_.size()));
  if (isNew) targets_.push_back(std::move(target));
  return entry->second;
}

TargetId TargetMap::makeExceptionTarget(uint32_t callSite, const std::string& name,
                                        const std::string& typeName) {
  const std::string description = typeName.empty() ? "throws" : "throws " + readableType(typeName);
  if (isRequested(callSite)) {
    return intern(describe(sites_[callSite], TargetKind::Exception, description, sites_[callSite].line));
  }
  Target target;
  target.id = hashText(name, hashText(description));
  target.kind = TargetKind::Exception;
  target.description = description;
  target.function = name;
  return intern(std::move(target));
}

TargetId TargetMap::returnTarget(uint32_t callable, const std::string& name,
                                 const std::filesystem::path& file, unsigned line) {
  if (!criteria_.has(Criterion::NoException)) return kNoTarget;
  if (callable >= returns_.size()) returns_.resize(callable + 1, kNoTarget);
  if (returns_[callable] == kNoTarget) {
    Target target;
    target.id = hashText(name, hashText("returns"));
    target.kind = TargetKind::Return;
    target.description = "returns";
    target.function = name;
    target.file = file.string();
    target.line = line;
    returns_[callable] = intern(std::move(target));
  }
  return returns_[callable];
}

}  // namespace covolve::guidance
