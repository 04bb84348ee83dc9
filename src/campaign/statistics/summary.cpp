#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double mean(std::span<const double> sample) {
  if (sample.empty()) return kUndefined;
  return std::accumulate(sample.begin(), sample.end(), 0.0) / static_cast<double>(sample.size());
}

double standardDeviation(std::span<const double> sample) {
  if (sample.size() < 2) return kUndefined;
  // Equal values must give 0, although their mean may be rounded.
  const auto [lowest, highest] = std::ranges::minmax(sample);
  if (lowest == highest) return 0;
  const double center = mean(sample);
  double squares = 0;
  for (const double value : sample) squares += (value - center) * (value - center);
  return std::sqrt(squares / static_cast<double>(sample.size() - 1));
}

double median(std::span<const double> sample) { return quantile(sample, 0.5); }

// Hyndman and Fan, Sample quantiles in statistical packages (1996), definition 7.
double quantile(std::span<const double> sample, double share) {
  if (sample.empty()) return kUndefined;
  std::vector<double> sorted(sample.begin(), sample.end());
  std::ranges::sort(sorted);
  const double position = std::fmin(std::fmax(share, 0.0), 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(position);
  const double rest = position - static_cast<double>(below);
  // Not lower + rest * (upper - lower) at a value itself: the difference to an infinite neighbour is no
  // number.
  if (rest == 0 || sorted[below] == sorted[below + 1]) return sorted[below];
  return sorted[below] + rest * (sorted[below + 1] - sorted[below]);
}

}  // namespace covolve::campaign::statistics
