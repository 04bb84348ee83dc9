// The phases of a run, one after the other: each is announced when it begins and
// has its time when the next one does.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "generate/progress.h"

namespace covolve::generate {

class Phases {
 public:
  /// `onProgress` must outlive this.
  explicit Phases(const OnProgress& onProgress) : onProgress_(onProgress) {}

  void enter(const std::string& phase) {
    end();
    phase_ = phase;
    phaseStart_ = Clock::now();
    tell({});
  }
  /// Of the last one.
  void end() {
    if (!phase_.empty()) durations_.emplace_back(phase_, secondsSince(phaseStart_));
    phase_.clear();
  }
  /// How far the present phase is.
  void tell(Progress progress) const {
    progress.phase = phase_;
    onProgress_(progress);
  }

  /// What is being done in it.
  void tellDetail(const std::string& detail) const {
    Progress progress;
    progress.detail = detail;
    tell(std::move(progress));
  }

  /// What the user should know at once.
  void tellNotice(const std::string& notice) const {
    Progress progress;
    progress.notice = notice;
    tell(std::move(progress));
  }

  /// Since the run began.
  double seconds() const { return secondsSince(start_); }
  /// Name and seconds of those that are over.
  const std::vector<std::pair<std::string, double>>& durations() const { return durations_; }

 private:
  using Clock = std::chrono::steady_clock;

  static double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  const OnProgress& onProgress_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point phaseStart_;
  std::string phase_;
  std::vector<std::pair<std::string, double>> durations_;
};

}  // namespace covolve::generate
