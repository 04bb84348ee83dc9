// Classifies a triangle through accumulated flags, after the papers' subject Triangle2.
//
// What makes it hard: the equalities of the sides are not branched on where they
// matter: they are added up in one number, and the later branches on that number
// have no gradient back to the sides.
// Expected: every branch can be covered; no fault (sums are made in 64 bits).
// Infeasible: none.
#include <cstdint>

namespace numeric {

/// 0 none, 1 scalene, 2 isosceles, 3 equilateral.
int triangle2(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return 0;
  const int64_t x = a;
  const int64_t y = b;
  const int64_t z = c;
  int matches = 0;
  if (a == b) matches += 1;
  if (a == c) matches += 2;
  if (b == c) matches += 3;
  if (matches == 0) {
    if (x + y <= z || y + z <= x || x + z <= y) return 0;
    return 1;
  }
  if (matches == 1) {
    if (x + y <= z) return 0;
    return 2;
  }
  if (matches == 2) {
    if (x + z <= y) return 0;
    return 2;
  }
  if (matches == 3) {
    if (y + z <= x) return 0;
    return 2;
  }
  return 3;
}

}  // namespace numeric
