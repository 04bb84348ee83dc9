// The end of a run over several files: one line each, with what its tests cover
// or why there are none.
#pragma once

#include <span>
#include <string>

#include "report/run_report.h"

namespace covolve::report {

struct FileRow {
  std::string file;
  std::string failure = {};  // why nothing could be tested; empty: it was
  size_t tests = 0;
  size_t faults = 0;
  Ratio lines = {};
  Ratio branches = {};
};

FileRow rowOf(const RunReport& report, std::string file);

std::string writeFileTable(std::span<const FileRow> rows);

}  // namespace covolve::report
