// Coverage over the time of the search, as plots show it: at about a hundred
// points in time the median and the quartiles of the runs. A run that ended
// keeps its last value until the longest one ends.
//
// Searches gain most in their first moments, some in milliseconds of a budget of
// minutes: then the points are spaced evenly on a logarithmic axis.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "campaign/data.h"
#include "campaign/results/comparison.h"

namespace covolve::campaign::results {

struct TimePoints {
  bool isLogarithmic = false;
  std::vector<double> milliseconds;  // rising
};

/// Values at the points in time.
struct Band {
  std::vector<double> low;  // first quartile
  std::vector<double> middle;
  std::vector<double> high;
};

/// One a configuration; absent where its runs recorded no progress.
struct Curves {
  TimePoints times;
  Unit unit = Unit::Percent;
  std::vector<std::optional<Band>> bands;

  bool isEmpty() const;
};

struct BudgetCurves {
  Curves overall;  // of each seed's mean over the targets; a missing run counts as the median of the others
  size_t overallTargets = 0;    // those in it: all configurations have progress on them
  std::vector<Curves> targets;  // in the order of BudgetComparison::targets
};

/// From the first of the times that matter to the end.
TimePoints timePoints(double end, bool isLogarithmic);
/// The targets covered at each time; 0 before the first point of progress.
std::vector<double> coveredAt(std::span<const ProgressPoint> progress, const TimePoints& times);

BudgetCurves curvesOf(const CampaignData& data, const BudgetComparison& budget);

}  // namespace covolve::campaign::results
