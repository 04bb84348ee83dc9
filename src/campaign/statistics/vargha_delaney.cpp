// Vargha and Delaney, A critique and improvement of the CL common language
// effect size statistics of McGraw and Wong (2000).
#include "campaign/statistics/pooled_ranks.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

double varghaDelaney(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 0.5;
  const double pairs = static_cast<double>(first.size()) * static_cast<double>(second.size());
  return pairsWon(pooledRanks(first, second)) / pairs;
}

}  // namespace covolve::campaign::statistics
