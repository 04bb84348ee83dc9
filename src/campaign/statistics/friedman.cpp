// Friedman, The use of ranks to avoid the assumption of normality implicit in
// the analysis of variance (1937); with ties as in Hollander and Wolfe,
// Nonparametric Statistical Methods, 7.1:
//   12 sum_j (R_j - n (k + 1) / 2)^2 / (n k (k + 1) - sum (t^3 - t) / (k - 1))
// for n blocks of k treatments with rank sums R_j.
#include <cassert>

#include "campaign/statistics/distributions.h"
#include "campaign/statistics/pooled_ranks.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

Friedman friedman(const std::vector<std::vector<double>>& blocks) {
  Friedman result;
  if (blocks.empty() || blocks.front().empty()) return result;
  const size_t treatments = blocks.front().size();
  std::vector<double> rankSums(treatments);
  double ties = 0;
  for (const std::vector<double>& block : blocks) {
    assert(block.size() == treatments);
    const std::vector<double> ofBlock = ranks(block);
    for (size_t treatment = 0; treatment < treatments; ++treatment) rankSums[treatment] += ofBlock[treatment];
    ties += tieCorrection(ofBlock);
  }

  const auto n = static_cast<double>(blocks.size());
  const auto k = static_cast<double>(treatments);
  double squares = 0;
  for (const double rankSum : rankSums) {
    result.averageRanks.push_back(k + 1 - rankSum / n);
    const double difference = rankSum - n * (k + 1) / 2;
    squares += difference * difference;
  }
  result.degreesOfFreedom = static_cast<unsigned>(treatments - 1);
  // Equal rank sums: nothing differs. So it is with one treatment, or with ties alone, where the formula
  // ends.
  if (squares == 0) return result;
  result.chiSquare = 12 * squares / (n * k * (k + 1) - ties / (k - 1));
  result.p = chiSquareSurvival(result.chiSquare, result.degreesOfFreedom);
  return result;
}

}  // namespace covolve::campaign::statistics
