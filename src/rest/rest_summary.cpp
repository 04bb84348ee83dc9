#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "report/summary_lines.h"
#include "rest/fault_groups.h"
#include "rest/rest_report.h"

namespace covolve::rest {

using report::counted;
using report::FaultReport;
using report::linesByReason;
using report::OperationReport;
using report::RunReport;
using report::stagnationLine;

namespace {

constexpr size_t kMostFaults = 30;

/// Reports about the tests; everything else that was written is tests.
bool isReportFile(std::string_view role) {
  return role == "report" || role == "sarif" || role == "fault list" || role == "fault calls" ||
         role == "project";
}

std::string reportFiles(const RunReport& report) {
  std::string text;
  for (const auto& [role, path] : report.files) {
    if (isReportFile(role)) text += (text.empty() ? "" : ", ") + path;
  }
  return text;
}

/// Those of one format on one line.
std::string testFiles(const RunReport& report) {
  std::vector<std::pair<std::string, std::string>> lines;  // the format in the role's parentheses, the files
  for (const auto& [role, path] : report.files) {
    if (isReportFile(role)) continue;
    const std::string format = role.substr(std::min(role.find('('), role.size()));
    if (lines.empty() || lines.back().first != format) {
      lines.emplace_back(format, path);
    } else {
      lines.back().second += ", " + path;
    }
  }
  if (lines.empty()) return "\n";
  if (lines.size() == 1) return " in " + lines[0].second + "\n";
  std::string text = " in each of\n";
  for (const auto& [format, paths] : lines) text += "    " + paths + "\n";
  return text;
}

std::string headLine(const RunReport& report) {
  const auto& service = *report.service;
  std::string text = service.title.empty() ? report.source : service.title;
  if (!service.title.empty() && !service.version.empty()) text += " " + service.version;
  text += ": " + counted(service.requests, "request", "requests");
  text += report::searchText(report, service.requestsPerSecond);
  return text;
}

std::string faultCount(const RunReport& report, std::span<const FaultGroup> groups) {
  const auto hints = static_cast<size_t>(
      std::ranges::count_if(groups, [](const FaultGroup& group) { return group.clearest().isHint; }));
  std::string text = counted(groups.size() - hints, "fault", "faults");
  if (hints > 0) text += " and " + counted(hints, "hint", "hints");
  if (report.faults.size() > groups.size()) {
    text += fmt::format(" ({} with all {} operations)", report.faults.size(),
                        groups.size() == 1 ? "its" : "their");
  }
  return text;
}

const char* knownMark(const FaultReport& fault) {
  return fault.isKnown ? " (known)" : fault.isHint ? " (a hint)" : "";
}

/// Those beside the clearest: "GET /a, GET /b, GET /c and 4 more".
std::string otherOperations(const FaultGroup& group) {
  constexpr size_t kMostOperations = 3;
  std::string text;
  for (size_t i = 1; i < group.faults.size(); ++i) {
    if (i > kMostOperations) return text + fmt::format(" and {} more", group.faults.size() - i);
    text += (text.empty() ? "" : ", ") + group.faults[i]->function + knownMark(*group.faults[i]);
  }
  return text;
}

std::string faultLines(const RunReport& report) {
  if (report.faults.empty()) return "  no faults\n";
  const std::vector<FaultGroup> groups = groupsOf(report.faults);
  std::string text = "  " + faultCount(report, groups) + "\n";
  size_t width = 0;
  for (const FaultGroup& group : groups) width = std::max(width, group.clearest().kind.size());
  for (size_t i = 0; i < groups.size(); ++i) {
    if (i == kMostFaults) return text + fmt::format("    and {} more\n", groups.size() - i);
    const FaultReport& fault = groups[i].clearest();
    text += fmt::format("    {:<{}}  {}{}\n", fault.kind, width, fault.description, knownMark(fault));
    text += fmt::format("    {:<{}}  {}\n", "", width, fault.test.empty() ? "no test shows it" : fault.test);
    if (const std::string others = otherOperations(groups[i]); !others.empty())
      text += fmt::format("    {:<{}}  and so do {}\n", "", width, others);
  }
  return text;
}

/// What the baseline knows, and what of it is gone.
std::string baselineLines(const RunReport& report) {
  if (!report.vanished) return "";
  const auto isAre = [](size_t count) { return fmt::format("{} {}", count, count == 1 ? "is" : "are"); };
  const auto known = static_cast<size_t>(std::ranges::count_if(report.faults, &FaultReport::isKnown));
  std::string text;
  if (!report.faults.empty()) {
    text = fmt::format("  of these {} new, {} in the baseline\n", isAre(report.faults.size() - known),
                       isAre(known));
  }
  if (report.vanished->empty()) return text;
  text +=
      fmt::format("  {} of the baseline did not show\n", counted(report.vanished->size(), "fault", "faults"));
  for (size_t i = 0; i < report.vanished->size(); ++i) {
    if (i == report::kMostSummaryLines)
      return text + fmt::format("    and {} more\n", report.vanished->size() - i);
    text += "    " + (*report.vanished)[i] + "\n";
  }
  return text;
}

bool hasSucceeded(const OperationReport& operation) {
  return std::ranges::any_of(operation.statuses,
                             [](const auto& each) { return each.first >= 200 && each.first < 300; });
}

std::string statusesOf(const OperationReport& operation) {
  std::vector<std::string> statuses;
  for (const auto& [status, count] : operation.statuses) {
    statuses.push_back(status == 0 ? "no answer" : std::to_string(status));
  }
  return statuses.empty() ? "never called" : fmt::format("{}", fmt::join(statuses, ", "));
}

/// What never went well deserves a look: data that the search cannot make, or missing rights.
std::string operationLines(const RunReport& report) {
  const auto& operations = report.service->operations;
  std::vector<const OperationReport*> unsuccessful;
  size_t width = 0;
  for (const OperationReport& operation : operations) {
    if (hasSucceeded(operation)) continue;
    unsuccessful.push_back(&operation);
    if (unsuccessful.size() <= report::kMostSummaryLines) {
      width = std::max(width, operation.method.size() + 1 + operation.path.size());
    }
  }
  std::string text =
      fmt::format("  {} of {} succeeded at least once\n", operations.size() - unsuccessful.size(),
                  counted(operations.size(), "operation", "operations"));
  for (size_t i = 0; i < unsuccessful.size(); ++i) {
    if (i == report::kMostSummaryLines)
      return text + fmt::format("    and {} more did not\n", unsuccessful.size() - i);
    const OperationReport& operation = *unsuccessful[i];
    text += fmt::format("    {:<{}}  {}\n", operation.method + " " + operation.path, width,
                        statusesOf(operation));
  }
  return text;
}

std::string skippedLines(const RunReport& report) {
  if (report.skipped.empty()) return {};
  report::ByReason byReason;
  for (const report::SkippedReport& skipped : report.skipped)
    byReason[skipped.reason].push_back(skipped.what);
  return "  " + counted(report.skipped.size(), "operation", "operations") + " not tested\n" +
         linesByReason(byReason);
}

std::string droppedLines(const RunReport& report) {
  if (report.dropped.empty()) return {};
  report::ByReason byReason;
  for (const report::DroppedReport& dropped : report.dropped) {
    std::vector<std::string>& tests = byReason[dropped.reason];
    if (std::ranges::find(tests, dropped.test) == tests.end()) tests.push_back(dropped.test);
  }
  return "  " + counted(report.dropped.size(), "test", "tests") + " dropped\n" + linesByReason(byReason);
}

/// "GET /a: it is odd" and "PUT /b: it is odd" say one thing: what follows the operation.
std::vector<std::pair<std::string, size_t>> notesWithCounts(const RunReport& report) {
  std::vector<std::pair<std::string, size_t>> notes;  // the first of its kind, and how many there are
  std::map<std::string, size_t> byMessage;
  for (const std::string& note : report.notes) {
    const size_t colon = note.find(": ");
    const std::string message = colon == std::string::npos ? note : note.substr(colon);
    const auto [found, isNew] = byMessage.try_emplace(message, notes.size());
    if (isNew) notes.emplace_back(note, 0);
    ++notes[found->second].second;
  }
  return notes;
}

/// Notes of a large document may be hundreds.
std::string noteLines(const RunReport& report) {
  const auto notes = notesWithCounts(report);
  std::string text;
  for (size_t i = 0; i < notes.size(); ++i) {
    if (i == report::kMostSummaryLines) return text + fmt::format("  and {} more notes\n", notes.size() - i);
    const auto& [note, count] = notes[i];
    text += "  " + note + (count > 1 ? fmt::format(" (and {} more like it)", count - 1) : "") + "\n";
  }
  return text;
}

/// A fence that nothing in the text can close.
std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return fmt::format("{}\n{}\n{}\n", fence, text, fence);
}

/// The others of one cause, a line each; of many only a count.
std::string otherFaults(const FaultGroup& group) {
  constexpr size_t kMostLines = 40;
  const size_t others = group.faults.size() - 1;
  if (others == 0) return "";
  std::string text = fmt::format("\nThe same cause shows in {}:\n\n", counted(others, "other", "others"));
  for (size_t i = 1; i < group.faults.size(); ++i) {
    if (i > kMostLines) return text + fmt::format("- and {} more\n", group.faults.size() - i);
    const FaultReport& fault = *group.faults[i];
    text += fmt::format("- {}{}: {} ({})\n", fault.function, knownMark(fault),
                        fault.test.empty() ? "no test shows it" : "`" + fault.test + "`", fault.id);
  }
  return text;
}

}  // namespace

std::string writeSummary(const RunReport& report) {
  std::string text = headLine(report) + "\n" + faultLines(report) + baselineLines(report);
  text += "  " + counted(report.tests.size(), "test", "tests") + testFiles(report);
  text += operationLines(report) + stagnationLine(report) + droppedLines(report) + skippedLines(report) +
          noteLines(report);
  if (const std::string further = reportFiles(report); !further.empty())
    text += "  see also " + further + "\n";
  return text;
}

std::string writeFaultList(const RunReport& report) {
  const std::string& title = report.service->title.empty() ? report.source : report.service->title;
  const std::vector<FaultGroup> groups = groupsOf(report.faults);
  std::string text = fmt::format("# Faults of {}\n\n{}, found by covolve {} with seed {}.\n", title,
                                 faultCount(report, groups), report.version, report.seed);
  const auto hasCommands = [](const FaultReport& fault) { return !fault.commands.empty(); };
  if (std::ranges::any_of(report.faults, hasCommands)) {
    text += "The commands of a fault are for a service in its first state.\n";
  }
  const auto authentication =
      std::ranges::find(report.options, "authentication", &std::pair<std::string, std::string>::first);
  if (authentication != report.options.end() && !authentication->second.empty()) {
    text += fmt::format(
        "Who is calling is proved by {}. The commands take secrets from variables of the environment, and "
        "leave out what a login or a cookie gives.\n",
        authentication->second);
  }
  size_t number = 0;
  for (const FaultGroup& group : groups) {
    const FaultReport& fault = group.clearest();
    text += fmt::format("\n## {}. {}: {}{}\n\n{}\n", ++number, fault.kind, fault.function, knownMark(fault),
                        fault.description);
    text += fault.test.empty() ? "No test shows it." : fmt::format("Shown by the test `{}`.", fault.test);
    text += fmt::format(" Its identifier is {}.\n", fault.id);
    if (!fault.reproduced && !fault.ending.empty()) text += fault.ending + "\n";
    if (!fault.commands.empty()) text += "\n" + fenced(fmt::format("{}", fmt::join(fault.commands, "\n")));
    if (!fault.answer.empty()) text += "\nThe last one is answered:\n\n" + fenced(fault.answer);
    text += otherFaults(group);
  }
  return text;
}

}  // namespace covolve::rest
