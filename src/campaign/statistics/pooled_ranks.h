// What the comparisons of two samples share: the ranks of both samples' values
// among all of them, the first sample's ranks in front. Not for use outside
// this folder.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace covolve::campaign::statistics {

struct PooledRanks {
  std::vector<double> ranks;  // halves at most: equal values share the mean of their ranks
  size_t firstSize = 0;

  size_t secondSize() const { return ranks.size() - firstSize; }
};

PooledRanks pooledRanks(std::span<const double> first, std::span<const double> second);

/// Mann and Whitney's U: the pairs in which the first sample's value is larger, ties counting a half.
double pairsWon(const PooledRanks& pooled);

/// The sum of t^3 - t over all groups of t equal values, by which ties make the variance of ranks smaller.
double tieCorrection(std::span<const double> ranks);

}  // namespace covolve::campaign::statistics
