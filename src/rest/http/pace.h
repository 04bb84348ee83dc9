// When the next request may be sent: evenly spaced, and waiting that can be
// interrupted.
#pragma once

#include <atomic>
#include <chrono>

namespace covolve::rest {

using PaceClock = std::chrono::steady_clock;

class Pace {
 public:
  /// 0: no limit.
  explicit Pace(double requestsPerSecond);

  bool isLimited() const { return interval_ > PaceClock::duration::zero(); }
  /// When a request that is ready now may go. Time that was not used is lost: no burst makes up for it. A
  /// little lateness, as every sleep has it, does not slow down the whole.
  PaceClock::time_point reserve(PaceClock::time_point now);

 private:
  PaceClock::duration interval_;
  PaceClock::time_point next_ = PaceClock::time_point::min();
};

/// False where `stop` was set before.
bool sleepUntil(PaceClock::time_point end, const std::atomic<bool>& stop);

}  // namespace covolve::rest
