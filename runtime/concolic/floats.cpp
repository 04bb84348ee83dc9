#include "floats.h"

namespace covolve::concolic {

Label rounded(Intrinsic which, unsigned bits, Label operand, uint64_t value) {
  constexpr double kExact = 4503599627370496.0;  // 2^52
  const double number = floatingValue(value, bits);
  const bool isSmall = number > -kExact && number < kExact;
  const bool isNegativeZero =
      number <= 0 && (which == Intrinsic::Floor ? number > -0.0 : number > -1) && value >> (bits - 1) != 0;
  if (!isSmall || isNegativeZero || number == 0) return 0;
  const Label whole = unary(Operation::SignedToFloat, bits, unary(Operation::FloatToSigned, 64, operand));
  const Label one = constant(floatingPattern(1, bits), bits);
  switch (which) {
    case Intrinsic::Floor:
      return select(binary(Operation::FloatLess, 1, operand, whole),
                    binary(Operation::FloatSubtract, bits, whole, one), whole);
    case Intrinsic::Ceiling:
      return select(binary(Operation::FloatLess, 1, whole, operand),
                    binary(Operation::FloatAdd, bits, whole, one), whole);
    default:
      return whole;
  }
}

bool fitsInteger(uint64_t pattern, unsigned floatBits, unsigned bits, bool isSigned) {
  const double number = floatingValue(pattern, floatBits);
  double limit = 1;
  for (unsigned i = 0; i < (isSigned ? bits - 1 : bits); ++i) limit *= 2;
  if (!(number < limit)) return false;
  if (!isSigned) return number > -1;
  return number >= -limit || (bits <= 32 && number > -limit - 1);
}

}  // namespace covolve::concolic
