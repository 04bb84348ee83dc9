// The lines that every summary has, whatever was tested.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/run_report.h"

namespace covolve::report {

constexpr size_t kMostSummaryLines = 10;  // of one kind

/// "1 test", "2 tests"
std::string counted(size_t count, std::string_view one, std::string_view many);

/// "  101/101   100.0 %"; "-" when there is nothing to cover.
std::string ratioText(const Ratio& ratio);

/// The end of the first line: " in 10.0 s (2000 a second), 7 of 9 targets covered, seed 1". `rate` is a
/// second's.
std::string searchText(const RunReport& report, double rate);
/// Where the time went, a line; nothing where the clock must not show.
std::string phasesText(const RunReport& report);

/// Things by the reason why they are missing; as lines, each with a few examples.
using ByReason = std::map<std::string, std::vector<std::string>>;
std::vector<std::pair<std::string, std::vector<std::string>>> mostFrequentFirst(const ByReason& byReason);
std::string linesByReason(const ByReason& byReason);

/// Half of the search without anything new is worth knowing: more of the same will not help.
std::string stagnationLine(const RunReport& report);

}  // namespace covolve::report
