// The figures for other programs: unrounded, a row each, names in columns of
// their own, empty fields where nothing is known.
#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "campaign/results/tables.h"

namespace covolve::campaign::results {

namespace {

/// The shortest text that reads back as the same number.
std::string number(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

constexpr std::array kSubjectColumns{"measure", "unit", "budget", "group", "target"};

/// What a row is about.
std::vector<Cell> subjectCells(const CampaignData& data, const Comparison& comparison,
                               const BudgetComparison& budget, const TargetComparison& target) {
  const TargetName& name = data.targets[target.target];
  return {{measureNames()[static_cast<size_t>(comparison.measure)]},
          {comparison.unit == Unit::Percent ? "percent" : "count"},
          {data.budgets[budget.budget]},
          {name.group},
          {name.name}};
}

Table withColumns(std::initializer_list<const char*> figures) {
  Table table;
  for (const char* const title : kSubjectColumns) table.columns.push_back({title});
  for (const char* const title : figures) table.columns.push_back({title});
  return table;
}

}  // namespace

Table averagesData(const CampaignData& data, const Comparison& comparison) {
  Table table = withColumns({"configuration", "runs", "mean", "median", "standard_deviation", "mean_low_95",
                             "mean_high_95", "rank"});
  for (const BudgetComparison& budget : comparison.budgets) {
    for (const TargetComparison& target : budget.targets) {
      for (size_t i = 0; i < target.samples.size(); ++i) {
        const Sample& sample = target.samples[i];
        Row& row = table.rows.emplace_back();
        row.cells = subjectCells(data, comparison, budget, target);
        row.cells.push_back({data.configurations[i]});
        row.cells.push_back({fmt::format("{}", sample.values.size())});
        if (!sample.isEmpty()) {
          const auto& interval = sample.interval;
          for (const std::optional<double> value :
               {std::optional(sample.mean), std::optional(sample.median), sample.deviation,
                interval ? std::optional(interval->low) : std::nullopt,
                interval ? std::optional(interval->high) : std::nullopt, std::optional(sample.rank)}) {
            row.cells.push_back({number(value)});
          }
        }
        row.cells.resize(table.columns.size());
      }
    }
  }
  return table;
}

Table comparisonsData(const CampaignData& data, const Comparison& comparison) {
  Table table = withColumns({"baseline", "configuration", "baseline_runs", "runs", "baseline_mean", "mean",
                             "a12", "p", "p_holm", "relative", "verdict"});
  for (const BudgetComparison& budget : comparison.budgets) {
    for (size_t i = 0; i < budget.configurations.size(); ++i) {
      if (i == comparison.baseline) continue;
      for (const TargetComparison& target : budget.targets) {
        const Sample& ours = target.samples[i];
        const Sample& theirs = target.samples[comparison.baseline];
        Row& row = table.rows.emplace_back();
        row.cells = subjectCells(data, comparison, budget, target);
        for (const std::string& text :
             {data.configurations[comparison.baseline], data.configurations[i],
              fmt::format("{}", theirs.values.size()), fmt::format("{}", ours.values.size()),
              theirs.isEmpty() ? "" : number(theirs.mean), ours.isEmpty() ? "" : number(ours.mean)}) {
          row.cells.push_back({text});
        }
        if (const std::optional<Pair>& pair = target.pairs[i]) {
          for (const double value : {pair->a12, pair->p, pair->adjusted})
            row.cells.push_back({number(value)});
          row.cells.push_back({number(pair->relative)});
          row.cells.push_back({pair->verdict == Verdict::Better  ? "better"
                               : pair->verdict == Verdict::Worse ? "worse"
                                                                 : "same"});
        }
        row.cells.resize(table.columns.size());
      }
    }
  }
  return table;
}

std::string runsCsv(const CampaignData& data) {
  std::string text =
      "budget,group,target,configuration,seed,seconds,search_seconds,evaluations,tests,faults,lines_covered,"
      "lines_total,branches_covered,branches_total,functions_covered,functions_total,targets_covered,targets_"
      "total\n";
  const auto out = std::back_inserter(text);
  for (const RunFigures& run : data.runs) {
    const TargetName& target = data.targets[run.target];
    fmt::format_to(out, "{},{},{},{},{},{},{},{},{},{}", csvField(data.budgets[run.budget]),
                   csvField(target.group), csvField(target.name),
                   csvField(data.configurations[run.configuration]), run.seed, run.seconds,
                   number(run.searchSeconds > 0 ? std::optional(run.searchSeconds) : std::nullopt),
                   run.evaluations, run.tests, run.faults);
    for (const report::Ratio* ratio : {&run.lines, &run.branches, &run.functions, &run.targets}) {
      fmt::format_to(out, ",{},{}", ratio->covered, ratio->total);
    }
    text += '\n';
  }
  return text;
}

}  // namespace covolve::campaign::results
