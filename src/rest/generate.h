// covolve rest from end to end: read the document, search, keep what is worth
// keeping, write the tests and the report.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/error.h"
#include "rest/options.h"

namespace covolve::rest {

/// How far a run is; figures are 0 outside of the search.
struct Progress {
  std::string phase;
  double seconds = 0;
  uint64_t requests = 0;
  size_t covered = 0;
  size_t targets = 0;
  size_t faults = 0;
};

struct Summary {
  std::string text;  // for the terminal
  bool foundFaults = false;
};

Result<Summary> generateTests(const RestOptions& options,
                              const std::function<void(const Progress&)>& onProgress);

}  // namespace covolve::rest
