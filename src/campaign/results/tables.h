// Which tables there are: for readers the papers' ones (averages with ranks,
// pair comparisons), for programs the same figures unrounded, a row each.
#pragma once

#include <string>
#include <vector>

#include "campaign/results/comparison.h"
#include "campaign/results/table.h"

namespace covolve::campaign::results {

/// A row a configuration: mean and rank over all targets, and on how many it differs from the baseline.
Table summaryTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget);
/// A row a target, a column a configuration.
Table averagesTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget);
/// One configuration against the baseline, a row a target.
Table comparisonTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget,
                      size_t configuration);
/// Medians, standard deviations and intervals, a row a target and configuration.
Table spreadTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget);

Table averagesData(const CampaignData& data, const Comparison& comparison);
Table comparisonsData(const CampaignData& data, const Comparison& comparison);
/// Every finished run, as CSV at once: there may be a hundred thousand.
std::string runsCsv(const CampaignData& data);

}  // namespace covolve::campaign::results
