#include <algorithm>
#include <numeric>

#include "campaign/statistics/pooled_ranks.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

namespace {

/// Calls `visit(from, to)` for each longest run of equal values in [from, to) of the order.
template <class Visitor>
void forEachGroup(std::span<const double> values, std::span<const size_t> order, Visitor visit) {
  for (size_t from = 0; from < order.size();) {
    size_t to = from + 1;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    visit(from, to);
    from = to;
  }
}

std::vector<size_t> ascendingOrder(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t index) { return values[index]; });
  return order;
}

}  // namespace

std::vector<double> ranks(std::span<const double> sample) {
  const std::vector<size_t> order = ascendingOrder(sample);
  std::vector<double> result(sample.size());
  forEachGroup(sample, order, [&](size_t from, size_t to) {
    // The mean of from + 1, ..., to.
    const double shared = static_cast<double>(from + 1 + to) / 2;
    for (size_t at = from; at < to; ++at) result[order[at]] = shared;
  });
  return result;
}

double tieCorrection(std::span<const double> ranks) {
  double sum = 0;
  forEachGroup(ranks, ascendingOrder(ranks), [&](size_t from, size_t to) {
    const auto equal = static_cast<double>(to - from);
    sum += equal * equal * equal - equal;
  });
  return sum;
}

PooledRanks pooledRanks(std::span<const double> first, std::span<const double> second) {
  std::vector<double> pooled(first.begin(), first.end());
  pooled.insert(pooled.end(), second.begin(), second.end());
  return {ranks(pooled), first.size()};
}

double pairsWon(const PooledRanks& pooled) {
  double rankSum = 0;
  for (size_t at = 0; at < pooled.firstSize; ++at) rankSum += pooled.ranks[at];
  const auto size = static_cast<double>(pooled.firstSize);
  return rankSum - size * (size + 1) / 2;
}

}  // namespace covolve::campaign::statistics
