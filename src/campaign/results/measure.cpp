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

Unit unitOf(const CampaignData& data, Measure measure) {
  if (measure == Measure::Faults) return Unit::Count;
  if (measure != Measure::Targets) return Unit::Percent;
  std::vector<uint64_t> totals(data.targets.size(), 0);
  for (const RunFigures& run : data.runs) {
    if (run.targets.total == 0) continue;
    uint64_t& known = totals[run.target];
    if (known != 0 && known != run.targets.total) return Unit::Count;
    known = run.targets.total;
  }
  return Unit::Percent;
}

std::vector<bool> targetsWithMeasure(const CampaignData& data, Measure measure) {
  std::vector<bool> exists(data.targets.size(), measure == Measure::Faults);
  for (const RunFigures& run : data.runs) {
    if (ratioOf(run, measure).total > 0) exists[run.target] = true;
  }
  return exists;
}

std::optional<double> valueOf(const RunFigures& run, Measure measure, Unit unit, bool exists) {
  if (!exists) return std::nullopt;
  if (measure == Measure::Faults) return static_cast<double>(run.faults);
  const report::Ratio& ratio = ratioOf(run, measure);
  if (unit == Unit::Count) return static_cast<double>(ratio.covered);
  return ratio.total == 0 ? 0.0 : ratio.percent();
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
