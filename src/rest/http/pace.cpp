#include "rest/http/pace.h"

#include <algorithm>
#include <thread>

namespace covolve::rest {

namespace {

constexpr std::chrono::milliseconds kStopLatency{20};

PaceClock::duration intervalOf(double requestsPerSecond) {
  constexpr double kLongest = 24 * 60 * 60;  // seconds; and no overflow
  if (!(requestsPerSecond > 0)) return PaceClock::duration::zero();
  return std::chrono::duration_cast<PaceClock::duration>(
      std::chrono::duration<double>(std::min(1 / requestsPerSecond, kLongest)));
}

}  // namespace

Pace::Pace(double requestsPerSecond) : interval_(intervalOf(requestsPerSecond)) {}

PaceClock::time_point Pace::reserve(PaceClock::time_point now) {
  const bool isIdle = next_ < now - interval_;
  const PaceClock::time_point turn = isIdle ? now : next_;
  next_ = turn + interval_;
  return turn;
}

bool sleepUntil(PaceClock::time_point end, const std::atomic<bool>& stop) {
  while (!stop) {
    const auto left = end - PaceClock::now();
    if (left <= PaceClock::duration::zero()) return true;
    std::this_thread::sleep_for(std::min<PaceClock::duration>(left, kStopLatency));
  }
  return false;
}

}  // namespace covolve::rest
