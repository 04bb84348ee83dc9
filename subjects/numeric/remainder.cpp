// The remainder of a division by repeated subtraction, after the papers' subject Remainder.
//
// What makes it hard: numbers beyond +-10000 are refused, so that nearly all
// 32-bit numbers end at the first decisions; each pair of signs has a loop of its own.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <stdexcept>

namespace numeric {

/// As % of the language: the result has the dividend's sign. Throws std::domain_error for a
/// divisor of zero, std::out_of_range for numbers beyond +-10000.
int remainder(int dividend, int divisor) {
  constexpr int kLargest = 10000;
  if (dividend > kLargest || dividend < -kLargest) throw std::out_of_range("the dividend is too large");
  if (divisor > kLargest || divisor < -kLargest) throw std::out_of_range("the divisor is too large");
  if (divisor == 0) throw std::domain_error("division by zero");
  int rest = dividend;
  if (dividend == 0) return 0;
  if (dividend > 0) {
    if (divisor > 0) {
      while (rest >= divisor) rest -= divisor;
    } else {
      while (rest >= -divisor) rest += divisor;
    }
  } else {
    if (divisor > 0) {
      while (-rest >= divisor) rest += divisor;
    } else {
      while (rest <= divisor) rest -= divisor;
    }
  }
  return rest;
}

}  // namespace numeric
