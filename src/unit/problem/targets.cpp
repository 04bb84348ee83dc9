#include "unit/problem/targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace covolve::unit {

using abi::SiteKind;
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
                     const std::vector<std::filesystem::path>& requestedFiles)
    : sites_(sites) {
  for (const auto& file : requestedFiles) requested_.push_back(file.lexically_normal().string());
  for (const execute::Site& site : sites) {
    first_.push_back(static_cast<uint32_t>(links_.size()));
    if (!isRequested(site)) continue;
    const auto link = [&](TargetKind kind, std::string description, unsigned line, Side side) {
      links_.push_back({intern(describe(site, kind, std::move(description), line)), side});
    };
    switch (site.kind) {
      case SiteKind::Function:
        link(TargetKind::Function, "entered", site.line, Side::True);
        [[fallthrough]];
      case SiteKind::Block:
        for (const uint32_t line : site.lines) link(TargetKind::Line, "", line, Side::True);
        break;
      case SiteKind::Compare:
      case SiteKind::Boolean:
        link(TargetKind::Branch, "true", site.line, Side::True);
        link(TargetKind::Branch, "false", site.line, Side::False);
        break;
      case SiteKind::Case:
        link(TargetKind::Branch, fmt::format("case {}", site.value.value_or(0)), site.line, Side::True);
        break;
      case SiteKind::Default:
        link(TargetKind::Branch, "default", site.line, Side::True);
        break;
      case SiteKind::Call:
        break;
    }
  }
  first_.push_back(static_cast<uint32_t>(links_.size()));
}

bool TargetMap::isRequested(const execute::Site& site) const {
  return std::ranges::find(requested_, std::filesystem::path(site.file).lexically_normal().string()) !=
         requested_.end();
}

TargetId TargetMap::intern(Target target) {
  const auto [entry, isNew] = byId_.try_emplace(target.id, static_cast<TargetId>(targets_.size()));
  if (isNew) targets_.push_back(std::move(target));
  return entry->second;
}

TargetId TargetMap::exceptionTarget(uint32_t callSite, uint32_t callable, const std::string& name) {
  const uint64_t key = (uint64_t{callSite} << 32) | callable;
  if (const auto known = exceptions_.find(key); known != exceptions_.end()) return known->second;
  return exceptions_[key] = makeExceptionTarget(callSite, name);
}

TargetId TargetMap::makeExceptionTarget(uint32_t callSite, const std::string& name) {
  if (callSite < sites_.size() && isRequested(sites_[callSite])) {
    return intern(describe(sites_[callSite], TargetKind::Exception, "throws", sites_[callSite].line));
  }
  Target target;
  target.id = hashText(name, hashText("throws"));
  target.kind = TargetKind::Exception;
  target.description = "throws";
  target.function = name;
  return intern(std::move(target));
}

}  // namespace covolve::unit
