#include "campaign/statistics/distributions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace covolve::campaign::statistics {

namespace {

/// Numerator and denominator, the constant first.
struct RationalFunction {
  std::array<double, 8> numerator;
  std::array<double, 8> denominator;

  double at(double x) const { return polynomial(numerator, x) / polynomial(denominator, x); }

 private:
  static double polynomial(const std::array<double, 8>& coefficients, double x) {
    double value = 0;
    for (size_t power = coefficients.size(); power-- > 0;) value = value * x + coefficients[power];
    return value;
  }
};

// Wichura, Algorithm AS 241: the percentage points of the normal distribution
// (1988), routine PPND16: about 16 digits.
constexpr RationalFunction kCentre{
    {3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3, 1.3731693765509461125e+4,
     4.5921953931549871457e+4, 6.7265770927008700853e+4, 3.3430575583588128105e+4, 2.5090809287301226727e+3},
    {1.0, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
     2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4, 5.2264952788528545610e+3}};
constexpr RationalFunction kFlank{
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2,
     7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
     1.05075007164441684324e-9}};
constexpr RationalFunction kTail{
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
     2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
     2.04426310338993978564e-15}};

}  // namespace

double normalProbability(double value) { return std::erfc(-value / std::numbers::sqrt2) / 2; }

double normalQuantile(double probability) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (probability <= 0) return -kInfinity;
  if (probability >= 1) return kInfinity;
  const double offset = probability - 0.5;
  if (std::abs(offset) <= 0.425) return offset * kCentre.at(0.180625 - offset * offset);
  const double depth = std::sqrt(-std::log(std::min(probability, 1 - probability)));
  const double size = depth <= 5 ? kFlank.at(depth - 1.6) : kTail.at(depth - 5);
  return std::copysign(size, offset);
}

// For whole degrees of freedom the distribution is a finite sum (Abramowitz and
// Stegun, 26.4.4 and 26.4.5): with h = value / 2, over the i below half of them,
//   even: exp(-h) h^i / i!
//   odd:  erfc(sqrt(h)), then exp(-h) h^(i + 1/2) / Gamma(i + 3/2).
// Terms are kept as logarithms: exp(-h) alone may be too small for a double.
double chiSquareSurvival(double value, unsigned degreesOfFreedom) {
  if (degreesOfFreedom == 0 || value <= 0) return 1;
  const double half = value / 2;
  const bool isOdd = degreesOfFreedom % 2 == 1;
  double sum = isOdd ? std::erfc(std::sqrt(half)) : 0;
  // Gamma(3/2) is sqrt(pi) / 2.
  double logTerm = isOdd ? std::log(2 * std::sqrt(half * std::numbers::inv_pi)) - half : -half;
  for (unsigned i = 0; i < degreesOfFreedom / 2; ++i) {
    sum += std::exp(logTerm);
    logTerm += std::log(half / (i + (isOdd ? 1.5 : 1.0)));
  }
  return std::min(1.0, sum);
}

}  // namespace covolve::campaign::statistics
