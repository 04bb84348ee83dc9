// The cumulative F-distribution, after the papers' subject Fisher.
//
// What makes it hard: both degrees of freedom must lie in 1..1000, their parities decide;
// the result is below 0 or above 1 only through rounding.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace numeric {

/// The probability that a variable distributed as F with m and n degrees of freedom is at
/// most x. Throws std::out_of_range unless m and n are in 1..1000 and x in 0..1e12.
double fisher(int m, int n, double x) {
  if (m < 1 || m > 1000 || n < 1 || n > 1000) throw std::out_of_range("degrees of freedom not in 1..1000");
  if (!(x >= 0.0 && x <= 1e12)) throw std::out_of_range("x is not in 0..1e12");
  if (x == 0.0) return 0.0;
  const int first = m % 2 == 1 ? 1 : 2;   // where the recurrence in m starts
  const int second = n % 2 == 1 ? 1 : 2;  // and the one in n
  const double w = x * m / n;
  const double z = 1 / (1 + w);
  double probability = 0;
  double density = 0;
  if (first == 1) {
    if (second == 1) {
      const double root = std::sqrt(w);
      density = std::numbers::inv_pi * z / root;
      probability = 2 * std::numbers::inv_pi * std::atan(root);
    } else {
      probability = std::sqrt(w * z);
      density = 0.5 * probability * z / w;
    }
    for (int j = second + 2; j <= n; j += 2) {
      density *= (1 + 1.0 / (j - 2)) * z;
      probability += density * (2 * w / z) / (j - 1);
    }
  } else {
    if (second == 1) {
      const double root = std::sqrt(z);
      density = 0.5 * z * root;
      probability = 1 - root;
    } else {
      density = z * z;
      probability = w * z;
    }
    const double power = std::pow(z, (n - 1) / 2);
    density *= power * n / second;
    probability = probability * power + 1 - power;
  }
  for (int i = first + 2; i <= m; i += 2) {
    const int j = i + n - 2;
    density *= w * z * j / (i - 2);
    probability -= 2 / z * density / j;
  }
  if (probability < 0.0) return 0.0;
  if (probability > 1.0) return 1.0;
  return probability;
}

}  // namespace numeric
