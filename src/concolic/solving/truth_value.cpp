#include "concolic/solving/truth_value.h"

#include "covolve/concolic_values.h"

namespace covolve::concolic {

namespace {

/// Of a constant: 0 or 1 as the widened truth value on the other side must be.
std::optional<bool> asTruth(const Expression& constant) {
  if (constant.operation != Operation::Constant) return std::nullopt;
  const uint64_t value = lowBits(constant.value, constant.bits);
  if (value > 1) return std::nullopt;
  return value == 1;
}

std::optional<uint32_t> withoutWidening(const Trace& trace, uint32_t number) {
  const Expression& expression = trace.expressions[number];
  if (expression.bits == 1 && expression.operation != Operation::Constant) return number;
  const bool isWidened =
      expression.operation == Operation::ZeroExtend && trace.expressions[expression.operands[0]].bits == 1;
  if (!isWidened) return std::nullopt;
  return expression.operands[0];
}

}  // namespace

std::optional<Constraint> ofComparedTruth(const Trace& trace, const Constraint& constraint) {
  const Expression& expression = trace.expressions[constraint.expression];
  const bool isEqual = expression.operation == Operation::Equal;
  const bool isDifferent = expression.operation == Operation::Xor && expression.bits == 1;
  if (!isEqual && !isDifferent) return std::nullopt;
  for (const int side : {0, 1}) {
    const auto truth = asTruth(trace.expressions[expression.operands[1 - side]]);
    const auto operand = withoutWidening(trace, expression.operands[side]);
    if (!truth || !operand) continue;
    const bool isSame = *truth == isEqual;
    return Constraint{*operand, isSame == constraint.wanted};
  }
  return std::nullopt;
}

}  // namespace covolve::concolic
