#include "campaign/results/curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace covolve::campaign::results {

namespace {

constexpr size_t kSteps = 100;
/// Most runs are nearly done within this share of the time: a linear axis would show a corner.
constexpr double kEarly = 0.1;

using Rows = std::vector<std::vector<double>>;  // a run each

struct Cell {
  std::vector<const RunFigures*> runs;  // with progress
};

struct TargetRuns {
  std::vector<Cell> cells;  // one a configuration
  uint64_t total = 0;       // of the search's targets
  bool totalsAgree = true;
  double end = 0;

  bool hasRuns() const {
    return std::ranges::any_of(cells, [](const Cell& cell) { return !cell.runs.empty(); });
  }
};

std::span<const ProgressPoint> progressOf(const CampaignData& data, const RunFigures& run) {
  return std::span(data.progress).subspan(run.progressBegin, run.progressEnd - run.progressBegin);
}

void addRun(const CampaignData& data, const RunFigures& run, TargetRuns& target) {
  const auto progress = progressOf(data, run);
  // Other programs than covolve may tell only the end. A search that never covered anything has no points.
  if (progress.empty() && (run.targets.covered > 0 || run.targets.total == 0)) return;
  uint64_t total = run.targets.total;
  target.end = std::max(target.end, run.searchSeconds * 1000);
  if (!progress.empty()) {
    total = std::max(total, progress.back().covered);
    target.end = std::max(target.end, static_cast<double>(progress.back().milliseconds));
  }
  target.totalsAgree = target.totalsAgree && (target.total == 0 || target.total == total);
  target.total = std::max(target.total, total);
  target.cells[run.configuration].runs.push_back(&run);
}

std::vector<TargetRuns> runsWithProgress(const CampaignData& data, const BudgetComparison& budget) {
  std::vector<TargetRuns> targets(budget.targets.size());
  std::vector<size_t> position(budget.targets.size());
  for (size_t i = 0; i < budget.targets.size(); ++i) {
    position[budget.targets[i].target] = i;
    targets[i].cells.resize(budget.configurations.size());
  }
  for (const RunFigures& run : data.runs) {
    if (run.budget == budget.budget) addRun(data, run, targets[position[run.target]]);
  }
  return targets;
}

/// When the run had most of what it was to cover.
double nearlyDone(std::span<const ProgressPoint> progress) {
  for (const ProgressPoint& point : progress) {
    if (static_cast<double>(point.covered) >= 0.9 * static_cast<double>(progress.back().covered)) {
      return static_cast<double>(point.milliseconds);
    }
  }
  return 0;
}

bool gainsEarly(const CampaignData& data, const std::vector<TargetRuns>& targets, double end) {
  std::vector<double> shares;
  for (const TargetRuns& target : targets) {
    for (const Cell& cell : target.cells) {
      for (const RunFigures* run : cell.runs) shares.push_back(nearlyDone(progressOf(data, *run)) / end);
    }
  }
  return !shares.empty() && statistics::median(shares) < kEarly;
}

Rows sampled(const CampaignData& data, const Cell& cell, const TimePoints& times, double factor) {
  Rows rows;
  rows.reserve(cell.runs.size());
  for (const RunFigures* run : cell.runs) {
    std::vector<double>& row = rows.emplace_back(coveredAt(progressOf(data, *run), times));
    for (double& value : row) value *= factor;
  }
  return rows;
}

Band bandOf(const Rows& rows) {
  Band band;
  std::vector<double> column(rows.size());
  std::vector<double> previous;
  for (size_t time = 0; time < rows.front().size(); ++time) {
    for (size_t run = 0; run < rows.size(); ++run) column[run] = rows[run][time];
    // Curves are flat for long.
    if (time > 0 && column == previous) {
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

Curves targetCurves(const CampaignData& data, const TargetRuns& target, bool isLogarithmic) {
  Curves curves;
  curves.times = timePoints(target.end, isLogarithmic);
  curves.unit = target.totalsAgree ? Unit::Percent : Unit::Count;
  const double factor =
      curves.unit == Unit::Percent && target.total > 0 ? 100.0 / static_cast<double>(target.total) : 1;
  for (const Cell& cell : target.cells) {
    curves.bands.emplace_back();
    if (!cell.runs.empty()) curves.bands.back() = bandOf(sampled(data, cell, curves.times, factor));
  }
  return curves;
}

/// Sums over the targets, a row a seed.
class SeedSums {
 public:
  SeedSums(const std::vector<const TargetRuns*>& targets, size_t configuration, size_t times) {
    for (const TargetRuns* target : targets) {
      for (const RunFigures* run : target->cells[configuration].runs) rows_.try_emplace(run->seed, times);
    }
  }

  void add(const Cell& cell, const Rows& rows) {
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
  for (const TargetRuns& target : targets) {
    for (size_t i = 0; i < configurations; ++i) {
      if (!target.cells[i].runs.empty()) takesPart[i] = true;
    }
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
  const std::vector<double>& times = curves.overall.times.milliseconds;
  for (size_t i = 0; i < configurations; ++i) {
    if (!takesPart[i]) continue;
    SeedSums sums(complete, i, times.size());
    for (const TargetRuns* target : complete) {
      const Cell& cell = target->cells[i];
      sums.add(cell, sampled(data, cell, curves.overall.times, 100.0 / static_cast<double>(target->total)));
    }
    curves.overall.bands[i] = bandOf(sums.means(complete.size()));
  }
}

}  // namespace

bool Curves::isEmpty() const {
  return std::ranges::none_of(bands, [](const std::optional<Band>& band) { return band.has_value(); });
}

TimePoints timePoints(double end, bool isLogarithmic) {
  end = std::max(end, 1.0);
  // Progress is recorded in whole milliseconds; four or five decades are as much as a reader can use.
  const double begin = std::max(1.0, std::pow(10, std::floor(std::log10(end / 5000))));
  TimePoints times;
  times.isLogarithmic = isLogarithmic && end >= 10 * begin;
  for (size_t step = 0; step <= kSteps; ++step) {
    const double share = static_cast<double>(step) / kSteps;
    times.milliseconds.push_back(times.isLogarithmic ? begin * std::pow(end / begin, share) : end * share);
  }
  times.milliseconds.back() = end;  // not short of it by a rounding
  return times;
}

std::vector<double> coveredAt(std::span<const ProgressPoint> progress, const TimePoints& times) {
  std::vector<double> values;
  values.reserve(times.milliseconds.size());
  size_t next = 0;
  double covered = 0;
  for (const double time : times.milliseconds) {
    for (; next < progress.size() && static_cast<double>(progress[next].milliseconds) <= time; ++next) {
      covered = static_cast<double>(progress[next].covered);
    }
    values.push_back(covered);
  }
  return values;
}

BudgetCurves curvesOf(const CampaignData& data, const BudgetComparison& budget) {
  BudgetCurves curves;
  const std::vector<TargetRuns> targets = runsWithProgress(data, budget);
  if (targets.empty()) return curves;
  double end = 0;
  for (const TargetRuns& target : targets) end = std::max(end, target.end);
  const bool isLogarithmic = end > 0 && gainsEarly(data, targets, end);
  curves.overall.times = timePoints(end, isLogarithmic);
  addOverall(data, targets, curves);
  for (const TargetRuns& target : targets) {
    curves.targets.push_back(targetCurves(data, target, isLogarithmic));
  }
  return curves;
}

}  // namespace covolve::campaign::results
