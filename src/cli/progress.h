// The line that tells how far a run is: rewritten in place on a terminal, a
// line now and then elsewhere, so that logs stay readable.
#pragma once

#include <chrono>
#include <string>

#include "generate/progress.h"

namespace covolve::cli {

/// "searching   12.3 s   214000 tests/s   37/41 targets   1 fault"
std::string progressText(const generate::Progress& progress);

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  void show(const generate::Progress& progress);
  /// Takes the line away before other output.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool isTerminal_;
  bool isShown_ = false;
  bool hasFigures_ = false;
  std::string phase_;
  Clock::time_point last_;
};

}  // namespace covolve::cli
