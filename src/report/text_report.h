// The summary for the terminal: short, aligned, and with the reason for
// everything that is not in the tests.
#pragma once

#include <string>

#include "report/run_report.h"

namespace covolve::report {

std::string writeSummary(const RunReport& report);

}  // namespace covolve::report
