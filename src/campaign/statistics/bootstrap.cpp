// Efron, Better bootstrap confidence intervals (1987): percentiles of the
// resampled means, moved by the bias z0 (how far the middle of the resampled
// means is from the sample's own) and the acceleration a (how the standard error
// changes with the mean, here a sixth of the skewness).
#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/rng.h"
#include "campaign/statistics/distributions.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::statistics {

namespace {

std::vector<double> deviationsFrom(double center, std::span<const double> sample) {
  std::vector<double> deviations;
  deviations.reserve(sample.size());
  for (const double value : sample) deviations.push_back(value - center);
  return deviations;
}

/// Means of random samples of the same size, with replacement.
std::vector<double> resampledMeans(std::span<const double> sample, Rng rng, unsigned resamples) {
  std::vector<double> means(resamples);
  for (double& resampledMean : means) {
    double sum = 0;
    for (size_t drawn = 0; drawn < sample.size(); ++drawn) sum += rng.pick(sample);
    resampledMean = sum / static_cast<double>(sample.size());
  }
  return means;
}

/// Of resampled means of deviations, whose sample's own mean is 0.
double bias(std::span<const double> means, double largestDeviation) {
  // Means that differ from 0 by rounding alone are equal to it. These count a half, or samples of few
  // distinct values would look biased.
  const double rounding = 1e-12 * largestDeviation;
  double below = 0;
  for (const double value : means) {
    if (value < -rounding) {
      below += 1;
    } else if (value <= rounding) {
      below += 0.5;
    }
  }
  const auto count = static_cast<double>(means.size());
  // All on one side tells no more than that the share is beyond the resolution.
  return normalQuantile(std::clamp(below, 0.5, count - 0.5) / count);
}

double acceleration(std::span<const double> deviations, double largestDeviation) {
  double squares = 0;
  double cubes = 0;
  for (const double deviation : deviations) {
    const double scaled = deviation / largestDeviation;  // a has no unit; tiny cubes must not vanish
    squares += scaled * scaled;
    cubes += scaled * scaled * scaled;
  }
  return cubes / (6 * std::pow(squares, 1.5));
}

/// Which share of the resampled means lies below the bound that should have `share` below it.
double movedShare(double share, double bias, double acceleration) {
  const double distance = bias + normalQuantile(share);
  const double stretch = 1 - acceleration * distance;
  if (stretch <= 0) return distance > 0 ? 1 : 0;  // beyond the pole
  return normalProbability(bias + distance / stretch);
}

}  // namespace

Interval bootstrapMean(std::span<const double> sample, double confidence, uint64_t seed, unsigned resamples) {
  assert(confidence > 0 && confidence < 1 && resamples > 0);
  const double center = mean(sample);
  if (sample.empty()) return {center, center};
  const auto [lowest, highest] = std::ranges::minmax(sample);
  if (lowest == highest) return {lowest, lowest};

  const std::vector<double> deviations = deviationsFrom(center, sample);
  std::vector<double> means = resampledMeans(deviations, Rng(seed), resamples);
  const double largestDeviation = std::max(highest - center, center - lowest);
  const double z0 = bias(means, largestDeviation);
  const double a = acceleration(deviations, largestDeviation);
  const double outside = (1 - confidence) / 2;
  const auto bound = [&](double share) {
    return std::clamp(center + quantile(means, movedShare(share, z0, a)), lowest, highest);
  };
  return {bound(outside), bound(1 - outside)};
}

}  // namespace covolve::campaign::statistics
