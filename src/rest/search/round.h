// Draws each of some things once before any comes again, in random order: none
// has to wait for luck.
#pragma once

#include <cassert>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/rng.h"

namespace covolve::rest {

class Round {
 public:
  explicit Round(size_t count) : count_(count) {}

  bool empty() const { return count_ == 0; }

  /// A number below the count, which is not 0.
  size_t next(Rng& rng) {
    assert(count_ > 0);
    if (left_.empty()) {
      left_.resize(count_);
      std::iota(left_.begin(), left_.end(), size_t{0});
    }
    const size_t chosen = rng.below(left_.size());
    const size_t drawn = left_[chosen];
    left_[chosen] = left_.back();
    left_.pop_back();
    return drawn;
  }

 private:
  size_t count_;
  std::vector<size_t> left_;  // of this round
};

}  // namespace covolve::rest
