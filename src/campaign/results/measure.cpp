#include "campaign/results/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace covolve::campaign {

const std::vector<std::string>& measureNames() {
  static const std::vector<std::string> names{"branches", "lines", "functions", "targets", "faults"};
  return names;
}

Result<Measure> measureNamed(const std::string& name) {
  const std::vector<std::string>& names = measureNames();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    return userError(
        fmt::format("there is no measure \"{}\"; it is one of {}", name, fmt::join(names, ", ")));
  }
  return static_cast<Measure>(found - names.begin());
}

namespace results {

namespace {

const report::Ratio& ratioOf(const RunFigures& run, Measure measure) {
  switch (measure) {
    case Measure::Lines:
      return run.lines;
    case Measure::Functions:
      return run.functions;
    case Measure::Targets:
      return run.targets;
    default:
      return run.branches;
  }
}

}  // namespace

Unit unitOf(Measure measure) { return measure == Measure::Faults ? Unit::Count : Unit::Percent; }

Totals totalsOf(const CampaignData& data, Measure measure) {
  Totals totals;
  totals.largest.resize(data.targets.size(), 0);
  if (measure == Measure::Faults) return totals;
  std::vector<uint64_t> first(data.targets.size(), 0);
  std::vector<bool> differs(data.targets.size(), false);
  for (const RunFigures& run : data.runs) {
    const report::Ratio& ratio = ratioOf(run, measure);
    // Other programs than covolve may tell what they covered, but not of how much.
    totals.largest[run.target] = std::max({totals.largest[run.target], ratio.total, ratio.covered});
    if (ratio.total == 0) continue;
    if (first[run.target] == 0) first[run.target] = ratio.total;
    if (first[run.target] != ratio.total) differs[run.target] = true;
  }
  totals.differing = static_cast<size_t>(std::ranges::count(differs, true));
  return totals;
}

std::optional<double> valueOf(const RunFigures& run, Measure measure, const Totals& totals) {
  if (measure == Measure::Faults) return static_cast<double>(run.faults);
  const uint64_t total = totals.largest[run.target];
  if (total == 0) return std::nullopt;
  return report::Ratio{ratioOf(run, measure).covered, total}.percent();
}

std::string measureTitle(Measure measure, Unit unit) {
  const char* const percent = unit == Unit::Percent ? ", %" : "";
  switch (measure) {
    case Measure::Branches:
      return fmt::format("Branches covered{}", percent);
    case Measure::Lines:
      return fmt::format("Lines covered{}", percent);
    case Measure::Functions:
      return fmt::format("Functions covered{}", percent);
    case Measure::Targets:
      return fmt::format("Search targets covered{}", percent);
    case Measure::Faults:
      return "Faults found";
  }
  return {};
}

}  // namespace results

}  // namespace covolve::campaign
