// covolve unit from end to end for one source file: read, build, search,
// minimise, observe, emit, verify, measure, report.
#pragma once

#include <functional>
#include <string>

#include "base/error.h"
#include "unit/options.h"

namespace covolve::unit {

/// What the progress line shows.
struct Progress {
  std::string phase;  // "reading", "building", "searching", ...
  double seconds = 0;
  uint64_t tests = 0;
  size_t covered = 0;
  size_t targets = 0;
  size_t faults = 0;
};

struct Summary {
  std::string text;  // for the terminal
  bool foundFaults = false;
};

Result<Summary> generateTests(const UnitOptions& options, const std::filesystem::path& source,
                              const std::function<void(const Progress&)>& onProgress);

}  // namespace covolve::unit
