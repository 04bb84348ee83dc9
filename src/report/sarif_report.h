// faults.sarif: the faults found, in the format that code hosts and editors
// show beside the code (SARIF 2.1.0).
#pragma once

#include <string>

#include "report/run_report.h"

namespace covolve::report {

std::string writeSarif(const RunReport& report);

/// A path as SARIF's artifactLocation.uri: "file:///a%20b.cpp" for an absolute one.
std::string uriOf(const std::string& path);

}  // namespace covolve::report
