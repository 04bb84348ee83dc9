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

  double left() const { return left_(); }
  bool isUsedUp() const { return left_() <= 0; }
  /// Whether what was planned, and some waiting on top of it, is exceeded by far.
  bool isFarExceeded() const { return left_() < -0.25 * all_; }
  /// Making tests smaller must leave most for repeating them.
  bool isHalfUsed() const { return left_() < all_ / 2; }

  /// What an action costs.
  template <class Action>
  double costOf(const Action& action) const {
    const double before = left_();
    action();
    return before - left_();
  }

 private:
  std::function<double()> left_;
  double all_;
};

}  // namespace covolve::rest
