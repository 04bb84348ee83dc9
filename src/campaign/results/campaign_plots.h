// All plots of a campaign, drawn once: as files and in the page.
#pragma once

#include <string>
#include <vector>

#include "campaign/results/comparison.h"
#include "campaign/store/data.h"

namespace covolve::campaign::results {

/// Empty when there is nothing to draw.
struct NamedPlot {
  std::string file;  // "over_time.svg"
  std::string svg;
};

struct TargetPlots {
  NamedPlot overTime;
  NamedPlot boxes;
};

struct BudgetPlots {
  NamedPlot overTime;
  NamedPlot boxes;
  NamedPlot wins;
  std::vector<TargetPlots> targets;  // in the order of BudgetComparison::targets
};

std::vector<BudgetPlots> drawPlots(const CampaignData& data, const Comparison& comparison);

}  // namespace covolve::campaign::results
