// Campaigns for the tests of results: small ones put together run by run, and a
// larger made-up one that looks like those of users.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "campaign/store/data.h"

namespace covolve::campaign::example {

class Campaign {
 public:
  Campaign(std::vector<std::string> targets, std::vector<std::string> configurations) {
    data.name = "tiny";
    data.baseline = configurations.front();
    for (std::string& target : targets) data.targets.push_back({std::move(target), ""});
    data.configurations = std::move(configurations);
    data.budgets = {"1s"};
  }

  /// A run a value: so many of the total's branches; seeds count from 1.
  Campaign& runs(uint32_t target, uint32_t configuration, const std::vector<uint64_t>& covered,
                 uint64_t total) {
    for (size_t i = 0; i < covered.size(); ++i) {
      RunFigures& run = add(target, configuration, i + 1);
      run.branches = {covered[i], total};
    }
    return *this;
  }

  RunFigures& add(uint32_t target, uint32_t configuration, uint64_t seed) {
    RunFigures& run = data.runs.emplace_back();
    run.target = target;
    run.configuration = configuration;
    run.seed = seed;
    ++data.planned;
    return run;
  }

  /// With its course: milliseconds and what was covered then, of so many targets of the search.
  RunFigures& search(uint32_t target, uint32_t configuration, uint64_t seed,
                     const std::vector<std::pair<uint64_t, uint64_t>>& course, uint64_t total) {
    RunFigures& run = add(target, configuration, seed);
    run.progressBegin = static_cast<uint32_t>(data.progress.size());
    for (const auto& [milliseconds, covered] : course) {
      data.progress.push_back({milliseconds, data.progress.size(), covered});
      run.targets.covered = covered;
    }
    run.targets.total = total;
    run.branches = run.targets;
    run.progressEnd = static_cast<uint32_t>(data.progress.size());
    return run;
  }

  CampaignData data;
};

/// Three configurations on some targets in two groups, with failures, a cell without runs and two builds.
CampaignData madeUp(size_t targets, size_t seeds, size_t budgets);
/// The same campaign with budgets of evaluations, whose reports hold no times.
CampaignData inEvaluations(CampaignData data);

}  // namespace covolve::campaign::example
