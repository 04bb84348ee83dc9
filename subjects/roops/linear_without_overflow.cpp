// Comparisons of linear expressions, after Roops' LinearWithoutOverflow: 44 functions.
//
// What makes it hard: equality of a sum, difference or multiple of 32-bit numbers with
// another one or a constant; two equations that must hold at once.
// Expected: every branch can be covered; no fault (expressions are evaluated in 64 bits).
// Infeasible: none.
#include <cstdint>

namespace roops {

constexpr int64_t wide(int value) { return value; }

// x + y against z

int sumEquals(int x, int y, int z) {
  if (wide(x) + y == z) return 1;
  return 0;
}

int sumDiffers(int x, int y, int z) {
  if (wide(x) + y != z) return 1;
  return 0;
}

int sumLess(int x, int y, int z) {
  if (wide(x) + y < z) return 1;
  return 0;
}

int sumAtMost(int x, int y, int z) {
  if (wide(x) + y <= z) return 1;
  return 0;
}

int sumGreater(int x, int y, int z) {
  if (wide(x) + y > z) return 1;
  return 0;
}

int sumAtLeast(int x, int y, int z) {
  if (wide(x) + y >= z) return 1;
  return 0;
}

// x - y against z

int differenceEquals(int x, int y, int z) {
  if (wide(x) - y == z) return 1;
  return 0;
}

int differenceDiffers(int x, int y, int z) {
  if (wide(x) - y != z) return 1;
  return 0;
}

int differenceLess(int x, int y, int z) {
  if (wide(x) - y < z) return 1;
  return 0;
}

int differenceAtMost(int x, int y, int z) {
  if (wide(x) - y <= z) return 1;
  return 0;
}

int differenceGreater(int x, int y, int z) {
  if (wide(x) - y > z) return 1;
  return 0;
}

int differenceAtLeast(int x, int y, int z) {
  if (wide(x) - y >= z) return 1;
  return 0;
}

// x + 93287 against z

int raisedEquals(int x, int z) {
  if (wide(x) + 93287 == z) return 1;
  return 0;
}

int raisedDiffers(int x, int z) {
  if (wide(x) + 93287 != z) return 1;
  return 0;
}

int raisedLess(int x, int z) {
  if (wide(x) + 93287 < z) return 1;
  return 0;
}

int raisedAtMost(int x, int z) {
  if (wide(x) + 93287 <= z) return 1;
  return 0;
}

int raisedGreater(int x, int z) {
  if (wide(x) + 93287 > z) return 1;
  return 0;
}

int raisedAtLeast(int x, int z) {
  if (wide(x) + 93287 >= z) return 1;
  return 0;
}

// x - 93287 against z

int loweredEquals(int x, int z) {
  if (wide(x) - 93287 == z) return 1;
  return 0;
}

int loweredDiffers(int x, int z) {
  if (wide(x) - 93287 != z) return 1;
  return 0;
}

int loweredLess(int x, int z) {
  if (wide(x) - 93287 < z) return 1;
  return 0;
}

int loweredAtMost(int x, int z) {
  if (wide(x) - 93287 <= z) return 1;
  return 0;
}

int loweredGreater(int x, int z) {
  if (wide(x) - 93287 > z) return 1;
  return 0;
}

int loweredAtLeast(int x, int z) {
  if (wide(x) - 93287 >= z) return 1;
  return 0;
}

// 74 x against z

int multipleEquals(int x, int z) {
  if (74 * wide(x) == z) return 1;
  return 0;
}

int multipleDiffers(int x, int z) {
  if (74 * wide(x) != z) return 1;
  return 0;
}

int multipleLess(int x, int z) {
  if (74 * wide(x) < z) return 1;
  return 0;
}

int multipleAtMost(int x, int z) {
  if (74 * wide(x) <= z) return 1;
  return 0;
}

int multipleGreater(int x, int z) {
  if (74 * wide(x) > z) return 1;
  return 0;
}

int multipleAtLeast(int x, int z) {
  if (74 * wide(x) >= z) return 1;
  return 0;
}

// -y against z

int negatedEquals(int y, int z) {
  if (-wide(y) == z) return 1;
  return 0;
}

int negatedDiffers(int y, int z) {
  if (-wide(y) != z) return 1;
  return 0;
}

int negatedLess(int y, int z) {
  if (-wide(y) < z) return 1;
  return 0;
}

int negatedAtMost(int y, int z) {
  if (-wide(y) <= z) return 1;
  return 0;
}

int negatedGreater(int y, int z) {
  if (-wide(y) > z) return 1;
  return 0;
}

int negatedAtLeast(int y, int z) {
  if (-wide(y) >= z) return 1;
  return 0;
}

// x against 234567

int constantEquals(int x) {
  if (x == 234567) return 1;
  return 0;
}

int constantDiffers(int x) {
  if (x != 234567) return 1;
  return 0;
}

int constantLess(int x) {
  if (x < 234567) return 1;
  return 0;
}

int constantAtMost(int x) {
  if (x <= 234567) return 1;
  return 0;
}

int constantGreater(int x) {
  if (x > 234567) return 1;
  return 0;
}

int constantAtLeast(int x) {
  if (x >= 234567) return 1;
  return 0;
}

// Two equations at once

int sumAndDifference(int i, int j) {
  if (wide(i) + j == 31 && wide(i) - j == 5) return 1;
  return 0;
}

int twoEquations(int i, int j, int k) {
  if (2 * wide(i) + j == 31 && wide(i) - 3 * wide(j) == k) return 1;
  return 0;
}

}  // namespace roops
