// What a run tells whoever started it: how far it is, and how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

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

}  // namespace covolve::unit
