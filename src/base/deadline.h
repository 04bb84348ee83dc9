// Until when something may take. Without an end it takes what it takes, so that
// its results do not depend on the clock. The clock can be another one, for tests.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

namespace covolve {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  Deadline() = default;
  explicit Deadline(Clock::time_point end, Now now = Clock::now) : end_(end), now_(std::move(now)) {}

  /// Nothing where there is no end; never negative.
  std::optional<std::chrono::milliseconds> left() const {
    if (!end_) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::max(*end_ - now_(), Clock::duration::zero()));
  }
  bool isOver() const { return end_ && now_() >= *end_; }

  /// An earlier one, after that share of the time that is left.
  Deadline after(double share) const {
    if (!end_) return {};
    const Clock::time_point now = now_();
    const std::chrono::duration<double> left = std::max(*end_ - now, Clock::duration::zero());
    return Deadline(now + std::chrono::duration_cast<Clock::duration>(left * share), now_);
  }

 private:
  std::optional<Clock::time_point> end_;
  Now now_;
};

}  // namespace covolve
