// The classic of the field, after the papers' subject Triangle.
//
// What makes it hard: equality of two or three integers of 32 bits, which
// random numbers hardly ever hit. No header: the source itself is included.
// Expected: every branch can be covered; no fault (sums are made in 64 bits).
#include <cstdint>

enum class Triangle { None, Scalene, Isosceles, Equilateral };

Triangle classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return Triangle::None;
  const int64_t x = a;
  const int64_t y = b;
  const int64_t z = c;
  if (x + y <= z || y + z <= x || z + x <= y) return Triangle::None;
  if (a == b && b == c) return Triangle::Equilateral;
  if (a == b || b == c || a == c) return Triangle::Isosceles;
  return Triangle::Scalene;
}
