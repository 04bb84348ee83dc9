// The incomplete gamma function Q(a, x), after the papers' subject Gammq.
//
// What makes it hard: x == 0 among doubles; the errors "no convergence" need a large
// `a` together with an x on the right side of a + 1, and near it.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <stdexcept>

namespace numeric {

/// The expansions are private: they rely on the arguments being checked.
class IncompleteGamma {
 public:
  /// Throws std::domain_error unless x >= 0 and a > 0, std::runtime_error without convergence.
  static double upper(double a, double x) {
    if (x < 0.0 || a <= 0.0) throw std::domain_error("not defined there");
    if (x < a + 1) return 1 - lowerBySeries(a, x);
    return upperByContinuedFraction(a, x);
  }

 private:
  static constexpr int kMostTerms = 200;
  static constexpr double kTermPrecision = 1e-14;

  static double factor(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a)); }

  /// P(a, x) = 1 - Q(a, x), for x < a + 1.
  static double lowerBySeries(double a, double x) {
    if (x == 0.0) return 0.0;
    double divisor = a;
    double term = 1 / a;
    double sum = term;
    for (int i = 1; i <= kMostTerms; ++i) {
      divisor += 1;
      term *= x / divisor;
      sum += term;
      if (term < sum * kTermPrecision) return sum * factor(a, x);
    }
    throw std::runtime_error("the series does not converge");
  }

  /// Q(a, x) by Lentz's method, for x >= a + 1.
  static double upperByContinuedFraction(double a, double x) {
    double denominator = x + 1 - a;
    double c = 1e300;
    double d = 1 / denominator;
    double result = d;
    for (int i = 1; i <= kMostTerms; ++i) {
      const double numerator = -i * (i - a);
      denominator += 2;
      d = 1 / (numerator * d + denominator);
      c = denominator + numerator / c;
      const double change = c * d;
      result *= change;
      if (std::fabs(change - 1) < kTermPrecision) return result * factor(a, x);
    }
    throw std::runtime_error("the continued fraction does not converge");
  }
};

}  // namespace numeric
