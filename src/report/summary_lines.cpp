#include "report/summary_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace covolve::report {

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

std::string searchText(const RunReport& report, double rate) {
  std::string text;
  if (!report.budget.isCounted() && report.timing.searchSeconds > 0) {
    text = fmt::format(" in {:.1f} s ({:.0f} a second)", report.timing.searchSeconds, rate);
  }
  const Ratio targets = coveredTargets(report);
  return text + fmt::format(", {} of {} targets covered, seed {}{}\n", targets.covered, targets.total,
                            report.seed, report.interrupted ? ", interrupted" : "");
}

std::string phasesText(const RunReport& report) {
  if (report.budget.isCounted() || report.timing.phases.empty()) return "";
  std::string text;
  for (const auto& [phase, seconds] : report.timing.phases) {
    text += fmt::format("{}{} {:.1f} s", text.empty() ? "" : ", ", phase, seconds);
  }
  return "  " + text + "\n";
}

std::vector<std::pair<std::string, std::vector<std::string>>> mostFrequentFirst(const ByReason& byReason) {
  std::vector<std::pair<std::string, std::vector<std::string>>> ordered(byReason.begin(), byReason.end());
  std::ranges::sort(ordered, [](const auto& left, const auto& right) {
    return std::pair(right.second.size(), left.first) < std::pair(left.second.size(), right.first);
  });
  return ordered;
}

std::string linesByReason(const ByReason& byReason) {
  constexpr size_t kMostExamples = 3;
  const auto ordered = mostFrequentFirst(byReason);
  std::string text;
  for (size_t i = 0; i < ordered.size(); ++i) {
    if (i == kMostSummaryLines) return text + fmt::format("    and {} more reasons\n", ordered.size() - i);
    const auto& [reason, whats] = ordered[i];
    const size_t shown = std::min(whats.size(), kMostExamples);
    text += fmt::format("    {}: {}", reason, fmt::join(whats.begin(), whats.begin() + shown, ", "));
    if (whats.size() > shown) text += fmt::format(" and {} more", whats.size() - shown);
    text += "\n";
  }
  return text;
}

std::string stagnationLine(const RunReport& report) {
  const Ratio targets = coveredTargets(report);
  if (report.evaluations == 0 || targets.covered == targets.total) return {};
  const double idle = 1.0 - static_cast<double>(report.search.lastProgressEvaluations) /
                                static_cast<double>(report.evaluations);
  if (idle < 0.5) return {};
  return fmt::format("  the last {:.0f} % of the search found nothing new\n", std::floor(idle * 100));
}

}  // namespace covolve::report
