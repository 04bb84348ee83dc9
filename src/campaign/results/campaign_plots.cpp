#include "campaign/results/campaign_plots.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "campaign/results/curves.h"
#include "campaign/results/numbers.h"
#include "campaign/results/plots.h"

namespace covolve::campaign::results {

namespace {

/// File names for texts: safe on any system, and unique also where case does not count.
class FileNames {
 public:
  std::string nameFor(const std::string& text) {
    std::string base;
    for (const char character : text.substr(0, kLongest)) {
      const auto byte = static_cast<unsigned char>(character);
      const bool isSafe = byte < 0x80 && (std::isalnum(byte) != 0 || character == '_' || character == '-');
      if (isSafe) {
        base += character;
      } else if (!base.ends_with('-')) {
        base += '-';
      }
    }
    std::string name = base;
    for (size_t i = 2; !taken_.insert(lowered(name)).second; ++i) name = fmt::format("{}-{}", base, i);
    return name;
  }

 private:
  static constexpr size_t kLongest = 80;

  static std::string lowered(std::string text) {
    for (char& character : text)
      character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return text;
  }

  std::set<std::string> taken_;
};

std::vector<std::vector<double>> valuesOf(const TargetComparison& target) {
  std::vector<std::vector<double>> values;
  for (const Sample& sample : target.samples) values.push_back(sample.values);
  return values;
}

std::vector<std::vector<double>> seedMeansOf(const BudgetComparison& budget) {
  std::vector<std::vector<double>> values;
  for (const ConfigurationSummary& summary : budget.configurations) values.push_back(summary.seedMeans);
  return values;
}

std::string targetsText(size_t count) {
  return count == 1 ? "1 target" : fmt::format("mean of {} targets", count);
}

}  // namespace

std::vector<BudgetPlots> drawPlots(const CampaignData& data, const Comparison& comparison) {
  std::vector<BudgetPlots> all;
  const std::vector<std::string>& names = data.configurations;
  const std::string valueTitle = measureTitle(comparison.measure, comparison.unit);
  FileNames targetNames;
  FileNames budgetNames;
  std::vector<std::string> targetFiles;
  for (const TargetName& target : data.targets) targetFiles.push_back(targetNames.nameFor(target.name));

  for (const BudgetComparison& budget : comparison.budgets) {
    const std::string& budgetName = data.budgets[budget.budget];
    const std::string suffix = data.budgets.size() > 1 ? "_" + budgetNames.nameFor(budgetName) : "";
    const BudgetCurves curves = curvesOf(data, budget);
    const bool isTimed = curves.overall.points.effort == Effort::Milliseconds;
    BudgetPlots& plots = all.emplace_back();
    plots.overTime = {fmt::format("over_time{}.svg", suffix),
                      plotOverTime({isTimed ? "Coverage over time" : "Coverage over tests run",
                                    fmt::format("budget {}, {}; median and quartiles", budgetName,
                                                targetsText(curves.overallTargets))},
                                   curves.overall, names, comparison.baseline, PlotSize::Full)};
    plots.boxes = {
        fmt::format("boxes{}.svg", suffix),
        plotBoxes(
            {"Distribution over the seeds",
             fmt::format("budget {}, {}; whiskers 1.5 IQR", budgetName, targetsText(budget.completeTargets))},
            valueTitle, comparison.unit, seedMeansOf(budget), names, comparison.baseline, PlotSize::Full)};
    if (names.size() > 1) {
      plots.wins = {
          fmt::format("wins{}.svg", suffix),
          plotWins({fmt::format("Targets: better or worse than {}", names[comparison.baseline]),
                    fmt::format("{}, budget {}; p < {} (Holm)", measureTitle(comparison.measure, Unit::Count),
                                budgetName, kSignificance)},
                   budget.configurations, names, comparison.baseline)};
    }
    for (size_t i = 0; i < budget.targets.size(); ++i) {
      const TargetComparison& target = budget.targets[i];
      const std::string& title = data.targets[target.target].name;
      const std::string& file = targetFiles[target.target];
      TargetPlots& drawn = plots.targets.emplace_back();
      drawn.overTime = {fmt::format("target_{}_over_time{}.svg", file, suffix),
                        plotOverTime({title, "median and quartiles of the runs"}, curves.targets[i], names,
                                     comparison.baseline, PlotSize::Small)};
      drawn.boxes = {fmt::format("target_{}_boxes{}.svg", file, suffix),
                     plotBoxes({title, "quartiles, whiskers 1.5 IQR"}, valueTitle, comparison.unit,
                               valuesOf(target), names, comparison.baseline, PlotSize::Small)};
    }
  }
  return all;
}

}  // namespace covolve::campaign::results
