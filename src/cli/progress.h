// The line that tells how far a run is: rewritten in place on a terminal, a
// line now and then elsewhere, so that logs stay readable.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace covolve::cli {

/// How far a run is, whatever it tests.
struct ProgressState {
  std::string phase;  // "building", "searching"
  double seconds = 0;
  uint64_t count = 0;
  std::string_view unit;  // what is counted: "tests", "requests"
  size_t covered = 0;
  size_t targets = 0;  // 0: the phase has no figures
  size_t faults = 0;
};

/// "searching   12.3 s   214000 tests/s   37/41 targets   1 fault"
std::string progressText(const ProgressState& state);

class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  void show(const ProgressState& state);
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
