#include "unit/verify/function_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>

namespace covolve::unit {

namespace {

/// Regions, missed, percent; lines, missed, percent; branches, missed, percent. The name before them may have
/// spaces of its own.
constexpr size_t kFigures = 9;

/// Takes the last word off.
std::string_view takeLastWord(std::string_view& line) {
  while (line.ends_with(' ')) line.remove_suffix(1);
  const size_t gap = line.rfind(' ');
  const std::string_view word = gap == std::string_view::npos ? line : line.substr(gap + 1);
  line.remove_suffix(word.size());
  return word;
}

std::optional<report::Ratio> ratioOf(std::string_view total, std::string_view missed) {
  report::Ratio ratio;
  uint64_t notCovered = 0;
  const auto read = [](std::string_view text, uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
  };
  if (!read(total, ratio.total) || !read(missed, notCovered) || notCovered > ratio.total) return std::nullopt;
  ratio.covered = ratio.total - notCovered;
  return ratio;
}

}  // namespace

FunctionReport readFunctionReport(std::string_view text) {
  FunctionReport report;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    std::array<std::string_view, kFigures> figures;
    for (size_t i = kFigures; i-- > 0;) figures[i] = takeLastWord(rest);
    while (rest.ends_with(' ')) rest.remove_suffix(1);
    const auto ofLines = ratioOf(figures[3], figures[4]);
    const auto ofBranches = ratioOf(figures[6], figures[7]);
    if (rest.empty() || !ofLines || !ofBranches) continue;  // headings, rulers
    report[std::string(rest)] = {*ofLines, *ofBranches};
  }
  return report;
}

}  // namespace covolve::unit
