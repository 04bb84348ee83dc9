// What a run tells whoever started it, whatever it tests: how far it is, and how
// it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace covolve::generate {

/// Figures are 0 outside of the search.
struct Progress {
  std::string phase;   // "building", "searching"
  double seconds = 0;  // of the phase
  uint64_t count = 0;
  std::string_view unit = {};  // what is counted: "tests", "requests"
  size_t covered = 0;
  size_t targets = 0;  // 0: the phase has no figures
  size_t faults = 0;
  std::string detail = {};  // what is being done: "run 2 of 6"
  std::string notice = {};  // what the user should know at once; a line of its own
};

using OnProgress = std::function<void(const Progress&)>;

struct Summary {
  std::string text;  // for the terminal
  bool foundFaults = false;
  std::string endReason = {};  // why it ended before its time; empty: it did not
};

}  // namespace covolve::generate
