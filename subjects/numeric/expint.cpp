// The exponential integral E_n(x), after the papers' subject Expint.
//
// What makes it hard: x == 0 among doubles together with a small n; the special term
// of the series needs 0 < x <= 1 and a small n; the errors "no convergence" need
// infinity (continued fraction) and NaN (series).
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace numeric {

/// The expansions are private: they rely on the arguments being checked.
class ExponentialIntegral {
 public:
  /// Throws std::domain_error where E_n(x) does not exist, std::runtime_error without convergence.
  static double ofOrder(int n, double x) {
    if (n < 0 || x < 0 || (x == 0 && (n == 0 || n == 1))) throw std::domain_error("not defined there");
    if (n == 0) return std::exp(-x) / x;
    if (x == 0) return 1.0 / (n - 1);
    if (x > 1) return byContinuedFraction(n, x);
    return bySeries(n, x);
  }

 private:
  static constexpr int kMostIterations = 100;
  static constexpr double kPrecision = 1e-14;

  /// Lentz's method, for x > 1.
  static double byContinuedFraction(int n, double x) {
    double denominator = x + n;
    double c = 1e300;
    double d = 1 / denominator;
    double result = d;
    for (int i = 1; i <= kMostIterations; ++i) {
      const double numerator = -static_cast<double>(i) * (n - 1.0 + i);
      denominator += 2;
      d = 1 / (numerator * d + denominator);
      c = denominator + numerator / c;
      const double change = c * d;
      result *= change;
      if (std::fabs(change - 1) < kPrecision) return result * std::exp(-x);
    }
    throw std::runtime_error("the continued fraction does not converge");
  }

  /// For 0 < x <= 1. The term whose index is n - 1 carries the logarithm.
  static double bySeries(int n, double x) {
    const int special = n - 1;
    double result = special != 0 ? 1.0 / special : -std::log(x) - std::numbers::egamma;
    double power = 1;
    for (int i = 1; i <= kMostIterations; ++i) {
      power *= -x / i;
      double term = 0;
      if (i != special) {
        term = -power / (i - special);
      } else {
        double psi = -std::numbers::egamma;
        for (int k = 1; k <= special; ++k) psi += 1.0 / k;
        term = power * (psi - std::log(x));
      }
      result += term;
      if (std::fabs(term) < std::fabs(result) * kPrecision) return result;
    }
    throw std::runtime_error("the series does not converge");
  }
};

}  // namespace numeric
