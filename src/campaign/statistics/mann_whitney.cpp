// Mann and Whitney, On a test of whether one of two random variables is
// stochastically larger than the other (1947).
//
// The two-sided p-value is the probability of a rank sum at least as far from
// its mean as the one observed. Without ties the distribution is symmetric, and
// this is R's min(1, 2 min(P(W <= w), P(W >= w))); with ties it need not be, and
// this is what R's coin package calls exact.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <numeric>

#include "campaign/statistics/rank_sum_p.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

namespace {

/// Exact up to this product of the sizes, as for 50 and 50 values: about half its square additions are
/// needed, some milliseconds at most, and no count exceeds 10^30.
constexpr size_t kMostPairsForExact = 2500;

/// Ascending. Shared ranks are halves, so twice them are integers.
std::vector<size_t> doubledRanks(const std::vector<double>& ranks) {
  std::vector<size_t> doubled;
  doubled.reserve(ranks.size());
  for (const double rank : ranks) doubled.push_back(static_cast<size_t>(std::lround(2 * rank)));
  std::ranges::sort(doubled);
  return doubled;
}

/// How many subsets of `size` ranks have which sum: element s counts those whose sum is s above the smallest.
///
/// counts[k][s] is that for subsets of k of the ranks seen so far. The ranks come in ascending order, so one
/// that becomes the k-th of its subset is at least the k-th of all, and adds its difference to that one.
/// Counts are doubles: a sum of positive numbers loses no more than the last digits, however large it gets.
std::vector<double> countSubsets(const std::vector<size_t>& ascending, size_t size) {
  const size_t total = ascending.size();
  size_t range = 0;
  for (size_t at = 0; at < size; ++at) range += ascending[total - size + at] - ascending[at];

  std::vector<std::vector<double>> counts(size + 1, std::vector<double>(range + 1));
  std::vector<size_t> largest(size + 1);  // sum with a count, of each row
  counts[0][0] = 1;
  for (size_t seen = 0; seen < total; ++seen) {
    // Smaller subsets cannot be filled up by the ranks that are left.
    const size_t left = total - seen - 1;
    const size_t smallest = size > left ? size - left : 1;
    for (size_t k = std::min(size, seen + 1); k >= smallest; --k) {
      const size_t added = ascending[seen] - ascending[k - 1];
      for (size_t sum = 0; sum <= largest[k - 1]; ++sum) counts[k][sum + added] += counts[k - 1][sum];
      largest[k] = largest[k - 1] + added;
    }
  }
  return std::move(counts[size]);
}

}  // namespace

double exactRankSumP(const PooledRanks& pooled) {
  const std::vector<size_t> ascending = doubledRanks(pooled.ranks);
  // The sum of one sample is as far from its mean as that of the other, so the smaller one is counted.
  const size_t size = std::min(pooled.firstSize, pooled.secondSize());
  const size_t from = size == pooled.firstSize ? 0 : pooled.firstSize;
  double observed = 0;
  for (size_t at = from; at < from + size; ++at) observed += 2 * pooled.ranks[at];

  const auto mean = static_cast<int64_t>(size * (ascending.size() + 1));
  const int64_t distance = std::abs(std::lround(observed) - mean);
  const auto smallestEnd = ascending.begin() + static_cast<ptrdiff_t>(size);
  const auto smallest = static_cast<int64_t>(std::accumulate(ascending.begin(), smallestEnd, size_t{0}));

  double all = 0;
  double far = 0;
  const std::vector<double> counts = countSubsets(ascending, size);
  for (size_t above = 0; above < counts.size(); ++above) {
    all += counts[above];
    if (std::abs(smallest + static_cast<int64_t>(above) - mean) >= distance) far += counts[above];
  }
  return std::min(1.0, far / all);
}

double normalRankSumP(const PooledRanks& pooled) {
  const auto first = static_cast<double>(pooled.firstSize);
  const auto second = static_cast<double>(pooled.secondSize());
  const double all = first + second;
  const double pairs = first * second;
  const double distance = std::abs(pairsWon(pooled) - pairs / 2);
  const double ties = all > 1 ? tieCorrection(pooled.ranks) / (all * (all - 1)) : 0;
  const double variance = pairs / 12 * (all + 1 - ties);
  // Without a distance there is nothing to correct; without a variance there is no distance either.
  if (distance == 0 || variance <= 0) return 1;
  return std::erfc((distance - 0.5) / std::sqrt(variance) / std::numbers::sqrt2);
}

MannWhitney mannWhitney(std::span<const double> first, std::span<const double> second) {
  const PooledRanks pooled = pooledRanks(first, second);
  const bool isExact = first.size() * second.size() <= kMostPairsForExact;
  return {.u = pairsWon(pooled),
          .p = isExact ? exactRankSumP(pooled) : normalRankSumP(pooled),
          .isExact = isExact};
}

}  // namespace covolve::campaign::statistics
