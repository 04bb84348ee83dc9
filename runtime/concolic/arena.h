// The expressions of the running test: a flat table without duplicates. An
// expression is its place there, its label; 0 is "concrete".
//
// Making one simplifies what can be told locally: bytes of a whole, widening and
// narrowing again, comparisons of widened values, sums with constants. That keeps
// what goes through memory and C's promotions as small as it was.
//
// Easy to get wrong: within this library operands are labels of expressions, also of
// constants, and an operand 0 means that a limit was met: what is made of it is 0.
// Code under test never sees the label of a constant (see symbolic()).
#pragma once

#include "covolve/concolic_values.h"
#include "memory.h"

namespace covolve::concolic {

using Label = uint32_t;

inline const Expression& at(Label label) { return expressions()[label]; }
inline bool isConstant(Label label) { return at(label).operation == Operation::Constant; }
inline bool isConstant(Label label, uint64_t value) { return isConstant(label) && at(label).value == value; }
/// For the code under test: a value that does not depend on the test's data is concrete.
inline Label symbolic(Label label) { return label == 0 || isConstant(label) ? 0 : label; }

void resetArena();

Label constant(uint64_t value, unsigned bits);
Label input(uint32_t datum, unsigned bits);
/// Arithmetic, bits, shifts, comparisons, Concatenate and what floats have of these.
Label binary(Operation operation, unsigned bits, Label first, Label second);
/// Conversions, and what floats have with one operand.
Label unary(Operation operation, unsigned bits, Label operand);
Label extract(Label operand, unsigned from, unsigned bits);
Label select(Label condition, Label first, Label second);
inline Label negation(Label truth) { return binary(Operation::Xor, 1, truth, constant(1, 1)); }

inline Label labelOr(Label label, uint64_t value, unsigned bits) {
  return label != 0 ? label : constant(value, bits);
}

}  // namespace covolve::concolic
