#include "arena.h"

#include "worker/state.h"

namespace covolve::concolic {

namespace {

constexpr uint32_t kSlots = 2 * kMostExpressions;

COVOLVE_STATE uint32_t* slots = nullptr;   // open addressing: labels
COVOLVE_STATE uint32_t* slotOf = nullptr;  // by label, to forget them without touching the whole table
COVOLVE_STATE uint32_t count = 1;

uint64_t hashOf(const Expression& e) {
  uint64_t hash = static_cast<uint64_t>(e.operation) | uint64_t{e.bits} << 8 | uint64_t{e.operands[2]} << 32;
  hash = (hash ^ (uint64_t{e.operands[0]} << 32 | e.operands[1])) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 29) ^ e.value) * 0xbf58476d1ce4e5b9u;
  return hash ^ (hash >> 32);
}

bool areEqual(const Expression& a, const Expression& b) {
  return a.operation == b.operation && a.bits == b.bits && a.value == b.value &&
         a.operands[0] == b.operands[0] && a.operands[1] == b.operands[1] && a.operands[2] == b.operands[2];
}

unsigned depthOf(Label label) { return at(label).depth; }

unsigned greater(unsigned a, unsigned b) { return a > b ? a : b; }

/// What is there already, or a new one; 0 at a limit.
Label intern(Expression expression) {
  ++header().requests;
  unsigned depth = 0;
  for (const Label operand : expression.operands) {
    if (operand != 0) depth = greater(depth, depthOf(operand) + 1);
  }
  if (depth > kGreatestDepth) return 0;
  expression.depth = static_cast<uint16_t>(depth);
  uint64_t slot = hashOf(expression) % kSlots;
  for (; slots[slot] != 0; slot = (slot + 1) % kSlots) {
    if (areEqual(at(slots[slot]), expression)) return slots[slot];
  }
  if (count >= kMostExpressions) {
    header().isCut = 1;
    return 0;
  }
  const Label label = count++;
  expressions()[label] = expression;
  header().expressionCount = count;
  slots[slot] = label;
  slotOf[label] = static_cast<uint32_t>(slot);
  return label;
}

Label make(Operation operation, unsigned bits, Label first, Label second = 0, Label third = 0,
           uint64_t value = 0) {
  Expression expression;
  expression.operation = operation;
  expression.bits = static_cast<uint8_t>(bits);
  expression.operands[0] = first;
  expression.operands[1] = second;
  expression.operands[2] = third;
  expression.value = value;
  return intern(expression);
}

bool isCommutative(Operation operation) {
  switch (operation) {
    case Operation::Add:
    case Operation::Multiply:
    case Operation::And:
    case Operation::Or:
    case Operation::Xor:
    case Operation::Equal:
      return true;
    default:
      return false;
  }
}

uint64_t allOnes(unsigned bits) { return lowBits(~uint64_t{0}, bits); }

/// Whether the operation with that constant on its right leaves the left as it is.
bool isNeutral(Operation operation, unsigned bits, uint64_t right) {
  switch (operation) {
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Or:
    case Operation::Xor:
    case Operation::ShiftLeft:
    case Operation::ShiftRightLogical:
    case Operation::ShiftRightArithmetic:
      return right == 0;
    case Operation::Multiply:
    case Operation::DivideSigned:
    case Operation::DivideUnsigned:
      return right == 1 && bits > 1;
    case Operation::And:
      return right == allOnes(bits);
    default:
      return false;
  }
}

/// Two constants; false where this is left to the evaluation.
bool fold(Operation operation, unsigned bits, uint64_t a, uint64_t b, uint64_t& result) {
  switch (operation) {
    case Operation::Add:
      result = a + b;
      break;
    case Operation::Subtract:
      result = a - b;
      break;
    case Operation::Multiply:
      result = a * b;
      break;
    case Operation::And:
      result = a & b;
      break;
    case Operation::Or:
      result = a | b;
      break;
    case Operation::Xor:
      result = a ^ b;
      break;
    case Operation::Equal:
      result = a == b ? 1 : 0;
      break;
    case Operation::LessUnsigned:
      result = a < b ? 1 : 0;
      break;
    case Operation::LessEqualUnsigned:
      result = a <= b ? 1 : 0;
      break;
    default:
      return false;
  }
  result = lowBits(result, bits);
  return true;
}

/// An expression as another one and a constant that is added to it.
struct Sum {
  Label rest;
  uint64_t constant;
};

Sum sumOf(Label label) {
  const Expression& whole = at(label);
  if (whole.operation != Operation::Add || !isConstant(whole.operands[1])) return {label, 0};
  return {whole.operands[0], at(whole.operands[1]).value};
}

Label plus(unsigned bits, Label label, uint64_t value) {
  return binary(Operation::Add, bits, label, constant(value, bits));
}

/// first - second where the one is made of the other. 0: as it is. A test is read from one end to the other,
/// so that each place hangs on all sizes before it; what lies between two places does not.
Label difference(unsigned bits, Label first, Label second) {
  const Sum left = sumOf(first);
  const Sum right = sumOf(second);
  const uint64_t apart = left.constant - right.constant;
  if (left.rest == right.rest) return constant(apart, bits);
  const Expression minuend = at(left.rest);
  if (minuend.operation == Operation::Add) {
    for (unsigned i = 0; i < 2; ++i) {
      const Sum part = sumOf(minuend.operands[i]);
      if (part.rest == right.rest) return plus(bits, minuend.operands[1 - i], part.constant + apart);
    }
  }
  const Expression subtrahend = at(right.rest);
  if (subtrahend.operation == Operation::Subtract && subtrahend.operands[0] == left.rest)
    return plus(bits, subtrahend.operands[1], apart);
  return 0;
}

/// `x == constant`, where x may be widened or a truth value. 0: as it is.
Label equalToConstant(Label left, Label right) {
  const Expression& whole = at(left);
  const uint64_t value = at(right).value;
  if (whole.bits == 1) return value != 0 ? left : negation(left);
  const Sum sum = sumOf(left);
  if (sum.rest != left)
    return binary(Operation::Equal, 1, sum.rest, constant(value - sum.constant, whole.bits));
  const bool isZeroExtended = whole.operation == Operation::ZeroExtend;
  if (!isZeroExtended && whole.operation != Operation::SignExtend) return 0;
  const Label narrow = whole.operands[0];
  const unsigned bits = at(narrow).bits;
  const uint64_t part = lowBits(value, bits);
  const bool isNegative = (part >> (bits - 1) & 1) != 0;
  const uint64_t back = isZeroExtended || !isNegative ? part : part | (allOnes(whole.bits) & ~allOnes(bits));
  if (back != value) return constant(0, 1);
  return binary(Operation::Equal, 1, narrow, constant(part, bits));
}

/// Two parts of one expression that stand side by side. 0: as it is.
Label joined(unsigned bits, Label high, Label low) {
  if (isConstant(high, 0)) return unary(Operation::ZeroExtend, bits, low);
  const Expression& above = at(high);
  const Expression& below = at(low);
  if (above.operation == Operation::Constant && below.operation == Operation::Constant)
    return constant(above.value << below.bits | below.value, bits);
  if (above.operation != Operation::Extract) return 0;
  if (below.operation == Operation::Extract) {
    const bool areNeighbours =
        above.operands[0] == below.operands[0] && above.value == below.value + below.bits;
    return areNeighbours ? extract(below.operands[0], static_cast<unsigned>(below.value), bits) : 0;
  }
  // The lowest part may have become the thing itself, as in a byte that was widened.
  return extract(above.operands[0], 0, below.bits) == low && above.value == below.bits
             ? extract(above.operands[0], 0, bits)
             : 0;
}

}  // namespace

void resetArena() {
  if (slots == nullptr) {
    slots = static_cast<uint32_t*>(mapPrivate(kSlots * sizeof *slots));
    slotOf = static_cast<uint32_t*>(mapPrivate(kMostExpressions * sizeof *slotOf));
  }
  for (Label label = 1; label < count; ++label) slots[slotOf[label]] = 0;
  count = 1;
  expressions()[0] = {};
  header().expressionCount = 1;
  header().requests = 0;
}

Label constant(uint64_t value, unsigned bits) {
  return make(Operation::Constant, bits, 0, 0, 0, lowBits(value, bits));
}

Label input(uint32_t datum, unsigned bits) { return make(Operation::Input, bits, 0, 0, 0, datum); }

Label binary(Operation operation, unsigned bits, Label first, Label second) {
  if (first == 0 || second == 0) return 0;
  if (isCommutative(operation) && isConstant(first)) {
    const Label left = first;
    first = second;
    second = left;
  }
  if (isConstant(second)) {
    const uint64_t value = at(second).value;
    uint64_t folded = 0;
    if (isConstant(first) && fold(operation, bits, at(first).value, value, folded))
      return constant(folded, bits);
    if (isNeutral(operation, bits, value)) return first;
    if (value == 0 && (operation == Operation::And || operation == Operation::Multiply)) return second;
    if (operation == Operation::Subtract) return binary(Operation::Add, bits, first, constant(-value, bits));
    const Expression& left = at(first);
    const bool isSum = operation == Operation::Add || operation == Operation::Xor;
    if (isSum && left.operation == operation && isConstant(left.operands[1])) {
      const uint64_t inner = at(left.operands[1]).value;
      return binary(operation, bits, left.operands[0],
                    constant(operation == Operation::Add ? inner + value : inner ^ value, bits));
    }
    if (operation == Operation::Equal) {
      if (const Label simpler = equalToConstant(first, second)) return simpler;
    }
  }
  if (operation == Operation::Concatenate) {
    if (const Label whole = joined(bits, first, second)) return whole;
  }
  if (operation == Operation::Subtract) {
    if (const Label simpler = difference(bits, first, second)) return simpler;
  }
  if (operation == Operation::Equal && first != second && !isConstant(second) && at(first).bits > 1) {
    const unsigned width = at(first).bits;
    const Label apart = difference(width, first, second);
    if (apart != 0) return binary(Operation::Equal, 1, apart, constant(0, width));
  }
  if (first == second) {
    if (operation == Operation::Equal || operation == Operation::LessEqualUnsigned ||
        operation == Operation::LessEqualSigned)
      return constant(1, 1);
    if (operation == Operation::Subtract || operation == Operation::Xor) return constant(0, bits);
  }
  return make(operation, bits, first, second);
}

Label unary(Operation operation, unsigned bits, Label operand) {
  if (operand == 0) return 0;
  const Expression inner = at(operand);
  const bool isWidening = operation == Operation::ZeroExtend || operation == Operation::SignExtend;
  if (isWidening) {
    if (inner.bits == bits) return operand;
    if (inner.operation == Operation::Constant) {
      const bool isNegative =
          operation == Operation::SignExtend && (inner.value >> (inner.bits - 1) & 1) != 0;
      return constant(isNegative ? inner.value | ~allOnes(inner.bits) : inner.value, bits);
    }
    // The sign of what was widened with zeros is 0.
    if (inner.operation == Operation::ZeroExtend) operation = Operation::ZeroExtend;
    if (inner.operation == operation) return make(operation, bits, inner.operands[0]);
  }
  if (operation == Operation::FloatToFloat && inner.operation == operation &&
      at(inner.operands[0]).bits == bits && inner.bits > bits)
    return inner.operands[0];
  return make(operation, bits, operand);
}

Label extract(Label operand, unsigned from, unsigned bits) {
  if (operand == 0) return 0;
  const Expression whole = at(operand);
  if (from == 0 && bits == whole.bits) return operand;
  switch (whole.operation) {
    case Operation::Constant:
      return constant(whole.value >> from, bits);
    case Operation::Extract:
      return extract(whole.operands[0], from + static_cast<unsigned>(whole.value), bits);
    case Operation::ZeroExtend:
    case Operation::SignExtend: {
      const unsigned inner = at(whole.operands[0]).bits;
      if (from + bits <= inner) return extract(whole.operands[0], from, bits);
      if (whole.operation == Operation::ZeroExtend && from >= inner) return constant(0, bits);
      if (from == 0) return unary(whole.operation, bits, whole.operands[0]);
      break;
    }
    case Operation::Concatenate: {
      const unsigned low = at(whole.operands[1]).bits;
      if (from + bits <= low) return extract(whole.operands[1], from, bits);
      if (from >= low) return extract(whole.operands[0], from - low, bits);
      break;
    }
    default:
      break;
  }
  return make(Operation::Extract, bits, operand, 0, 0, from);
}

Label select(Label condition, Label first, Label second) {
  if (condition == 0 || first == 0 || second == 0) return 0;
  if (first == second || isConstant(condition, 1)) return first;
  if (isConstant(condition, 0)) return second;
  const unsigned bits = at(first).bits;
  if (bits == 1 && isConstant(first, 1) && isConstant(second, 0)) return condition;
  return make(Operation::Select, bits, condition, first, second);
}

}  // namespace covolve::concolic
