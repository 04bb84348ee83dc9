#include "campaign/results/tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/results/numbers.h"

namespace covolve::campaign::results {

namespace {

std::string runsText(const BudgetComparison& budget) {
  if (budget.mostRuns == 0) return "no runs yet";
  if (budget.fewestRuns == budget.mostRuns) return counted(budget.mostRuns, "run each", "runs each");
  return fmt::format("{} to {} runs each", budget.fewestRuns, budget.mostRuns);
}

std::string budgetText(const CampaignData& data, const BudgetComparison& budget) {
  return "budget " + data.budgets[budget.budget];
}

/// With a row that names the group before its first target.
void addGroup(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget,
              size_t index, Table& table) {
  if (!comparison.hasGroups) return;
  const std::string& group = data.targets[budget.targets[index].target].group;
  if (index > 0 && data.targets[budget.targets[index - 1].target].group == group) return;
  table.rows.push_back({{{group.empty() ? "without a group" : group}}, Row::Kind::Group});
}

std::string completeNote(const BudgetComparison& budget) {
  return fmt::format("Averages are over the {} of {} that all configurations have runs of.",
                     budget.completeTargets, counted(budget.targets.size(), "target", "targets"));
}

void addFriedman(const BudgetComparison& budget, Table& table) {
  if (!budget.friedman) return;
  table.notes.push_back(fmt::format("Friedman test over {} targets: χ² = {:.2f}, p {}.",
                                    budget.completeTargets, budget.friedman->chiSquare,
                                    pRelation(budget.friedman->p)));
}

/// A table's bare percentages would otherwise be taken for those of each run's own total.
void addTotalsNote(const Comparison& comparison, Table& table) {
  if (comparison.differingTotals == 0) return;
  table.notes.push_back(
      fmt::format("Runs of {} differ in how much there is to cover; percentages are of the largest total.",
                  counted(comparison.differingTotals, "target", "targets")));
}

std::string intervalText(const std::optional<statistics::Interval>& interval, Unit unit) {
  if (!interval) return std::string(kNothing);
  return fmt::format("{} – {}", valueText(interval->low, unit), valueText(interval->high, unit));
}

std::optional<double> meanOf(const Sample& sample) {
  return sample.isEmpty() ? std::nullopt : std::optional(sample.mean);
}

void addSummaryRows(const Comparison& comparison, const BudgetComparison& budget, Table& table) {
  Row average{{{"Average"}}, Row::Kind::Summary};
  Row rank{{{"Average rank"}}, Row::Kind::Summary};
  double best = 0;
  for (const ConfigurationSummary& summary : budget.configurations) {
    if (summary.averageRank && (best == 0 || *summary.averageRank < best)) best = *summary.averageRank;
  }
  for (const ConfigurationSummary& summary : budget.configurations) {
    average.cells.push_back({valueText(summary.mean, comparison.unit)});
    rank.cells.push_back(
        {summary.averageRank ? fmt::format("{:.2f}", *summary.averageRank) : std::string(kNothing)});
    rank.cells.back().isStrong = budget.configurations.size() > 1 && summary.averageRank == best;
  }
  table.rows.push_back(std::move(average));
  table.rows.push_back(std::move(rank));
}

}  // namespace

Table summaryTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget) {
  Table table;
  table.identifier = fmt::format("summary-{}", budget.budget + 1);
  table.caption = fmt::format(
      "Configurations over all targets, {}. {}: mean of the targets' means. Better, same, worse: targets on "
      "which a "
      "configuration differs from {} (p < {} after Holm's correction).",
      budgetText(data, budget), measureTitle(comparison.measure, comparison.unit),
      data.configurations[comparison.baseline], kSignificance);
  table.columns = {{"Configuration", Align::Left},
                   {measureTitle(comparison.measure, comparison.unit)},
                   {"Average rank"},
                   {"Better"},
                   {"Same"},
                   {"Worse"}};
  double best = 0;
  for (const ConfigurationSummary& summary : budget.configurations) {
    if (summary.averageRank && (best == 0 || *summary.averageRank < best)) best = *summary.averageRank;
  }
  for (size_t i = 0; i < budget.configurations.size(); ++i) {
    const ConfigurationSummary& summary = budget.configurations[i];
    Row& row = table.rows.emplace_back();
    row.cells.push_back({data.configurations[i], i == comparison.baseline ? "(baseline)" : ""});
    row.cells.push_back({valueText(summary.mean, comparison.unit)});
    row.cells.push_back(
        {summary.averageRank ? fmt::format("{:.2f}", *summary.averageRank) : std::string(kNothing)});
    row.cells.back().isStrong = budget.configurations.size() > 1 && summary.averageRank == best;
    const bool isCompared = i != comparison.baseline && summary.better + summary.same + summary.worse > 0;
    for (const size_t count : {summary.better, summary.same, summary.worse}) {
      row.cells.push_back({isCompared ? fmt::format("{}", count) : std::string(kNothing)});
    }
  }
  addFriedman(budget, table);
  if (budget.completeTargets < budget.targets.size()) table.notes.push_back(completeNote(budget));
  return table;
}

Table averagesTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget) {
  Table table;
  table.identifier = fmt::format("averages-{}", budget.budget + 1);
  table.caption = fmt::format("{}: means with ranks, the best in bold; {}, {}.",
                              measureTitle(comparison.measure, comparison.unit), budgetText(data, budget),
                              runsText(budget));
  table.columns.push_back({"Target", Align::Left});
  for (const std::string& name : data.configurations) table.columns.push_back({name});
  for (size_t i = 0; i < budget.targets.size(); ++i) {
    addGroup(data, comparison, budget, i, table);
    const TargetComparison& target = budget.targets[i];
    Row& row = table.rows.emplace_back();
    row.cells.push_back({data.targets[target.target].name});
    double best = 0;
    double worst = 0;
    for (const Sample& sample : target.samples) {
      if (sample.isEmpty()) continue;
      best = best == 0 ? sample.rank : std::min(best, sample.rank);
      worst = std::max(worst, sample.rank);
    }
    for (const Sample& sample : target.samples) {
      Cell& cell = row.cells.emplace_back(Cell{valueText(meanOf(sample), comparison.unit)});
      if (sample.isEmpty()) continue;
      cell.aside = fmt::format("({})", rankText(sample.rank));
      cell.isStrong = sample.rank == best && best < worst;  // where all are equal none stands out
    }
  }
  addSummaryRows(comparison, budget, table);
  addFriedman(budget, table);
  if (budget.completeTargets < budget.targets.size()) table.notes.push_back(completeNote(budget));
  addTotalsNote(comparison, table);
  return table;
}

Table comparisonTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget,
                      size_t configuration) {
  const std::string& name = data.configurations[configuration];
  const std::string& baseline = data.configurations[comparison.baseline];
  Table table;
  table.identifier = fmt::format("comparison-{}-{}", budget.budget + 1, configuration + 1);
  table.caption = fmt::format("{} against {}: {}, {}. Bold: p < {} after Holm's correction over the targets.",
                              name, baseline, measureTitle(comparison.measure, comparison.unit),
                              budgetText(data, budget), kSignificance);
  table.columns = {
      {"Target", Align::Left}, {baseline}, {name}, {"A₁₂"}, {"p"}, {"p (Holm)"}, {"Relative"}, {"Runs"}};
  for (size_t i = 0; i < budget.targets.size(); ++i) {
    addGroup(data, comparison, budget, i, table);
    const TargetComparison& target = budget.targets[i];
    const Sample& ours = target.samples[configuration];
    const Sample& theirs = target.samples[comparison.baseline];
    Row& row = table.rows.emplace_back();
    row.cells = {{data.targets[target.target].name},
                 {valueText(meanOf(theirs), comparison.unit)},
                 {valueText(meanOf(ours), comparison.unit)}};
    if (const std::optional<Pair>& pair = target.pairs[configuration]) {
      const bool isStrong = pair->verdict != Verdict::Same;
      const Tone tone = pair->verdict == Verdict::Better  ? Tone::Good
                        : pair->verdict == Verdict::Worse ? Tone::Bad
                                                          : Tone::Plain;
      row.cells.push_back({fmt::format("{:.2f}", pair->a12), "", isStrong, tone});
      row.cells.push_back({pText(pair->p)});
      row.cells.push_back({pText(pair->adjusted), "", isStrong});
      row.cells.push_back({relativeText(pair->relative), "", isStrong, tone});
    } else {
      row.cells.resize(7, {std::string(kNothing)});
    }
    row.cells.push_back({fmt::format("{}/{}", theirs.values.size(), ours.values.size())});
  }
  const ConfigurationSummary& summary = budget.configurations[configuration];
  table.notes.push_back(
      fmt::format("{} is better on {}, worse on {}; on {} there is no significant difference.", name,
                  counted(summary.better, "target", "targets"), summary.worse, summary.same));
  addTotalsNote(comparison, table);
  return table;
}

Table spreadTable(const CampaignData& data, const Comparison& comparison, const BudgetComparison& budget) {
  Table table;
  table.identifier = fmt::format("spread-{}", budget.budget + 1);
  table.caption = fmt::format("{}: spread of the runs, {}. The interval is of the mean, by bootstrap (BCa).",
                              measureTitle(comparison.measure, comparison.unit), budgetText(data, budget));
  table.columns = {{"Target", Align::Left},
                   {"Configuration", Align::Left},
                   {"Runs"},
                   {"Mean"},
                   {"95 % interval"},
                   {"Median"},
                   {"Std. dev."}};
  for (size_t i = 0; i < budget.targets.size(); ++i) {
    addGroup(data, comparison, budget, i, table);
    const TargetComparison& target = budget.targets[i];
    for (size_t j = 0; j < target.samples.size(); ++j) {
      const Sample& sample = target.samples[j];
      if (sample.isEmpty()) continue;
      const Unit unit = comparison.unit;
      table.rows.push_back({{{data.targets[target.target].name},
                             {data.configurations[j]},
                             {fmt::format("{}", sample.values.size())},
                             {valueText(sample.mean, unit)},
                             {intervalText(sample.interval, unit)},
                             {valueText(sample.median, unit)},
                             {valueText(sample.deviation, Unit::Count)}}});
    }
  }
  return table;
}

}  // namespace covolve::campaign::results
