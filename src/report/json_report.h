// covolve.json: everything machine-readable about a run.
#pragma once

#include <optional>
#include <string>

#include "report/run_report.h"

namespace covolve::report {

/// The clock's figures stand in one object "timing". Unless told otherwise it is left out when the budget is
/// a number of evaluations or requests: then the same seed must give the same bytes.
std::string writeJson(const RunReport& report, std::optional<bool> withTiming = std::nullopt);

}  // namespace covolve::report
