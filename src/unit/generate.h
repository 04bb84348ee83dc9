// covolve unit from end to end for one source file: read, build, search,
// minimise, observe, emit, verify, measure, report.
#pragma once

#include <functional>

#include "base/error.h"
#include "generate/progress.h"
#include "unit/options.h"

namespace covolve::unit {

Result<generate::Summary> generateTests(const UnitOptions& options, const std::filesystem::path& source,
                                        const generate::OnProgress& onProgress);

}  // namespace covolve::unit
