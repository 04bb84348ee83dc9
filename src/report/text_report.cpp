#include "report/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

namespace covolve::report {

namespace {

constexpr size_t kMostExamples = 3;
constexpr size_t kMostLines = 10;

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string ratioText(const Ratio& ratio) {
  if (ratio.total == 0) return "-";
  // 99.96 % must not read as 100.
  const double percent = ratio.percent();
  const double shown = ratio.covered < ratio.total ? std::min(percent, 99.9) : percent;
  return fmt::format("{:>5}/{:<5} {:>5.1f} %", ratio.covered, ratio.total, shown);
}

std::string coverageTable(const CoverageFigures& figures) {
  std::vector<FileCoverage> rows = figures.files;
  std::erase_if(rows,
                [](const FileCoverage& file) { return file.lines.total == 0 && file.branches.total == 0; });
  for (FileCoverage& row : rows) row.file = std::filesystem::path(row.file).filename().string();
  if (rows.size() > 1) rows.push_back(figures.total());
  size_t width = 4;
  for (const FileCoverage& row : rows) width = std::max(width, row.file.size());
  std::string text =
      fmt::format("  {:<{}}  {:<19}  {:<19}  {}\n", "", width, "lines", "branches", "functions");
  for (const FileCoverage& row : rows) {
    std::string line = fmt::format("  {:<{}}  {:<19}  {:<19}  {:<19}", row.file, width, ratioText(row.lines),
                                   ratioText(row.branches), ratioText(row.functions));
    while (line.ends_with(' ')) line.pop_back();
    text += line + "\n";
  }
  return text;
}

std::string fileOf(const RunReport& report, std::string_view what) {
  for (const auto& [name, path] : report.files) {
    if (name == what) return " in " + path;
  }
  return {};
}

std::string faultLines(const RunReport& report) {
  std::string text;
  size_t width = 0;
  for (const FaultReport& fault : report.faults) width = std::max(width, fault.description.size());
  width = std::min<size_t>(width, 60);
  for (const FaultReport& fault : report.faults) {
    const std::string test = !fault.test.empty() ? fault.test : "no test: " + fault.ending;
    text += fmt::format("    {:<{}}  {}\n", fault.description, width, test);
  }
  return text;
}

/// By reason, the most frequent first, each with a few examples.
std::string groupedByReason(const std::vector<std::pair<std::string, std::string>>& reasonAndWhat) {
  std::map<std::string, std::vector<std::string>> groups;
  for (const auto& [reason, what] : reasonAndWhat) groups[reason].push_back(what);
  std::vector<std::pair<std::string, std::vector<std::string>>> ordered(groups.begin(), groups.end());
  std::ranges::sort(ordered, [](const auto& left, const auto& right) {
    return std::pair(right.second.size(), left.first) < std::pair(left.second.size(), right.first);
  });
  std::string text;
  for (size_t i = 0; i < ordered.size(); ++i) {
    if (i == kMostLines) {
      text += fmt::format("    and {} more reasons\n", ordered.size() - i);
      break;
    }
    const auto& [reason, whats] = ordered[i];
    text += fmt::format("    {}: ", reason);
    for (size_t j = 0; j < std::min(whats.size(), kMostExamples); ++j) text += (j > 0 ? ", " : "") + whats[j];
    if (whats.size() > kMostExamples) text += fmt::format(" and {} more", whats.size() - kMostExamples);
    text += "\n";
  }
  return text;
}

/// Reached ones first, the nearest on top; then those never reached, in the order of the source.
std::string uncoveredLines(const RunReport& report) {
  std::vector<const TargetReport*> uncovered;
  for (const TargetReport& target : report.targets) {
    if (!target.covered && target.target.kind == search::TargetKind::Branch) uncovered.push_back(&target);
  }
  if (uncovered.empty()) return {};
  // The order of the targets is that of the source: their addresses tell it.
  std::ranges::sort(uncovered, {},
                    [](const TargetReport* target) { return std::pair(target->bestDistance, target); });
  std::string text =
      "  " + counted(uncovered.size(), "side of a decision", "sides of decisions") + " not covered\n";
  for (size_t i = 0; i < uncovered.size(); ++i) {
    if (i == kMostLines) {
      text += fmt::format("    and {} more\n", uncovered.size() - i);
      break;
    }
    const TargetReport& target = *uncovered[i];
    const std::string fitness =
        target.bestDistance == search::kNotReached
            ? "never reached"
            : fmt::format("h {:.3f}, distance {}", search::heuristicValue(target.bestDistance),
                          target.bestDistance);
    text += fmt::format("    {}:{}  {}  {}  ({})\n",
                        std::filesystem::path(target.target.file).filename().string(), target.target.line,
                        target.text, target.target.description, fitness);
  }
  return text;
}

/// Half of the search without anything new is worth knowing: more of the same will not help.
std::string stagnationLine(const RunReport& report) {
  const Ratio targets = coveredTargets(report);
  if (report.evaluations == 0 || targets.covered == targets.total) return {};
  const double idle = 1.0 - static_cast<double>(report.search.lastProgressEvaluations) /
                                static_cast<double>(report.evaluations);
  if (idle < 0.5) return {};
  return fmt::format("  the last {:.0f} % of the search found nothing new\n", std::floor(idle * 100));
}

}  // namespace

std::string writeSummary(const RunReport& report) {
  const std::string only = report.only.empty() ? "" : fmt::format(" (only {})", fmt::join(report.only, ", "));
  std::string text =
      fmt::format("{}{}: {} tests run", std::filesystem::path(report.source).filename().string(), only,
                  report.evaluations);
  if (!report.budget.evaluations && report.timing.searchSeconds > 0) {
    text += fmt::format(" in {:.1f} s ({:.0f} a second)", report.timing.searchSeconds,
                        report.timing.testsPerSecond);
  }
  const Ratio targets = coveredTargets(report);
  text += fmt::format(", {} of {} targets covered, seed {}{}\n", targets.covered, targets.total, report.seed,
                      report.interrupted ? ", interrupted" : "");
  if (report.coverage) text += "\n" + coverageTable(*report.coverage);

  text += "\n  " + counted(report.tests.size(), "test", "tests") + fileOf(report, "tests") + "\n";
  if (!report.faults.empty()) {
    text += "  " + counted(report.faults.size(), "fault", "faults") + fileOf(report, "faults") + "\n";
    text += faultLines(report);
  }
  text += uncoveredLines(report) + stagnationLine(report);
  std::vector<std::pair<std::string, std::string>> dropped;
  std::vector<std::pair<std::string, std::string>> expectations;
  for (const DroppedReport& one : report.dropped) {
    (one.expectation.empty() ? dropped : expectations).emplace_back(one.reason, one.test);
  }
  if (!dropped.empty()) {
    text += "  " + counted(dropped.size(), "test", "tests") + " dropped\n" + groupedByReason(dropped);
  }
  if (!expectations.empty()) {
    text += "  " + counted(expectations.size(), "expectation", "expectations") + " dropped\n" +
            groupedByReason(expectations);
  }
  if (!report.skipped.empty()) {
    std::vector<std::pair<std::string, std::string>> skipped;
    for (const SkippedReport& one : report.skipped) skipped.emplace_back(one.reason, one.what);
    text +=
        "  " + counted(skipped.size(), "callable", "callables") + " not tested\n" + groupedByReason(skipped);
  }
  for (const MissingProtection& missing : report.missingProtections) {
    text += fmt::format("  not protected: {} ({})\n", missing.name, missing.reason);
  }
  for (const std::string& note : report.notes) text += "  " + note + "\n";
  std::string further;
  for (const auto& [name, path] : report.files) {
    if (name == "tests" || name == "faults") continue;
    further += (further.empty() ? "" : ", ") + path;
  }
  if (!further.empty()) text += "  see also " + further + "\n";
  return text;
}

}  // namespace covolve::report
