// What the compiler knows beyond the operations of covolve/concolic.h, made of these.
#include "arena.h"
#include "covolve/concolic_calls.h"
#include "floats.h"

namespace covolve::concolic {

namespace {

Label lessThan(bool isSigned, Label a, Label b) {
  return binary(isSigned ? Operation::LessSigned : Operation::LessUnsigned, 1, a, b);
}

Label both(Label a, Label b) { return binary(Operation::And, 1, a, b); }
Label either(Label a, Label b) { return binary(Operation::Or, 1, a, b); }

Label swappedBytes(unsigned bits, Label value) {
  Label result = extract(value, 0, 8);
  for (unsigned from = 8; from < bits; from += 8)
    result = binary(Operation::Concatenate, from + 8, result, extract(value, from, 8));
  return result;
}

Label countOfOnes(unsigned bits, Label value) {
  Label sum = constant(0, bits);
  for (unsigned i = 0; i < bits; ++i)
    sum = binary(Operation::Add, bits, sum, unary(Operation::ZeroExtend, bits, extract(value, i, 1)));
  return sum;
}

Label isNegative(unsigned bits, Label value) { return extract(value, bits - 1, 1); }

/// Operands of one sign and a result of the other; of a subtraction the second counts with its other sign.
Label overflowsSigned(bool isSum, unsigned bits, Label a, Label b, Label result) {
  const Label differ = binary(Operation::Xor, 1, isNegative(bits, a), isNegative(bits, b));
  const Label hasTurned = binary(Operation::Xor, 1, isNegative(bits, a), isNegative(bits, result));
  return both(isSum ? negation(differ) : differ, hasTurned);
}

Label overflowsUnsigned(bool isSum, Label a, Label b, Label sum) {
  return isSum ? lessThan(false, sum, a) : lessThan(false, a, b);
}

/// By multiplying in twice the width; 0 where there is no such width.
Label multiplyOverflows(bool isSigned, unsigned bits, Label a, Label b) {
  if (bits > 32) return 0;
  const Operation widen = isSigned ? Operation::SignExtend : Operation::ZeroExtend;
  const Label product =
      binary(Operation::Multiply, 2 * bits, unary(widen, 2 * bits, a), unary(widen, 2 * bits, b));
  const Label back = unary(widen, 2 * bits, extract(product, 0, bits));
  return negation(binary(Operation::Equal, 1, product, back));
}

Label saturating(bool isSum, bool isSigned, unsigned bits, Label a, Label b) {
  const Label result = binary(isSum ? Operation::Add : Operation::Subtract, bits, a, b);
  const uint64_t top = uint64_t{1} << (bits - 1);
  if (!isSigned) {
    return select(overflowsUnsigned(isSum, a, b, result), constant(isSum ? ~uint64_t{0} : 0, bits), result);
  }
  const Label limit = select(isNegative(bits, a), constant(top, bits), constant(top - 1, bits));
  return select(overflowsSigned(isSum, bits, a, b, result), limit, result);
}

Label funnel(bool isLeft, unsigned bits, Label high, Label low, uint64_t distance) {
  const auto by = static_cast<unsigned>(distance % bits);
  if (by == 0) return isLeft ? high : low;
  const unsigned left = isLeft ? by : bits - by;
  return binary(Operation::Or, bits, binary(Operation::ShiftLeft, bits, high, constant(left, bits)),
                binary(Operation::ShiftRightLogical, bits, low, constant(bits - left, bits)));
}

}  // namespace

}  // namespace covolve::concolic

uint32_t __covolve_concolic_intrinsic(uint32_t which, uint32_t bits, uint32_t first, uint32_t second,
                                      uint32_t third, uint64_t firstValue, uint64_t secondValue,
                                      uint64_t thirdValue) {
  using namespace covolve::concolic;
  if (__covolve_concolic_call.isRecording == 0) return 0;
  const auto what = static_cast<Intrinsic>(which);
  const Label a = labelOr(first, firstValue, bits);
  const Label b = labelOr(second, secondValue, bits);
  const auto choose = [&](Label condition) { return symbolic(select(condition, a, b)); };
  switch (what) {
    case Intrinsic::MinimumUnsigned:
    case Intrinsic::MinimumSigned:
      return choose(lessThan(what == Intrinsic::MinimumSigned, a, b));
    case Intrinsic::MaximumUnsigned:
    case Intrinsic::MaximumSigned:
      return choose(lessThan(what == Intrinsic::MaximumSigned, b, a));
    case Intrinsic::Absolute:
      return symbolic(
          select(isNegative(bits, a), binary(Operation::Subtract, bits, constant(0, bits), a), a));
    case Intrinsic::SwapBytes:
      return symbolic(swappedBytes(bits, a));
    case Intrinsic::CountOnes:
      return symbolic(countOfOnes(bits, a));
    case Intrinsic::FunnelLeft:
    case Intrinsic::FunnelRight:
      return third != 0 ? 0 : symbolic(funnel(what == Intrinsic::FunnelLeft, bits, a, b, thirdValue));
    case Intrinsic::AddSaturatingUnsigned:
      return symbolic(saturating(true, false, bits, a, b));
    case Intrinsic::AddSaturatingSigned:
      return symbolic(saturating(true, true, bits, a, b));
    case Intrinsic::SubtractSaturatingUnsigned:
      return symbolic(saturating(false, false, bits, a, b));
    case Intrinsic::SubtractSaturatingSigned:
      return symbolic(saturating(false, true, bits, a, b));
    case Intrinsic::AddOverflowsUnsigned:
      return symbolic(overflowsUnsigned(true, a, b, binary(Operation::Add, bits, a, b)));
    case Intrinsic::AddOverflowsSigned:
      return symbolic(overflowsSigned(true, bits, a, b, binary(Operation::Add, bits, a, b)));
    case Intrinsic::SubtractOverflowsUnsigned:
      return symbolic(overflowsUnsigned(false, a, b, 0));
    case Intrinsic::SubtractOverflowsSigned:
      return symbolic(overflowsSigned(false, bits, a, b, binary(Operation::Subtract, bits, a, b)));
    case Intrinsic::MultiplyOverflowsUnsigned:
      return symbolic(multiplyOverflows(false, bits, a, b));
    case Intrinsic::MultiplyOverflowsSigned:
      return symbolic(multiplyOverflows(true, bits, a, b));
    case Intrinsic::Truncate:
    case Intrinsic::Floor:
    case Intrinsic::Ceiling:
      return symbolic(rounded(what, bits, a, firstValue));
    case Intrinsic::FloatMultiplyAdd:
      return symbolic(binary(Operation::FloatAdd, bits, binary(Operation::FloatMultiply, bits, a, b),
                             labelOr(third, thirdValue, bits)));
    // Which of two zeros it is, the machine decides; the other one where one is no number.
    case Intrinsic::FloatMinimum:
      return choose(
          either(binary(Operation::FloatLess, 1, a, b), binary(Operation::FloatUnordered, 1, b, b)));
    case Intrinsic::FloatMaximum:
      return choose(
          either(binary(Operation::FloatLess, 1, b, a), binary(Operation::FloatUnordered, 1, b, b)));
  }
  return 0;
}
