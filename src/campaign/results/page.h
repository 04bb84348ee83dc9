// One HTML page that holds everything: opens from disk, loads nothing, needs no
// script. The overall picture comes first; what is there once a target is folded
// away, since there may be hundreds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "campaign/results/campaign_plots.h"
#include "campaign/results/comparison.h"
#include "campaign/store/data.h"

namespace covolve::campaign::results {

/// A page stays usable up to some 20 MB: what goes beyond the given size of the targets' plots is only
/// linked.
std::string writePage(const CampaignData& data, const Comparison& comparison,
                      const std::vector<BudgetPlots>& plots, size_t mostBytesOfTargets = 14'000'000);

}  // namespace covolve::campaign::results
