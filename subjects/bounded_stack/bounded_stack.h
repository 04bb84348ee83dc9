// A stack of at most four numbers that can be frozen.
//
// What makes it hard: "full" needs five calls in a row, frozen and full at once
// a sixth. Small and fast, so bench/throughput measures sequences of five calls
// with it.
// Expected: every branch but one (a check of the class's own invariant in push);
// no fault.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

class BoundedStack {
 public:
  static constexpr std::size_t kCapacity = 4;

  /// False when there is no room.
  bool push(int value);
  /// Throws std::underflow_error when there is nothing.
  int pop();
  int top() const;
  std::size_t size() const { return size_; }
  void freeze() { frozen_ = true; }
  bool frozen() const { return frozen_; }
  void clear();

 private:
  std::array<int, kCapacity> values_{};
  std::size_t size_ = 0;
  bool frozen_ = false;
};
