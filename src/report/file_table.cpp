#include "report/file_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/summary_lines.h"

namespace covolve::report {

namespace {

FileRow totalOf(std::span<const FileRow> rows) {
  FileRow total{.file = "all"};
  for (const FileRow& row : rows) {
    total.tests += row.tests;
    total.faults += row.faults;
    total.lines += row.lines;
    total.branches += row.branches;
  }
  return total;
}

std::string lineOf(const FileRow& row, size_t width) {
  std::string line = fmt::format("  {:<{}}  ", row.file, width);
  // A compiler's message may have several lines.
  if (!row.failure.empty()) return line + row.failure.substr(0, row.failure.find('\n'));
  line += fmt::format("{:>5}  {:>6}  {:<19}  {:<19}", row.tests, row.faults, ratioText(row.lines),
                      ratioText(row.branches));
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace

FileRow rowOf(const RunReport& report, std::string file) {
  FileRow row{.file = std::move(file), .failure = report.failure};
  row.tests = report.tests.size();
  row.faults = report.faults.size();
  if (report.coverage) {
    const FileCoverage total = report.coverage->total();
    row.lines = total.lines;
    row.branches = total.branches;
  }
  return row;
}

std::string writeFileTable(std::span<const FileRow> rows) {
  size_t width = 4;
  for (const FileRow& row : rows) width = std::max(width, row.file.size());
  const auto untested = std::ranges::count_if(rows, [](const FileRow& row) { return !row.failure.empty(); });
  std::string text = counted(rows.size(), "file", "files");
  if (untested > 0) text += fmt::format(", {} not tested", untested);
  text += fmt::format("\n\n  {:<{}}  tests  faults  {:<19}  branches\n", "", width, "lines");
  for (const FileRow& row : rows) text += lineOf(row, width) + "\n";
  return text + lineOf(totalOf(rows), width) + "\n";
}

}  // namespace covolve::report
