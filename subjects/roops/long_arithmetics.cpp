// Products, sums of squares and quotients of many 64-bit numbers, after Roops' LongArithmetics.
//
// What makes it hard: up to ten parameters take part in one comparison; most changes of one
// of them move the expression far past the constant.
// Expected: every branch can be covered; no fault (unsigned arithmetic, checked divisors).
// Infeasible: none.
#include <cstdint>

namespace roops {

int productOfSeven(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g) {
  if (a * b * c * d * e * f * g == 5040) return 1;
  return 0;
}

int largeProductOfSeven(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g) {
  if (a * b * c * d * e * f * g > 0x7fffffffffffffff) return 1;
  return 0;
}

int sumOfTenSquares(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                    uint64_t h, uint64_t i, uint64_t j) {
  if (a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + i * i + j * j == 385) return 1;
  return 0;
}

int quotientAndRest(uint64_t dividend, uint64_t divisor) {
  if (divisor == 0) return -1;
  if (dividend / divisor == 7 && dividend % divisor == 3) return 1;
  return 0;
}

int chainOfQuotients(uint64_t a, uint64_t b, uint64_t c) {
  if (b == 0 || c == 0) return -1;
  if (a / b / c == 1000) return 1;
  return 0;
}

}  // namespace roops
