// Coverage over the course of the search, as plots show it: at about a hundred
// points the median and the quartiles of the runs. A run that ended keeps its
// last value until the longest one ends.
//
// The course is told in time, or in tests run: with a budget of evaluations two
// runs have to give the same report, so that it holds no times.
//
// Searches gain most in their first moments, some in milliseconds of a budget of
// minutes: then the points are spaced evenly on a logarithmic axis.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "campaign/results/comparison.h"
#include "campaign/store/data.h"

namespace covolve::campaign::results {

enum class Effort { Milliseconds, Evaluations };

struct EffortPoints {
  Effort effort = Effort::Milliseconds;
  bool isLogarithmic = false;
  std::vector<double> values;  // rising
};

/// Percentages of the search's targets at the points.
struct Band {
  std::vector<double> low;  // first quartile
  std::vector<double> middle;
  std::vector<double> high;
};

struct Curves {
  EffortPoints points;
  std::vector<std::optional<Band>> bands;  // one a configuration; absent where there is nothing to draw
  std::vector<size_t> withoutProgress;     // configurations that have runs, but none that tells its progress

  bool isEmpty() const;
};

struct BudgetCurves {
  Curves overall;  // of each seed's mean over the targets; a missing run counts as the median of the others
  size_t overallTargets = 0;    // those in it: all configurations have progress on them
  std::vector<Curves> targets;  // in the order of BudgetComparison::targets
};

/// From the first of the points that matter to the end.
EffortPoints effortPoints(Effort effort, double end, bool isLogarithmic);
/// The targets covered at each point; 0 before the first point of progress.
std::vector<double> coveredAt(std::span<const ProgressPoint> progress, const EffortPoints& points);

BudgetCurves curvesOf(const CampaignData& data, const BudgetComparison& budget);

}  // namespace covolve::campaign::results
