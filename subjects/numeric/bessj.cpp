// The Bessel function J_n(x) of integer order, after the papers' subject Bessj.
//
// What makes it hard: x == 0 among doubles, |x| > n with n in 2..1000, x < 0 with an
// odd n; intermediate values must pass 1e10, which takes many steps or a small x.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace numeric {

/// The recurrences are private: they rely on the order being checked.
class Bessel {
 public:
  /// Throws std::out_of_range unless 2 <= order <= 1000.
  static double ofOrder(int order, double x) {
    if (order < 2 || order > 1000) throw std::out_of_range("the order is not in 2..1000");
    const double magnitude = std::fabs(x);
    if (magnitude == 0.0) return 0.0;
    if (magnitude < 1e-160) return 0.0;  // (x/2)^2/2 is no longer a double
    const double result =
        magnitude > order ? byForwardRecurrence(order, magnitude) : byBackwardRecurrence(order, magnitude);
    return x < 0.0 && order % 2 == 1 ? -result : result;
  }

 private:
  /// J_0 or J_1 of x >= 0: the power series near zero, Hankel's asymptotic expansion far from it.
  static double ofLowOrder(int order, double x) {
    if (x < 12.0) {
      double term = order == 0 ? 1.0 : x / 2;
      double sum = term;
      for (int k = 1; k <= 40; ++k) {
        term *= -(x * x / 4) / (static_cast<double>(k) * (k + order));
        sum += term;
      }
      return sum;
    }
    const double mu = 4.0 * order * order;
    double even = 0.0;
    double odd = 0.0;
    double term = 1.0;
    for (int k = 0; k <= 20; k += 2) {
      const double sign = k % 4 == 0 ? 1.0 : -1.0;
      even += sign * term;
      term *= (mu - (2.0 * k + 1) * (2.0 * k + 1)) / ((k + 1) * 8 * x);
      odd += sign * term;
      term *= (mu - (2.0 * k + 3) * (2.0 * k + 3)) / ((k + 2) * 8 * x);
    }
    const double angle = x - (2.0 * order + 1) * std::numbers::pi / 4;
    return std::sqrt(2 / (std::numbers::pi * x)) * (even * std::cos(angle) - odd * std::sin(angle));
  }

  /// Stable where x > order.
  static double byForwardRecurrence(int order, double x) {
    double before = ofLowOrder(0, x);
    double current = ofLowOrder(1, x);
    for (int k = 1; k < order; ++k) {
      const double next = 2.0 * k / x * current - before;
      before = current;
      current = next;
    }
    return current;
  }

  /// Miller's algorithm where x <= order: from an arbitrary value far above the order
  /// downwards, normalised by J_0 + 2 J_2 + 2 J_4 + ... = 1.
  static double byBackwardRecurrence(int order, double x) {
    constexpr double kTooLarge = 1e10;
    const int start = 2 * ((order + static_cast<int>(std::sqrt(160.0 * order))) / 2);
    double above = 0.0;
    double current = 1.0;
    double sum = 0.0;
    double result = 0.0;
    for (int k = start; k > 0; --k) {
      const double below = 2.0 * k / x * current - above;
      above = current;
      current = below;
      if (std::fabs(current) > kTooLarge) {
        const double scale = 1 / std::fabs(current);
        current *= scale;
        above *= scale;
        sum *= scale;
        result *= scale;
      }
      if (k % 2 == 1) sum += current;  // current is J_(k-1), of an even order
      if (k == order) result = above;
    }
    return result / (2 * sum - current);
  }
};

}  // namespace numeric
