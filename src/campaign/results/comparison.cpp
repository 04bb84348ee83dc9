#include "campaign/results/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>
#include <utility>

namespace covolve::campaign::results {

namespace {

constexpr uint64_t kBootstrapSeed = 1;
/// Over all samples; large campaigns have large samples, whose intervals need fewer resamples to settle.
constexpr double kBootstrapDraws = 2e8;

/// Means of the same values in another order differ in their last bits: such are ties.
double settled(double value) { return std::round(value * 1e9) / 1e9; }

std::vector<size_t> orderedByGroup(const CampaignData& data) {
  std::vector<size_t> order(data.targets.size());
  std::ranges::copy(std::views::iota(size_t{0}, data.targets.size()), order.begin());
  std::map<std::string, size_t> groups;
  for (const TargetName& target : data.targets) groups.try_emplace(target.group, groups.size());
  std::ranges::sort(order, {},
                    [&](size_t target) { return std::pair(groups.at(data.targets[target].group), target); });
  return order;
}

unsigned resamplesFor(size_t runs) {
  return static_cast<unsigned>(
      std::clamp(kBootstrapDraws / static_cast<double>(std::max<size_t>(runs, 1)), 1'000.0, 10'000.0));
}

void summarise(Sample& sample, unsigned resamples) {
  if (sample.isEmpty()) return;
  sample.mean = statistics::mean(sample.values);
  sample.median = statistics::median(sample.values);
  if (sample.values.size() < 2) return;
  const auto [low, high] = std::ranges::minmax(sample.values);
  if (low == high) {
    sample.deviation = 0;
    sample.interval = {low, high};
    return;
  }
  sample.deviation = statistics::standardDeviation(sample.values);
  sample.interval = statistics::bootstrapMean(sample.values, 0.95, kBootstrapSeed, resamples);
}

void rankSamples(TargetComparison& target) {
  std::vector<double> negated;  // the largest is the best: rank 1
  for (const Sample& sample : target.samples) {
    if (!sample.isEmpty()) negated.push_back(-settled(sample.mean));
  }
  const std::vector<double> ranks = statistics::ranks(negated);
  size_t next = 0;
  for (Sample& sample : target.samples) {
    if (!sample.isEmpty()) sample.rank = ranks[next++];
  }
  target.isComplete = !target.samples.empty() && negated.size() == target.samples.size();
}

std::optional<Pair> against(const Sample& sample, const Sample& baseline) {
  if (sample.isEmpty() || baseline.isEmpty()) return std::nullopt;
  Pair pair;
  pair.a12 = statistics::varghaDelaney(sample.values, baseline.values);
  pair.p = statistics::mannWhitney(sample.values, baseline.values).p;
  if (baseline.mean != 0) {
    pair.relative = (sample.mean - baseline.mean) / baseline.mean;
  } else if (sample.mean == 0) {
    pair.relative = 0;
  }
  return pair;
}

/// One configuration against the baseline on all targets: a family of tests, so their p-values are corrected
/// together.
void compareWithBaseline(BudgetComparison& budget, size_t configuration, size_t baseline) {
  std::vector<double> p;
  for (TargetComparison& target : budget.targets) {
    std::optional<Pair>& pair = target.pairs[configuration];
    pair = against(target.samples[configuration], target.samples[baseline]);
    if (pair) p.push_back(pair->p);
  }
  const std::vector<double> adjusted = statistics::holm(p);
  ConfigurationSummary& summary = budget.configurations[configuration];
  size_t next = 0;
  for (TargetComparison& target : budget.targets) {
    std::optional<Pair>& pair = target.pairs[configuration];
    if (!pair) continue;
    pair->adjusted = adjusted[next++];
    if (pair->adjusted >= kSignificance || pair->a12 == 0.5) {
      ++summary.same;
    } else if (pair->a12 > 0.5) {
      pair->verdict = Verdict::Better;
      ++summary.better;
    } else {
      pair->verdict = Verdict::Worse;
      ++summary.worse;
    }
  }
}

void averageOverTargets(BudgetComparison& budget) {
  std::vector<std::vector<double>> blocks;
  for (const TargetComparison& target : budget.targets) {
    if (!target.isComplete) continue;
    std::vector<double>& means = blocks.emplace_back();
    for (const Sample& sample : target.samples) means.push_back(settled(sample.mean));
    for (size_t i = 0; i < target.samples.size(); ++i) {
      ConfigurationSummary& summary = budget.configurations[i];
      summary.mean = summary.mean.value_or(0) + target.samples[i].mean;
      summary.averageRank = summary.averageRank.value_or(0) + target.samples[i].rank;
    }
  }
  budget.completeTargets = blocks.size();
  if (blocks.empty()) return;
  for (ConfigurationSummary& summary : budget.configurations) {
    *summary.mean /= static_cast<double>(blocks.size());
    *summary.averageRank /= static_cast<double>(blocks.size());
  }
  if (blocks.size() < 2 || budget.configurations.size() < 2) return;
  budget.friedman = statistics::friedman(blocks);
}

void averageOverTargetsBySeed(BudgetComparison& budget) {
  std::set<uint64_t> seeds;
  for (const TargetComparison& target : budget.targets) {
    for (const Sample& sample : target.samples) seeds.insert(sample.seeds.begin(), sample.seeds.end());
  }
  if (budget.completeTargets == 0) return;
  for (size_t i = 0; i < budget.configurations.size(); ++i) {
    std::map<uint64_t, double> sums;
    for (const uint64_t seed : seeds) sums[seed] = 0;
    for (const TargetComparison& target : budget.targets) {
      if (!target.isComplete) continue;
      const Sample& sample = target.samples[i];
      std::map<uint64_t, double> known;
      for (size_t j = 0; j < sample.values.size(); ++j) known[sample.seeds[j]] = sample.values[j];
      for (auto& [seed, sum] : sums) {
        const auto found = known.find(seed);
        sum += found == known.end() ? sample.median : found->second;
      }
    }
    for (const auto& [seed, sum] : sums) {
      budget.configurations[i].seedMeans.push_back(sum / static_cast<double>(budget.completeTargets));
    }
  }
}

}  // namespace

Comparison compare(const CampaignData& data, Measure measure) {
  Comparison comparison;
  comparison.measure = measure;
  comparison.unit = unitOf(measure);
  comparison.hasGroups =
      std::ranges::any_of(data.targets, [](const TargetName& target) { return !target.group.empty(); });
  const auto baseline = std::ranges::find(data.configurations, data.baseline);
  if (baseline != data.configurations.end()) comparison.baseline = baseline - data.configurations.begin();

  const std::vector<size_t> order = orderedByGroup(data);
  std::vector<size_t> position(order.size());
  for (size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  comparison.budgets.resize(data.budgets.size());
  for (size_t i = 0; i < data.budgets.size(); ++i) {
    BudgetComparison& budget = comparison.budgets[i];
    budget.budget = i;
    budget.configurations.resize(data.configurations.size());
    for (const size_t target : order) {
      TargetComparison& added = budget.targets.emplace_back();
      added.target = target;
      added.samples.resize(data.configurations.size());
      added.pairs.resize(data.configurations.size());
    }
  }

  const Totals totals = totalsOf(data, measure);
  comparison.differingTotals = totals.differing;
  for (const RunFigures& run : data.runs) {
    const auto value = valueOf(run, measure, totals);
    if (!value) continue;
    Sample& sample = comparison.budgets[run.budget].targets[position[run.target]].samples[run.configuration];
    sample.values.push_back(*value);
    sample.seeds.push_back(run.seed);
  }

  const unsigned resamples = resamplesFor(data.runs.size());
  for (BudgetComparison& budget : comparison.budgets) {
    for (TargetComparison& target : budget.targets) {
      for (Sample& sample : target.samples) {
        summarise(sample, resamples);
        const size_t runs = sample.values.size();
        if (runs == 0) continue;
        budget.fewestRuns = budget.mostRuns == 0 ? runs : std::min(budget.fewestRuns, runs);
        budget.mostRuns = std::max(budget.mostRuns, runs);
      }
      rankSamples(target);
    }
    for (size_t i = 0; i < data.configurations.size(); ++i) {
      if (i != comparison.baseline) compareWithBaseline(budget, i, comparison.baseline);
    }
    averageOverTargets(budget);
    averageOverTargetsBySeed(budget);
  }
  return comparison;
}

}  // namespace covolve::campaign::results
