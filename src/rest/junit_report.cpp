#include "rest/junit_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/utf8.h"

namespace covolve::rest {

namespace {

using report::FaultReport;
using report::RunReport;

/// For attributes and texts; characters that XML does not know become question marks.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = takeCharacter(text);
    const std::string_view bytes = before.substr(0, before.size() - text.size());
    const bool isControl = character < 0x20 && character != '\n' && character != '\t' && character != '\r';
    const bool isNone = character == 0xFFFE || character == 0xFFFF || !isUtf8(bytes);
    if (isControl || isNone) {
      result += '?';
    } else if (character == '&') {
      result += "&amp;";
    } else if (character == '<') {
      result += "&lt;";
    } else if (character == '>') {
      result += "&gt;";
    } else if (character == '"') {
      result += "&quot;";
    } else {
      result += bytes;
    }
  }
  return result;
}

bool isNoFailure(const FaultReport& fault) { return fault.isKnown || fault.isHint; }

std::string faultCase(const FaultReport& fault, const std::string& suite) {
  std::string text = fmt::format("    <testcase classname=\"{}\" name=\"{}\">\n", suite,
                                 escaped(fmt::format("{}: {} ({})", fault.function, fault.kind, fault.id)));
  if (isNoFailure(fault)) {
    text +=
        fmt::format("      <skipped message=\"{}\"/>\n",
                    escaped((fault.isKnown ? "known by the baseline: " : "a hint: ") + fault.description));
  } else {
    std::string details = fmt::format("{}", fmt::join(fault.commands, "\n"));
    if (!fault.answer.empty()) details += "\n\n" + fault.answer;
    text += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", escaped(fault.kind),
                        escaped(fault.description), escaped(details));
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string writeJunit(const RunReport& report) {
  const std::string& title = report.service->title.empty() ? report.source : report.service->title;
  const std::string suite = escaped(title);
  std::set<std::string> atFault;
  for (const FaultReport& fault : report.faults) atFault.insert(fault.operation);
  std::string cases;
  size_t count = 0;
  size_t skipped = 0;
  for (const report::OperationReport& operation : report.service->operations) {
    if (atFault.contains(operation.id)) continue;
    ++count;
    const std::string name = escaped(operation.method + " " + operation.path);
    if (operation.calls > 0) {
      cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n", suite, name);
      continue;
    }
    ++skipped;
    cases += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n      <skipped message=\"it was never called\"/>\n"
        "    </testcase>\n",
        suite, name);
  }
  for (const report::SkippedReport& one : report.skipped) {
    ++count;
    ++skipped;
    cases += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n      <skipped message=\"{}\"/>\n    </testcase>\n",
        suite, escaped(one.what), escaped(one.reason));
  }
  const auto spared = static_cast<size_t>(std::ranges::count_if(report.faults, isNoFailure));
  for (const FaultReport& fault : report.faults) cases += faultCase(fault, suite);
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", count + report.faults.size(),
                  report.faults.size() - spared, skipped + spared);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"{1}\" {0}>\n{2}"
      "  </testsuite>\n</testsuites>\n",
      counts, suite, cases);
}

}  // namespace covolve::rest
