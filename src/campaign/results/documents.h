// The tables put together as documents, with what a reader must know before any
// figure: which runs are missing, and what was mixed.
#pragma once

#include <string>
#include <vector>

#include "campaign/results/comparison.h"
#include "campaign/store/data.h"

namespace covolve::campaign::results {

/// "5 configurations, 12 targets, 10 seeds, 2 budgets."
std::string scopeText(const CampaignData& data);
/// A sentence each; empty when there is nothing to warn of.
std::vector<std::string> warnings(const CampaignData& data);
/// Whether there are configurations, targets and budgets to make tables of.
bool hasTables(const CampaignData& data);

/// For each budget the summary and the averages.
std::string averagesMarkdown(const CampaignData& data, const Comparison& comparison);
std::string averagesLatex(const CampaignData& data, const Comparison& comparison);
/// For each budget a table for every configuration but the baseline.
std::string comparisonsMarkdown(const CampaignData& data, const Comparison& comparison);
std::string comparisonsLatex(const CampaignData& data, const Comparison& comparison);
/// Which runs failed, why, and how to repeat them.
std::string failuresMarkdown(const CampaignData& data);

}  // namespace covolve::campaign::results
