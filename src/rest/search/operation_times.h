// How long calls of each operation take, and whether the time of a search allows
// another one. A few operations that take seconds (a delay, a report) would
// otherwise have most of the time, and the others none.
//
// Slow is what takes many times as long as the usual operation of this service.
// All slow ones together get a share of the time, in turn.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace covolve::rest {

class OperationTimes {
 public:
  using Seconds = std::chrono::duration<double>;

  explicit OperationTimes(size_t operations) : times_(operations) {}

  /// A call took so long.
  void note(size_t operation, Seconds took);
  /// Whether it was called before.
  bool isKnown(size_t operation) const { return times_[operation].calls > 0; }
  bool isSlow(size_t operation) const;
  /// Of a call, as far as is known.
  Seconds expected(size_t operation) const { return times_[operation].mean(); }
  /// Whether a call is due where the search has gone on for `elapsed` and ends after `left`.
  bool mayCall(size_t operation, Seconds elapsed, Seconds left) const;

 private:
  struct Time {
    size_t calls = 0;
    Seconds spent{0};

    Seconds mean() const { return calls > 0 ? spent / static_cast<double>(calls) : Seconds(0); }
  };

  bool isSlow(const Time& time) const;
  void updateUsual();

  std::vector<Time> times_;  // by operation
  Seconds usual_{0};         // the median of the operations' means
  size_t notedSince_ = 0;    // usual_ was brought up to date
  Seconds slowSpent_{0};     // by all slow operations
  size_t slowCount_ = 0;
};

}  // namespace covolve::rest
