// The figures for other programs: unrounded, a row each, names in columns of
// their own, empty fields where nothing is known.
#include <fmt/format.h>

#include <iterator>
#include <optional>

#include "campaign/results/tables.h"

namespace covolve::campaign::results {

namespace {

/// The shortest text that reads back as the same number.
std::string number(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

}  // namespace

Table averagesData(const CampaignData& data, const Comparison& comparison) {
  Table table;
  for (const char* const title :
       {"measure", "unit", "budget", "group", "target", "configuration", "runs", "mean", "median",
        "standard_deviation", "mean_low_95", "mean_high_95", "rank"}) {
    table.columns.push_back({title});
  }
  for (const BudgetComparison& budget : comparison.budgets) {
    for (const TargetComparison& target : budget.targets) {
      for (size_t i = 0; i < target.samples.size(); ++i) {
        const Sample& sample = target.samples[i];
        const TargetName& name = data.targets[target.target];
        Row& row = table.rows.emplace_back();
        row.cells = {{measureNames()[static_cast<size_t>(comparison.measure)]},
                     {comparison.unit == Unit::Percent ? "percent" : "count"},
                     {data.budgets[budget.budget]},
                     {name.group},
                     {name.name},
                     {data.configurations[i]},
                     {fmt::format("{}", sample.values.size())}};
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
  Table table;
  for (const char* const title :
       {"measure", "unit", "budget", "group", "target", "baseline", "configuration", "baseline_runs", "runs",
        "baseline_mean", "mean", "a12", "p", "p_holm", "relative", "verdict"}) {
    table.columns.push_back({title});
  }
  for (const BudgetComparison& budget : comparison.budgets) {
    for (size_t i = 0; i < budget.configurations.size(); ++i) {
      if (i == comparison.baseline) continue;
      for (const TargetComparison& target : budget.targets) {
        const Sample& ours = target.samples[i];
        const Sample& theirs = target.samples[comparison.baseline];
        const TargetName& name = data.targets[target.target];
        Row& row = table.rows.emplace_back();
        row.cells = {{measureNames()[static_cast<size_t>(comparison.measure)]},
                     {comparison.unit == Unit::Percent ? "percent" : "count"},
                     {data.budgets[budget.budget]},
                     {name.group},
                     {name.name},
                     {data.configurations[comparison.baseline]},
                     {data.configurations[i]},
                     {fmt::format("{}", theirs.values.size())},
                     {fmt::format("{}", ours.values.size())},
                     {theirs.isEmpty() ? "" : number(theirs.mean)},
                     {ours.isEmpty() ? "" : number(ours.mean)}};
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
