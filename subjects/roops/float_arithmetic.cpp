// Properties that only floating-point numbers have, after Roops' FloatArithmetic.
//
// What makes it hard: NaN, infinity, numbers too large for their neighbour to differ,
// single values such as FLT_MAX; rounding decides, not algebra.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <limits>

namespace roops {

/// Only NaN differs from itself.
int differsFromItself(float x) {
  if (x != x) return 1;
  return 0;
}

int swallowsOne(float x) {
  if (x + 1.0f == x) return 1;
  return 0;
}

int finiteSwallowsOne(float x) {
  if (x + 1.0f == x && x < std::numeric_limits<float>::infinity() && x > 0.0f) return 1;
  return 0;
}

/// Zero and the infinities.
int isItsDouble(float x) {
  if (2.0f * x == x) return 1;
  return 0;
}

int isNonzeroItsDouble(float x) {
  if (x != 0.0f && 2.0f * x == x) return 1;
  return 0;
}

int isLargest(float x) {
  if (x == std::numeric_limits<float>::max()) return 1;
  return 0;
}

int isSmallestNormal(float x) {
  if (x == std::numeric_limits<float>::min()) return 1;
  return 0;
}

int vanishesWhenHalved(float x) {
  if (x > 0.0f && x / 2.0f == 0.0f) return 1;
  return 0;
}

int sumOverflows(float x, float y) {
  const float infinity = std::numeric_limits<float>::infinity();
  if (x < infinity && y < infinity && x + y == infinity) return 1;
  return 0;
}

/// Addition is not associative.
int dependsOnOrder(float x, float y, float z) {
  if ((x + y) + z == x + (y + z)) return 0;
  return 1;
}

int equalsQuotient(float x, float y) {
  if (y != 0.0f && x / y == 1.25f) return 1;
  return 0;
}

int betweenNeighbours(double x) {
  if (x > 1.0 && x < 1.0 + 1e-9) return 1;
  return 0;
}

}  // namespace roops
