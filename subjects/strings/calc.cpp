// A calculator driven by words, after the papers' subject Calc.
//
// What makes it hard: eleven whole words as operators, each behind the mismatch of
// all earlier ones.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cmath>
#include <numbers>
#include <string>

namespace strings {

/// 0 for an unknown operator.
double calc(const std::string& op, double first, double second) {
  // Without operand.
  if (op == "pi") return std::numbers::pi;
  if (op == "e") return std::numbers::e;
  // With one operand.
  if (op == "sqrt") return std::sqrt(first);
  if (op == "log") return std::log(first);
  if (op == "sine") return std::sin(first);
  if (op == "cosine") return std::cos(first);
  if (op == "tangent") return std::tan(first);
  // With two operands.
  if (op == "plus") return first + second;
  if (op == "subtract") return first - second;
  if (op == "multiply") return first * second;
  if (op == "divide") return first / second;
  return 0.0;
}

}  // namespace strings
