#include "report/text_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "report/summary_lines.h"

namespace covolve::report {

namespace {

/// What the probes saw of the emitted tests, where llvm-cov's counters tell more than ran.
std::optional<FileCoverage> soberCoverage(const RunReport& report) {
  using enum search::TargetKind;
  FileCoverage probed;
  probed.file = "by probes *";
  probed.lines = targetsOfTests(report, Line);
  probed.branches = targetsOfTests(report, Branch);
  probed.functions = targetsOfTests(report, Function);
  constexpr double kNoticeable = 1;  // in per cent: both count by places, but not by the same
  const FileCoverage counted = report.coverage->total();
  const bool flatters = counted.lines.percent() > probed.lines.percent() + kNoticeable ||
                        counted.branches.percent() > probed.branches.percent() + kNoticeable;
  const bool anythingThrew = targetsOfTests(report, Exception).covered > 0;
  return flatters && anythingThrew ? std::optional(probed) : std::nullopt;
}

std::string coverageTable(const RunReport& report) {
  const CoverageFigures& figures = *report.coverage;
  std::vector<FileCoverage> rows = figures.files;
  std::erase_if(rows,
                [](const FileCoverage& file) { return file.lines.total == 0 && file.branches.total == 0; });
  for (FileCoverage& row : rows) row.file = std::filesystem::path(row.file).filename().string();
  if (rows.size() > 1) rows.push_back(figures.total());
  const auto probed = soberCoverage(report);
  if (probed) rows.push_back(*probed);
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
  if (probed)
    text += "  * as they saw the tests run; llvm-cov also counts what stands behind a call that threw\n";
  return text;
}

std::string fileOf(const RunReport& report, std::string_view what) {
  for (const auto& [name, path] : report.files) {
    if (name == what) return " in " + path;
  }
  return {};
}

/// What is kept of an earlier run, and what the code does differently now. What does not compile has few
/// reasons.
std::string earlierLines(const EarlierReport& earlier) {
  std::string text = fmt::format("    {} of an earlier run kept as they are, {} added behind them\n",
                                 earlier.kept, earlier.added);
  if (earlier.changes.empty()) return text;
  text += fmt::format(
      "  {} of an earlier run {} not hold any more: {}\n", counted(earlier.changes.size(), "test", "tests"),
      earlier.changes.size() == 1 ? "does" : "do",
      earlier.isUpdated ? "taken out" : "left as they are (mend the code, or take them out with --update)");
  ByReason others;
  size_t lines = 0;
  for (const BehaviourChange& change : earlier.changes) {
    if (change.expected.empty()) {
      others[change.how + (change.found.empty() ? "" : ": " + change.found)].push_back(change.test);
    } else if (++lines <= kMostSummaryLines) {
      text += fmt::format("    {} {}: {}\n      found: {}\n", change.test, change.how, change.expected,
                          change.found);
    }
  }
  if (lines > kMostSummaryLines) text += fmt::format("    and {} more\n", lines - kMostSummaryLines);
  return text + linesByReason(others);
}

/// Likely bugs one by one; of the others how many there are, and why they are thought to be none.
std::string faultLines(const RunReport& report) {
  std::string text;
  size_t width = 0;
  std::vector<const FaultReport*> likely;
  std::vector<std::string> ranks;  // of the others, in their order
  std::map<std::string, ByReason> others;
  for (const FaultReport& fault : report.faults) {
    if (fault.rank == kLikelyBug) {
      likely.push_back(&fault);
      width = std::max(width, fault.description.size());
      continue;
    }
    if (!others.contains(fault.rank)) ranks.push_back(fault.rank);
    others[fault.rank][fault.rankReason].push_back(fault.test);
  }
  width = std::min<size_t>(width, 60);
  for (const FaultReport* fault : likely) {
    const std::string test = !fault->test.empty() ? fault->test : "no test: " + fault->ending;
    text += fmt::format("    {:<{}}  {}\n", fault->description, width, test);
  }
  for (const std::string& rank : ranks) {
    std::vector<std::string> reasons;
    size_t count = 0;
    for (const auto& [reason, tests] : mostFrequentFirst(others[rank])) {
      reasons.push_back(fmt::format("{} ({})", reason, tests.size()));
      count += tests.size();
    }
    text += fmt::format("    {} {}: {}\n", count, rank, fmt::join(reasons, ", "));
  }
  return text;
}

std::string faultCount(const RunReport& report) {
  const auto likely = std::ranges::count(report.faults, kLikelyBug, &FaultReport::rank);
  const std::string count = counted(report.faults.size(), "fault", "faults");
  const auto all = static_cast<std::ptrdiff_t>(report.faults.size());
  if (likely == 0) return count + " (none likely a bug)";
  if (likely == all) return count + (all == 1 ? " (likely a bug)" : " (all likely bugs)");
  return fmt::format("{} ({} likely {})", count, likely, likely == 1 ? "a bug" : "bugs");
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
    if (i == kMostSummaryLines) {
      text += fmt::format("    and {} more\n", uncovered.size() - i);
      break;
    }
    const TargetReport& target = *uncovered[i];
    const std::string fitness =
        target.bestDistance == search::kNotReached ? "never reached"
        : target.bestDistance > search::kLargestToldDistance
            ? fmt::format("h {:.3f}", search::heuristicValue(target.bestDistance))
            : fmt::format("h {:.3f}, distance {}", search::heuristicValue(target.bestDistance),
                          target.bestDistance);
    text += fmt::format("    {}:{}  {}  {}  ({})\n",
                        std::filesystem::path(target.target.file).filename().string(), target.target.line,
                        target.text, target.target.description, fitness);
    if (!target.needs.empty()) text += fmt::format("      {}\n", target.needs);
  }
  return text;
}

/// Those with one answer or none: what each lacks is in covolve.json.
std::string knownCallsLine(const RunReport& report) {
  const auto all = static_cast<size_t>(report.knownCalls.size());
  const auto both = static_cast<size_t>(std::ranges::count_if(
      report.knownCalls, [](const KnownCallReport& known) { return known.yes && known.no; }));
  if (both == all) return {};
  return fmt::format("  {} of {} of the standard library did not give both answers\n", all - both,
                     counted(all, "call", "calls"));
}

/// Whether solving was worth it, and which functions need a model most.
std::string solvingLine(const RunReport& report) {
  if (!report.search.solving || report.search.solving->uses == 0) return {};
  const search::SolvingStatistics& solving = *report.search.solving;
  std::string text =
      fmt::format("  {} of {} solved in {} of dynamic symbolic execution, {} of them with success",
                  solving.chain.whole.solved, counted(solving.chain.whole.queries, "condition", "conditions"),
                  counted(solving.uses, "use", "uses"), solving.successes);
  std::vector<std::pair<uint64_t, std::string>> concrete;
  for (const auto& [name, count] : solving.madeConcrete) concrete.emplace_back(count, name);
  std::ranges::sort(concrete, std::greater{});
  constexpr size_t kMostNames = 3;
  concrete.resize(std::min(concrete.size(), kMostNames));
  std::vector<std::string> names;
  for (const auto& [count, name] : concrete) names.push_back(name);
  if (!names.empty()) text += fmt::format("; made concrete by {}", fmt::join(names, ", "));
  return text + "\n";
}

}  // namespace

std::string writeSummary(const RunReport& report) {
  const std::string only = report.only.empty() ? "" : fmt::format(" (only {})", fmt::join(report.only, ", "));
  std::string text =
      fmt::format("{}{}: {} tests run", std::filesystem::path(report.source).filename().string(), only,
                  report.evaluations);
  text += searchText(report, report.timing.testsPerSecond) + phasesText(report);
  if (report.coverage) text += "\n" + coverageTable(report);
  if (report.existing) {
    text += fmt::format("\n  {} covered by {} already{}\n",
                        counted(report.existing->targets, "target is", "targets are"),
                        fmt::join(report.existing->tests, ", "),
                        report.coverage ? "; the table is of the new tests alone" : "");
  }

  text += "\n  " + counted(report.tests.size(), "test", "tests") + fileOf(report, "tests") + "\n";
  if (report.earlier) text += earlierLines(*report.earlier);
  if (report.mutation) text += "  " + mutationLine(*report.mutation) + "\n";
  if (!report.faults.empty()) {
    text += "  " + faultCount(report) + fileOf(report, "faults") + "\n";
    text += faultLines(report);
  }
  text += uncoveredLines(report) + knownCallsLine(report) + solvingLine(report) + stagnationLine(report);
  ByReason dropped;
  ByReason expectations;
  for (const DroppedReport& one : report.dropped) {
    (one.expectation.empty() ? dropped : expectations)[one.reason].push_back(one.test);
  }
  const auto add = [&](const ByReason& missing, const char* one, const char* many, const char* what) {
    size_t count = 0;
    for (const auto& [reason, whats] : missing) count += whats.size();
    if (count > 0) text += fmt::format("  {} {}\n", counted(count, one, many), what) + linesByReason(missing);
  };
  add(dropped, "test", "tests", "dropped");
  add(expectations, "expectation", "expectations", "dropped");
  ByReason skipped;
  for (const SkippedReport& one : report.skipped) skipped[one.reason].push_back(one.what);
  add(skipped, "callable", "callables", "not tested");
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
