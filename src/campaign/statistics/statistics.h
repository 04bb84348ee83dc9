// The statistics that experiments with randomised algorithms are judged by.
// Pure functions on samples; the literature's names. Formulas and references
// stand at their implementations, one file each. Empty samples are allowed
// everywhere; samples hold no NaN.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace covolve::campaign::statistics {

/// NaN where there is nothing to tell: no values, or fewer than two for the standard deviation.
double mean(std::span<const double> sample);
double standardDeviation(std::span<const double> sample);  // of the sample, n - 1
double median(std::span<const double> sample);
/// Linear between the order statistics, as R's default (type 7).
double quantile(std::span<const double> sample, double share);

/// 1 for the smallest; equal values share the mean of their ranks.
std::vector<double> ranks(std::span<const double> sample);

struct MannWhitney {
  double u = 0;  // pairs in which the first sample's value is larger; ties count a half
  double p = 1;  // two-sided
  bool isExact = false;
};
/// Exact for small samples, also with ties (the distribution over all divisions of the pooled values); for
/// large ones the normal approximation, corrected for ties and continuity.
MannWhitney mannWhitney(std::span<const double> first, std::span<const double> second);

/// Vargha and Delaney's A12: how likely a value of the first sample is larger than one of the second; 0.5: no
/// difference.
double varghaDelaney(std::span<const double> first, std::span<const double> second);

struct Friedman {
  double chiSquare = 0;
  unsigned degreesOfFreedom = 0;
  double p = 1;
  std::vector<double> averageRanks;  // of the treatments; 1 for the largest value, ties share
};
/// A row a block (a subject), a column a treatment (an algorithm); larger is better. Corrected for ties.
Friedman friedman(const std::vector<std::vector<double>>& blocks);

/// Holm's step-down correction: adjusted p-values in the order given.
std::vector<double> holm(std::span<const double> p);

struct Interval {
  double low = 0;
  double high = 0;
};
/// Of the mean: bias-corrected and accelerated bootstrap. The same seed gives the same interval.
Interval bootstrapMean(std::span<const double> sample, double confidence, uint64_t seed,
                       unsigned resamples = 10'000);

}  // namespace covolve::campaign::statistics
