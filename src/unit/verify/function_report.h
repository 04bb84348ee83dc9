// llvm-cov's own figures of each function, from `llvm-cov report
// -show-functions`: its export has none of lines.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "report/coverage_figures.h"

namespace covolve::unit {

struct FunctionFigures {
  report::Ratio lines;
  report::Ratio branches;

  bool operator==(const FunctionFigures&) const = default;
};

/// By name as llvm-cov has it: mangled, in front of it the file of those that only that file sees.
using FunctionReport = std::map<std::string, FunctionFigures, std::less<>>;

FunctionReport readFunctionReport(std::string_view text);

}  // namespace covolve::unit
