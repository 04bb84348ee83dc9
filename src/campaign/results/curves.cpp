#include "campaign/results/curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace covolve::campaign::results {

namespace {

constexpr size_t kSteps = 100;
/// Most runs are nearly done within this share of the course: a linear axis would show a corner.
constexpr double kEarly = 0.1;

using Rows = std::vector<std::vector<double>>;  // a run each

struct RunsOfCell {
  std::vector<const RunFigures*> runs;  // that tell their course
  bool hasOthers = false;               // that do not
};

struct TargetRuns {
  std::vector<RunsOfCell> cells;  // one a configuration
  uint64_t total = 0;             // of the search's targets
  double end = 0;                 // of the longest course

  bool hasRuns() const {
    return std::ranges::any_of(cells, [](const RunsOfCell& cell) { return !cell.runs.empty(); });
  }
};

std::span<const ProgressPoint> progressOf(const CampaignData& data, const RunFigures& run) {
  return std::span(data.progress).subspan(run.progressBegin, run.progressEnd - run.progressBegin);
}

double effortOf(const ProgressPoint& point, Effort effort) {
  return static_cast<double>(effort == Effort::Milliseconds ? point.milliseconds : point.evaluations);
}

/// Where the run's course ends; 0: it does not tell in this unit.
double endOf(const CampaignData& data, const RunFigures& run, Effort effort) {
  const auto progress = progressOf(data, run);
  // Other programs than covolve may tell only the end. A search that never covered anything has no points.
  if (progress.empty() && (run.targets.covered > 0 || run.targets.total == 0)) return 0;
  const double end =
      effort == Effort::Milliseconds ? run.searchSeconds * 1000 : static_cast<double>(run.evaluations);
  return progress.empty() ? end : std::max(end, effortOf(progress.back(), effort));
}

/// The one in which more runs tell their course: time if as many do.
Effort effortFor(const CampaignData& data, const BudgetComparison& budget) {
  size_t timed = 0;
  size_t counted = 0;
  for (const RunFigures& run : data.runs) {
    if (run.budget != budget.budget) continue;
    if (endOf(data, run, Effort::Milliseconds) > 0) ++timed;
    if (endOf(data, run, Effort::Evaluations) > 0) ++counted;
  }
  return timed >= counted ? Effort::Milliseconds : Effort::Evaluations;
}

std::vector<TargetRuns> runsByTarget(const CampaignData& data, const BudgetComparison& budget,
                                     Effort effort) {
  const Totals totals = totalsOf(data, Measure::Targets);
  std::vector<TargetRuns> targets(budget.targets.size());
  std::vector<size_t> position(budget.targets.size());
  for (size_t i = 0; i < budget.targets.size(); ++i) {
    position[budget.targets[i].target] = i;
    targets[i].cells.resize(budget.configurations.size());
    targets[i].total = totals.largest[budget.targets[i].target];
  }
  for (const RunFigures& run : data.runs) {
    if (run.budget != budget.budget) continue;
    TargetRuns& target = targets[position[run.target]];
    RunsOfCell& cell = target.cells[run.configuration];
    const double end = endOf(data, run, effort);
    if (end > 0) {
      cell.runs.push_back(&run);
    } else {
      cell.hasOthers = true;
    }
    target.end = std::max(target.end, end);
  }
  return targets;
}

/// When the run had most of what it was to cover.
double nearlyDone(std::span<const ProgressPoint> progress, Effort effort) {
  for (const ProgressPoint& point : progress) {
    if (static_cast<double>(point.covered) >= 0.9 * static_cast<double>(progress.back().covered)) {
      return effortOf(point, effort);
    }
  }
  return 0;
}

bool gainsEarly(const CampaignData& data, const std::vector<TargetRuns>& targets, Effort effort, double end) {
  std::vector<double> shares;
  for (const TargetRuns& target : targets) {
    for (const RunsOfCell& cell : target.cells) {
      for (const RunFigures* run : cell.runs)
        shares.push_back(nearlyDone(progressOf(data, *run), effort) / end);
    }
  }
  return !shares.empty() && statistics::median(shares) < kEarly;
}

/// In percent of the total.
Rows sampled(const CampaignData& data, const RunsOfCell& cell, const EffortPoints& points, uint64_t total) {
  const double factor = total == 0 ? 0 : 100 / static_cast<double>(total);
  Rows rows;
  rows.reserve(cell.runs.size());
  for (const RunFigures* run : cell.runs) {
    std::vector<double>& row = rows.emplace_back(coveredAt(progressOf(data, *run), points));
    for (double& value : row) value = std::min(value * factor, 100.0);
  }
  return rows;
}

Band bandOf(const Rows& rows) {
  Band band;
  std::vector<double> column(rows.size());
  std::vector<double> previous;
  for (size_t point = 0; point < rows.front().size(); ++point) {
    for (size_t run = 0; run < rows.size(); ++run) column[run] = rows[run][point];
    // Curves are flat for long.
    if (point > 0 && column == previous) {
      band.low.push_back(band.low.back());
      band.middle.push_back(band.middle.back());
      band.high.push_back(band.high.back());
      continue;
    }
    previous = column;
    std::ranges::sort(column);
    band.low.push_back(statistics::quantile(column, 0.25));
    band.middle.push_back(statistics::quantile(column, 0.5));
    band.high.push_back(statistics::quantile(column, 0.75));
  }
  return band;
}

Curves targetCurves(const CampaignData& data, const TargetRuns& target, Effort effort, bool isLogarithmic) {
  Curves curves;
  curves.points = effortPoints(effort, target.end, isLogarithmic);
  for (size_t i = 0; i < target.cells.size(); ++i) {
    const RunsOfCell& cell = target.cells[i];
    curves.bands.emplace_back();
    if (!cell.runs.empty()) {
      curves.bands.back() = bandOf(sampled(data, cell, curves.points, target.total));
    } else if (cell.hasOthers) {
      curves.withoutProgress.push_back(i);
    }
  }
  return curves;
}

/// Sums over the targets, a row a seed.
class SeedSums {
 public:
  SeedSums(const std::vector<const TargetRuns*>& targets, size_t configuration, size_t points) {
    for (const TargetRuns* target : targets) {
      for (const RunFigures* run : target->cells[configuration].runs) rows_.try_emplace(run->seed, points);
    }
  }

  void add(const RunsOfCell& cell, const Rows& rows) {
    std::map<uint64_t, const std::vector<double>*> known;
    for (size_t i = 0; i < rows.size(); ++i) known[cell.runs[i]->seed] = &rows[i];
    std::optional<Band> others;
    for (auto& [seed, sum] : rows_) {
      const auto found = known.find(seed);
      if (found == known.end() && !others) others = bandOf(rows);
      const std::vector<double>& row = found == known.end() ? others->middle : *found->second;
      for (size_t i = 0; i < row.size(); ++i) sum[i] += row[i];
    }
  }

  Rows means(size_t targets) const {
    Rows rows;
    for (const auto& [seed, sum] : rows_) {
      std::vector<double>& row = rows.emplace_back(sum);
      for (double& value : row) value /= static_cast<double>(targets);
    }
    return rows;
  }

 private:
  std::map<uint64_t, std::vector<double>> rows_;
};

void addOverall(const CampaignData& data, const std::vector<TargetRuns>& targets, BudgetCurves& curves) {
  const size_t configurations = targets.front().cells.size();
  std::vector<bool> takesPart(configurations, false);
  std::vector<bool> hasOthers(configurations, false);
  for (const TargetRuns& target : targets) {
    for (size_t i = 0; i < configurations; ++i) {
      if (!target.cells[i].runs.empty()) takesPart[i] = true;
      if (target.cells[i].hasOthers) hasOthers[i] = true;
    }
  }
  for (size_t i = 0; i < configurations; ++i) {
    if (hasOthers[i] && !takesPart[i]) curves.overall.withoutProgress.push_back(i);
  }
  std::vector<const TargetRuns*> complete;
  for (const TargetRuns& target : targets) {
    bool isComplete = target.total > 0 && target.hasRuns();
    for (size_t i = 0; i < configurations; ++i) {
      isComplete = isComplete && (!takesPart[i] || !target.cells[i].runs.empty());
    }
    if (isComplete) complete.push_back(&target);
  }
  curves.overallTargets = complete.size();
  curves.overall.bands.resize(configurations);
  if (complete.empty()) return;
  for (size_t i = 0; i < configurations; ++i) {
    if (!takesPart[i]) continue;
    SeedSums sums(complete, i, curves.overall.points.values.size());
    for (const TargetRuns* target : complete) {
      const RunsOfCell& cell = target->cells[i];
      sums.add(cell, sampled(data, cell, curves.overall.points, target->total));
    }
    curves.overall.bands[i] = bandOf(sums.means(complete.size()));
  }
}

}  // namespace

bool Curves::isEmpty() const {
  return std::ranges::none_of(bands, [](const std::optional<Band>& band) { return band.has_value(); });
}

EffortPoints effortPoints(Effort effort, double end, bool isLogarithmic) {
  end = std::max(end, 1.0);
  // Progress is recorded in whole numbers; four or five decades are as much as a reader can use.
  const double begin = std::max(1.0, std::pow(10, std::floor(std::log10(end / 5000))));
  EffortPoints points;
  points.effort = effort;
  points.isLogarithmic = isLogarithmic && end >= 10 * begin;
  for (size_t step = 0; step <= kSteps; ++step) {
    const double share = static_cast<double>(step) / kSteps;
    points.values.push_back(points.isLogarithmic ? begin * std::pow(end / begin, share) : end * share);
  }
  points.values.back() = end;  // not short of it by a rounding
  return points;
}

std::vector<double> coveredAt(std::span<const ProgressPoint> progress, const EffortPoints& points) {
  std::vector<double> values;
  values.reserve(points.values.size());
  size_t next = 0;
  double covered = 0;
  for (const double here : points.values) {
    for (; next < progress.size() && effortOf(progress[next], points.effort) <= here; ++next) {
      covered = static_cast<double>(progress[next].covered);
    }
    values.push_back(covered);
  }
  return values;
}

BudgetCurves curvesOf(const CampaignData& data, const BudgetComparison& budget) {
  BudgetCurves curves;
  const Effort effort = effortFor(data, budget);
  const std::vector<TargetRuns> targets = runsByTarget(data, budget, effort);
  if (targets.empty()) return curves;
  double end = 0;
  for (const TargetRuns& target : targets) end = std::max(end, target.end);
  const bool isLogarithmic = end > 0 && gainsEarly(data, targets, effort, end);
  curves.overall.points = effortPoints(effort, end, isLogarithmic);
  addOverall(data, targets, curves);
  for (const TargetRuns& target : targets) {
    curves.targets.push_back(targetCurves(data, target, effort, isLogarithmic));
  }
  return curves;
}

}  // namespace covolve::campaign::results
