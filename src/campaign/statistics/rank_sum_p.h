// The two ways to the p-value of the rank-sum test, apart so that each can be
// tested by itself. Not for use outside this folder.
#pragma once

#include "campaign/statistics/pooled_ranks.h"

namespace covolve::campaign::statistics {

/// Two-sided: how likely the rank sum is at least as far from its mean as the one observed, if all divisions
/// of the pooled values into samples of these sizes are equally likely.
double exactRankSumP(const PooledRanks& pooled);

/// The same by the normal distribution, with the variance corrected for ties and the distance for continuity.
double normalRankSumP(const PooledRanks& pooled);

}  // namespace covolve::campaign::statistics
