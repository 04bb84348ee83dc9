// What tables and plots show, computed once: per budget, target and
// configuration the sample and its summary; every configuration against the
// baseline on every target; and Friedman's test over the targets. Pure.
//
// Easy to get wrong: averages over targets are over those that every
// configuration has runs of, else a configuration would gain by failing on the
// hard ones.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "campaign/results/measure.h"
#include "campaign/statistics/statistics.h"
#include "campaign/store/data.h"

namespace covolve::campaign::results {

/// The level at which a difference counts, after Holm's correction.
inline constexpr double kSignificance = 0.05;

/// The runs of one configuration on one target.
struct Sample {
  std::vector<double> values;
  std::vector<uint64_t> seeds;  // of the values
  double mean = 0;
  double median = 0;
  std::optional<double> deviation;               // one run has none, nor an interval
  std::optional<statistics::Interval> interval;  // of the mean, 95 %
  double rank = 0;  // among the configurations by mean, 1 is the best, ties share

  bool isEmpty() const { return values.empty(); }
};

enum class Verdict { Better, Same, Worse };

/// A configuration against the baseline on one target.
struct Pair {
  double a12 = 0.5;  // how likely a run of the configuration is above one of the baseline
  double p = 1;
  double adjusted = 1;             // by Holm over the targets
  std::optional<double> relative;  // change of the mean; absent where the baseline's is 0
  Verdict verdict = Verdict::Same;
};

struct TargetComparison {
  size_t target = 0;
  std::vector<Sample> samples;             // one a configuration
  std::vector<std::optional<Pair>> pairs;  // one a configuration; absent for the baseline and without runs
  bool isComplete = false;                 // every configuration has runs
};

/// One configuration over all targets.
struct ConfigurationSummary {
  std::optional<double> mean;  // of the targets' means, over complete targets as the rank
  std::optional<double> averageRank;
  size_t better = 0;  // targets with a significant difference to the baseline
  size_t same = 0;
  size_t worse = 0;
  std::vector<double>
      seedMeans;  // a seed's mean over the complete targets; a missing run counts as the median
};

struct BudgetComparison {
  size_t budget = 0;
  std::vector<TargetComparison> targets;  // by group, groups in the order they first come
  std::vector<ConfigurationSummary> configurations;
  std::optional<statistics::Friedman> friedman;
  size_t completeTargets = 0;
  size_t fewestRuns = 0;  // of a sample that has some
  size_t mostRuns = 0;
};

struct Comparison {
  Measure measure = Measure::Branches;
  Unit unit = Unit::Percent;
  size_t baseline = 0;
  bool hasGroups = false;
  size_t differingTotals = 0;  // targets whose runs do not agree on how much there is to cover
  std::vector<BudgetComparison> budgets;
};

Comparison compare(const CampaignData& data, Measure measure);

}  // namespace covolve::campaign::results
