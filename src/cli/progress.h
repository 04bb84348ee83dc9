// The line that tells how far a run is: rewritten in place on a terminal, a
// line for each phase and now and then elsewhere, so that logs stay readable. It
// is never silent for long: what says nothing by itself (a compilation) is said to
// go on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

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

  Clock::duration interval() const;
  void print(const generate::Progress& progress, Clock::time_point now);
  void printNotice(const std::string& notice);
  void repeat(const std::stop_token& stop);

  bool quiet_;
  bool isTerminal_;
  std::mutex mutex_;
  bool isShown_ = false;
  bool hasFigures_ = false;
  generate::Progress latest_;  // without a phase: there is nothing to say
  Clock::time_point phaseStart_;
  Clock::time_point last_;
  std::condition_variable_any over_;
  std::jthread repeating_;  // the last member: it uses the others
};

}  // namespace covolve::cli
