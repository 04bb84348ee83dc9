// What minimising and verifying may use together: seconds or, where nothing may
// depend on the clock, requests.
#pragma once

#include <functional>
#include <utility>

namespace covolve::rest {

class Allowance {
 public:
  /// `left` becomes 0 or less when all is used.
  explicit Allowance(std::function<double()> left) : left_(std::move(left)), all_(left_()) {}

  double left() const { return left_() + extra_; }
  bool isUsedUp() const { return left() <= 0; }
  /// Whether what was planned, and some waiting on top of it, is exceeded by far.
  bool isFarExceeded() const { return left() < -0.25 * all_; }
  /// Making tests smaller must leave most for repeating them.
  bool isHalfUsed() const { return left() < all_ / 2; }

  /// For what cannot be done without and is not to be taken from the rest.
  void grow(double extra) {
    extra_ += extra;
    all_ += extra;
  }

  /// What an action costs.
  template <class Action>
  double costOf(const Action& action) const {
    const double before = left();
    action();
    return before - left();
  }

 private:
  std::function<double()> left_;
  double all_;
  double extra_ = 0;
};

}  // namespace covolve::rest
