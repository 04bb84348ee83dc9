// How long the search may go on: seconds or evaluations, whichever is given.
// Only the number of evaluations repeats exactly.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace covolve::search {

struct Limits {
  std::optional<std::chrono::duration<double>> time;
  std::optional<uint64_t> evaluations;
  /// Beyond the time, for a search that still finds something when it is over.
  std::chrono::duration<double> extraTime{0};
  /// Share used up of something that only the problem can count (requests), 1: all; empty: nothing of the
  /// kind.
  std::function<double()> used = {};

  /// `now` and when something new was last found, since the search began.
  bool isTimeUp(std::chrono::duration<double> now, std::chrono::duration<double> lastProgress) const {
    constexpr double kPatience = 0.2;  // the share of the time until now that may bring nothing new
    if (!time || now < *time) return false;
    return now >= *time + extraTime || now - lastProgress > kPatience * now;
  }
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// `interrupted` is set by a signal handler; the search then ends as if its time were up.
  Budget(Limits limits, const std::atomic<bool>& interrupted)
      : limits_(std::move(limits)), interrupted_(interrupted), start_(Clock::now()) {}

  /// How many of `wanted` evaluations may still be made; they count as made.
  uint64_t take(uint64_t wanted) {
    if (interrupted_ || limits_.isTimeUp(elapsed(), lastProgress_)) return 0;
    if (limits_.used && limits_.used() >= 1) return 0;
    if (limits_.evaluations) wanted = std::min(wanted, *limits_.evaluations - taken_);
    taken_ += wanted;
    return wanted;
  }

  /// Evaluations that were taken but not made.
  void giveBack(uint64_t count) { taken_ -= count; }

  /// A target was covered or came nearer.
  void noteProgress() { lastProgress_ = elapsed(); }

  /// Share that is used up, 0 to 1; of the limit that is nearer where both are given. Extra time does not
  /// count: whether there will be any is not known before.
  double progress() const {
    double used = 0;
    if (limits_.time) used = limits_.time->count() > 0 ? elapsed() / *limits_.time : 1;
    if (limits_.evaluations && *limits_.evaluations > 0) {
      used = std::max(used, static_cast<double>(taken_) / static_cast<double>(*limits_.evaluations));
    }
    if (limits_.used) used = std::max(used, limits_.used());
    return std::clamp(used, 0.0, 1.0);
  }

  uint64_t taken() const { return taken_; }
  std::chrono::duration<double> elapsed() const { return Clock::now() - start_; }

 private:
  Limits limits_;
  const std::atomic<bool>& interrupted_;
  Clock::time_point start_;
  std::chrono::duration<double> lastProgress_{0};
  uint64_t taken_ = 0;
};

}  // namespace covolve::search
