// The numeric subjects compute what they say: checked against the standard
// library, or against a textbook formula where it has no such function.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "../../../subjects/numeric/bessj.cpp"
#include "../../../subjects/numeric/expint.cpp"
#include "../../../subjects/numeric/fisher.cpp"
#include "../../../subjects/numeric/gammq.cpp"
#include "../../../subjects/numeric/remainder.cpp"
#include "../../../subjects/numeric/triangle2.cpp"
#include "../../../subjects/triangle/triangle.cpp"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(NumericSubjects, Triangle2AgreesWithTriangleOnAllSmallSides) {
  for (int a = -1; a <= 8; ++a) {
    for (int b = -1; b <= 8; ++b) {
      for (int c = -1; c <= 8; ++c) {
        EXPECT_EQ(numeric::triangle2(a, b, c), static_cast<int>(classify(a, b, c)))
            << a << " " << b << " " << c;
      }
    }
  }
}

TEST(NumericSubjects, Triangle2DoesNotOverflow) {
  const int largest = std::numeric_limits<int>::max();
  EXPECT_EQ(numeric::triangle2(largest, largest, largest), 3);
  EXPECT_EQ(numeric::triangle2(largest, largest - 1, largest - 2), 1);
}

TEST(NumericSubjects, RemainderAgreesWithTheOperator) {
  for (int dividend = -30; dividend <= 30; ++dividend) {
    for (int divisor = -12; divisor <= 12; ++divisor) {
      if (divisor == 0) continue;
      EXPECT_EQ(numeric::remainder(dividend, divisor), dividend % divisor) << dividend << " % " << divisor;
    }
  }
  EXPECT_EQ(numeric::remainder(-10000, 1), 0);
  EXPECT_EQ(numeric::remainder(10000, -9999), 1);
}

TEST(NumericSubjects, RemainderRefusesZeroAndLargeNumbers) {
  EXPECT_THROW(numeric::remainder(1, 0), std::domain_error);
  EXPECT_THROW(numeric::remainder(10001, 1), std::out_of_range);
  EXPECT_THROW(numeric::remainder(-10001, 1), std::out_of_range);
  EXPECT_THROW(numeric::remainder(1, 10001), std::out_of_range);
  EXPECT_THROW(numeric::remainder(1, -10001), std::out_of_range);
}

TEST(NumericSubjects, BesselAgreesWithTheStandardLibrary) {
  for (const int order : {2, 3, 4, 5, 7, 10, 25, 100, 101}) {
    for (const double x : {1e-3, 0.5, 1.0, 1.99, 2.5, 5.0, 8.0, 11.9, 12.1, 20.0, 50.0, 99.5, 103.0}) {
      const double expected = std::cyl_bessel_j(order, x);
      EXPECT_NEAR(numeric::Bessel::ofOrder(order, x), expected, 1e-9) << order << ", " << x;
      EXPECT_NEAR(numeric::Bessel::ofOrder(order, -x), order % 2 == 1 ? -expected : expected, 1e-9)
          << order << ", " << x;
    }
  }
}

TEST(NumericSubjects, BesselHoldsAtItsLimits) {
  EXPECT_EQ(numeric::Bessel::ofOrder(2, 0.0), 0.0);
  EXPECT_EQ(numeric::Bessel::ofOrder(2, 1e-300), 0.0);
  EXPECT_NEAR(numeric::Bessel::ofOrder(2, 1e-100) / 1.25e-201, 1.0, 1e-9);
  EXPECT_EQ(numeric::Bessel::ofOrder(1000, 1e-100), 0.0);
  EXPECT_NEAR(numeric::Bessel::ofOrder(1000, 1000.0), 0.04473067294796, 1e-9);
  EXPECT_THROW(numeric::Bessel::ofOrder(1, 1.0), std::out_of_range);
  EXPECT_THROW(numeric::Bessel::ofOrder(1001, 1.0), std::out_of_range);
}

TEST(NumericSubjects, ExponentialIntegralAgreesWithTheStandardLibraryForOrderOne) {
  for (const double x : {1e-8, 0.1, 0.5, 1.0, 1.0001, 2.0, 10.0, 40.0}) {
    const double expected = -std::expint(-x);
    EXPECT_NEAR(numeric::ExponentialIntegral::ofOrder(1, x), expected, 1e-9 * expected) << x;
  }
}

TEST(NumericSubjects, ExponentialIntegralsOfNeighbouringOrdersFulfilTheirRecurrence) {
  for (int n = 1; n <= 12; ++n) {
    for (const double x : {0.01, 0.3, 1.0, 1.5, 4.0, 25.0}) {
      const double next = (std::exp(-x) - x * numeric::ExponentialIntegral::ofOrder(n, x)) / n;
      EXPECT_NEAR(numeric::ExponentialIntegral::ofOrder(n + 1, x), next, 1e-9) << n << ", " << x;
    }
  }
}

TEST(NumericSubjects, ExponentialIntegralKnowsItsSpecialCases) {
  EXPECT_DOUBLE_EQ(numeric::ExponentialIntegral::ofOrder(0, 2.0), std::exp(-2.0) / 2);
  EXPECT_DOUBLE_EQ(numeric::ExponentialIntegral::ofOrder(3, 0.0), 0.5);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(-1, 1.0), std::domain_error);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(2, -1.0), std::domain_error);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(0, 0.0), std::domain_error);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(1, 0.0), std::domain_error);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(1, kInfinity), std::runtime_error);
  EXPECT_THROW(numeric::ExponentialIntegral::ofOrder(1, kNan), std::runtime_error);
}

/// The regularised incomplete beta function by its hypergeometric series.
double incompleteBeta(double a, double b, double x) {
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  double term = 1;
  double sum = 1;
  for (int k = 0; k < 100000 && term > 1e-17 * sum; ++k) {
    term *= x * (a + b + k) / (a + 1 + k);
    sum += term;
  }
  return sum / a *
         std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) -
                  std::lgamma(b));
}

TEST(NumericSubjects, FisherAgreesWithTheIncompleteBetaFunction) {
  for (const int m : {1, 2, 3, 4, 7, 10, 51, 200, 999, 1000}) {
    for (const int n : {1, 2, 3, 4, 9, 12, 75, 200, 999, 1000}) {
      for (const double x : {1e-6, 0.01, 0.3, 0.9, 1.0, 1.4, 5.0, 40.0, 1e4}) {
        const double expected = incompleteBeta(m / 2.0, n / 2.0, m * x / (m * x + n));
        EXPECT_NEAR(numeric::fisher(m, n, x), expected, 1e-7) << m << ", " << n << ", " << x;
      }
    }
  }
}

TEST(NumericSubjects, FisherIsAProbabilityAlsoWhereItIsRounded) {
  for (int m = 1; m <= 60; ++m) {
    for (int n = 1; n <= 60; ++n) {
      for (double x = 1e-9; x <= 1e12; x *= 10) {
        const double probability = numeric::fisher(m, n, x);
        EXPECT_TRUE(probability >= 0 && probability <= 1) << m << ", " << n << ", " << x;
      }
    }
  }
  EXPECT_EQ(numeric::fisher(1, 1, 0.0), 0.0);
}

TEST(NumericSubjects, FisherRefusesWhatIsOutOfRange) {
  EXPECT_THROW(numeric::fisher(0, 1, 1.0), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1001, 1, 1.0), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1, 0, 1.0), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1, 1001, 1.0), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1, 1, -1.0), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1, 1, 2e12), std::out_of_range);
  EXPECT_THROW(numeric::fisher(1, 1, kNan), std::out_of_range);
}

TEST(NumericSubjects, GammaQOfWholeNumbersIsPoissonsSum) {
  for (int a = 1; a <= 60; ++a) {
    for (const double x : {0.001, 0.5, 1.0, 3.0, 10.0, 30.0, 61.0, 100.0}) {
      double expected = 0;
      for (int k = 0; k < a; ++k) expected += std::exp(k * std::log(x) - x - std::lgamma(k + 1.0));
      EXPECT_NEAR(numeric::IncompleteGamma::upper(a, x), expected, 1e-9) << a << ", " << x;
    }
  }
}

TEST(NumericSubjects, GammaQOfOneHalfIsTheComplementaryErrorFunction) {
  for (const double x : {0.001, 0.4, 1.0, 1.6, 5.0, 20.0}) {
    EXPECT_NEAR(numeric::IncompleteGamma::upper(0.5, x), std::erfc(std::sqrt(x)), 1e-9) << x;
  }
}

TEST(NumericSubjects, GammaQKnowsItsLimits) {
  EXPECT_EQ(numeric::IncompleteGamma::upper(3.0, 0.0), 1.0);
  EXPECT_THROW(numeric::IncompleteGamma::upper(1.0, -1.0), std::domain_error);
  EXPECT_THROW(numeric::IncompleteGamma::upper(0.0, 1.0), std::domain_error);
  EXPECT_THROW(numeric::IncompleteGamma::upper(1e6, 1e6), std::runtime_error);
  EXPECT_THROW(numeric::IncompleteGamma::upper(1e6, 1e6 + 2), std::runtime_error);
}

}  // namespace
