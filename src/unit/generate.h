// covolve unit from end to end for one source file: read, build, search,
// minimise, observe, emit, verify, measure, report.
#pragma once

#include <functional>

#include "base/error.h"
#include "unit/options.h"
#include "unit/summary.h"

namespace covolve::unit {

Result<Summary> generateTests(const UnitOptions& options, const std::filesystem::path& source,
                              const std::function<void(const Progress&)>& onProgress);

}  // namespace covolve::unit
