#include "analysis/program_dependence.h"

#include <set>

#include "analysis/call_graph.h"

namespace covolve::analysis {

namespace {

struct EntryDependence {
  bool isRoot = false;
  std::set<Side> sides;
};

/// What the entry of a function with sites depends on: its callers' sides, through callers without sites.
EntryDependence entryDependence(const std::vector<CalledFunction>& functions, uint32_t function) {
  EntryDependence result;
  std::set<uint32_t> seen{function};
  std::vector<uint32_t> open{function};
  while (!open.empty()) {
    const CalledFunction& called = functions[open.back()];
    open.pop_back();
    if (called.isRoot) return {true, {}};
    for (const auto& [caller, where] : called.callers) {
      if (caller == function) continue;  // recursion is no way in
      const CalledFunction& calling = functions[caller];
      if (!calling.site) {
        if (seen.insert(caller).second) open.push_back(caller);
      } else if (where.onEntry) {
        result.sides.insert({*calling.site, true});
      } else {
        result.sides.insert(where.sides.begin(), where.sides.end());
      }
    }
  }
  result.isRoot = result.sides.empty();
  return result;
}

}  // namespace

std::map<uint64_t, std::vector<Side>> dependenceOfSites(std::span<const ModuleSummary> modules) {
  const std::vector<CalledFunction> functions = callGraph(modules);
  // Instantiations of a template share sites: one that needs nothing is enough.
  std::map<uint64_t, EntryDependence> bySite;
  for (uint32_t function = 0; function < functions.size(); ++function) {
    if (!functions[function].site) continue;
    const EntryDependence entry = entryDependence(functions, function);
    for (const FunctionSummary* const definition : functions[function].definitions) {
      for (const auto& [site, where] : definition->sites) {
        EntryDependence& dependence = bySite[site];
        dependence.isRoot = dependence.isRoot || (where.onEntry && entry.isRoot);
        const std::set<Side>& sides = where.onEntry ? entry.sides : where.sides;
        dependence.sides.insert(sides.begin(), sides.end());
      }
    }
  }
  std::map<uint64_t, std::vector<Side>> result;
  for (auto& [site, dependence] : bySite) {
    std::vector<Side>& sides = result[site];
    if (dependence.isRoot) continue;
    for (const Side& side : dependence.sides) {
      if (side.site != site) sides.push_back(side);
    }
    if (sides.empty()) sides.assign(dependence.sides.begin(), dependence.sides.end());
  }
  return result;
}

}  // namespace covolve::analysis
