#include "concolic/solving/inversion.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/rng.h"
#include "concolic/evaluate.h"

namespace covolve::concolic {

namespace {

/// Of an odd number, modulo 2^64: each step doubles the bits that are right.
uint64_t inverseOf(uint64_t odd) {
  uint64_t inverse = odd;
  for (int i = 0; i < 6; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

/// A number x with x * factor == wanted, modulo 2^bits.
std::optional<uint64_t> quotient(uint64_t wanted, uint64_t factor, unsigned bits) {
  if (factor == 0) return std::nullopt;
  const int zeros = std::countr_zero(factor);
  if (wanted != 0 && std::countr_zero(wanted) < zeros) return std::nullopt;
  return lowBits((wanted >> zeros) * inverseOf(factor >> zeros), bits);
}

class Attempt {
 public:
  explicit Attempt(const Query& query) : query_(query), program_(query.trace, rootsOf(query.constraints)) {
    hasValues_ = program_.runOnAll(query.current);
  }

  std::optional<std::vector<uint64_t>> run() {
    if (!hasValues_) return std::nullopt;
    for (const Constraint& constraint : query_.constraints) {
      if ((program_.valueOf(constraint.expression) != 0) == constraint.wanted) continue;
      if (auto model = turn(constraint.expression, constraint.wanted)) return model;
    }
    return std::nullopt;
  }

  /// One condition after the other is made to hold, by whichever of its data chance picks; what was just
  /// changed stays for a while, or two conditions would undo each other's changes for ever.
  std::optional<std::vector<uint64_t>> walk() {
    constexpr unsigned kWalks = 16;
    constexpr unsigned kSteps = 100;
    isWalking_ = true;
    for (unsigned i = 0; i < kWalks; ++i) {
      values_.assign(query_.current.begin(), query_.current.end());
      changedAt_.assign(values_.size(), 0);
      for (step_ = kStaysFor; step_ < kStaysFor + kSteps; ++step_) {
        if (!program_.runOnAll(values_)) break;
        const std::vector<Constraint> broken = brokenOnes();
        if (broken.empty()) return values_;
        const std::vector<uint64_t> before = values_;
        if (!mend(rng_.pick(broken).expression)) values_ = before;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr unsigned kStaysFor = 4;  // steps

  std::vector<Constraint> brokenOnes() const {
    std::vector<Constraint> broken;
    for (const Constraint& constraint : query_.constraints) {
      if ((valueOf(constraint.expression) != 0) != constraint.wanted) broken.push_back(constraint);
    }
    return broken;
  }

  bool mend(uint32_t number) {
    const Expression& expression = at(number);
    if (!isComparison(expression.operation)) return carry(number, valueOf(number) ^ 1, 0);
    const uint64_t side = rng_.below(2);
    const unsigned bits = at(expression.operands[0]).bits;
    // Mostly the nearest that will do, sometimes farther: room for what follows from it.
    int step = static_cast<int>(rng_.below(3)) - 1;
    if (expression.operation != Operation::Equal && rng_.chance(0.3)) step *= 1 << rng_.below(16);
    const uint64_t wanted =
        neighbour(valueOf(expression.operands[1 - side]), step, bits, isOfFloats(expression.operation));
    return carry(expression.operands[side], wanted, 0);
  }

  static bool isOfFloats(Operation operation) {
    return operation == Operation::FloatEqual || operation == Operation::FloatLess ||
           operation == Operation::FloatLessEqual;
  }
  static bool isComparison(Operation operation) {
    return isOfFloats(operation) || operation == Operation::Equal ||
           (operation >= Operation::LessUnsigned && operation <= Operation::LessEqualSigned);
  }

  const Expression& at(uint32_t number) const { return query_.trace.expressions[number]; }
  uint64_t valueOf(uint32_t number) const { return program_.valueOf(number); }

  /// Each way to make the comparison come out as wanted is tried.
  std::optional<std::vector<uint64_t>> turn(uint32_t number, bool wanted) {
    const Expression& expression = at(number);
    if (operandCount(expression.operation) != 2) return tryTo(number, wanted ? 1 : 0);
    const auto [left, right] = std::pair(expression.operands[0], expression.operands[1]);
    const unsigned bits = at(left).bits;
    const bool isFloat = isOfFloats(expression.operation);
    if (!isComparison(expression.operation)) return tryTo(number, wanted ? 1 : 0);
    // As the other side, and its neighbours: one of the three is right for every comparison.
    for (const int step : {0, 1, -1}) {
      if (auto model = tryTo(left, neighbour(valueOf(right), step, bits, isFloat))) return model;
      if (auto model = tryTo(right, neighbour(valueOf(left), step, bits, isFloat))) return model;
    }
    return std::nullopt;
  }

  static uint64_t neighbour(uint64_t value, int step, unsigned bits, bool isFloat) {
    if (!isFloat) return lowBits(value + static_cast<uint64_t>(static_cast<int64_t>(step)), bits);
    // Among the numbers of the type.
    const bool isNegative = (value >> (bits - 1)) != 0;
    return lowBits(value + static_cast<uint64_t>(static_cast<int64_t>(isNegative ? -step : step)), bits);
  }

  /// With all conditions in view.
  std::optional<std::vector<uint64_t>> tryTo(uint32_t number, uint64_t value) {
    values_.assign(query_.current.begin(), query_.current.end());
    isChanged_ = false;
    if (!carry(number, value, 0) || !isChanged_) return std::nullopt;
    if (!fulfils(query_.trace, query_.constraints, values_)) return std::nullopt;
    return values_;
  }

  bool carry(uint32_t number, uint64_t wanted, unsigned depth) {
    constexpr unsigned kDeepest = 1000;
    constexpr uint64_t kMostCarried =
        1'000'000;  // what stands in two places is tried in both, and below again
    if (depth > kDeepest || ++carried_ > kMostCarried) return false;
    const Expression& expression = at(number);
    if (valueOf(number) == wanted) return true;
    if (expression.operation == Operation::Constant || expression.operation == Operation::None) return false;
    if (expression.operation == Operation::Input) {
      if (isWalking_) {
        if (step_ - changedAt_[expression.value] < kStaysFor) return false;
        changedAt_[expression.value] = step_;
      }
      values_[expression.value] = wanted;
      isChanged_ = true;
      return true;
    }
    const unsigned count = operandCount(expression.operation);
    if (expression.operation == Operation::Concatenate) {
      const unsigned low = at(expression.operands[1]).bits;
      return carry(expression.operands[0], wanted >> low, depth + 1) &&
             carry(expression.operands[1], lowBits(wanted, low), depth + 1);
    }
    if (expression.operation == Operation::Select) {
      return carry(expression.operands[valueOf(expression.operands[0]) != 0 ? 1 : 2], wanted, depth + 1);
    }
    if (const auto mixed = mixedOperand(expression)) {
      return carry(*mixed, unmixed(expression, *mixed, wanted), depth + 1);
    }
    if (isWalking_ && expression.operation == Operation::Multiply && valueOf(expression.operands[0]) == 0 &&
        valueOf(expression.operands[1]) == 0) {
      // Neither alone makes a product of 0 and 0 anything else.
      const uint64_t one = rng_.below(2);
      return carry(expression.operands[one], 1, depth + 1) &&
             carry(expression.operands[1 - one], wanted, depth + 1);
    }
    const auto first = isWalking_ ? static_cast<unsigned>(rng_.below(count)) : 0;
    for (unsigned k = 0; k < count; ++k) {
      const unsigned i = (first + k) % count;
      if (at(expression.operands[i]).operation == Operation::Constant) continue;
      const uint64_t other = count > 1 ? valueOf(expression.operands[1 - i]) : 0;
      const auto operand = operandFor(expression, i, wanted, other);
      if (operand && carry(expression.operands[i], *operand, depth + 1)) return true;
    }
    return false;
  }

  /// Of x ^ (x >> n) and x ^ (x << n), as hashes have them: x.
  std::optional<uint32_t> mixedOperand(const Expression& expression) const {
    if (expression.operation != Operation::Xor) return std::nullopt;
    for (const unsigned i : {0u, 1u}) {
      const Expression& shifted = at(expression.operands[1 - i]);
      const bool isShift =
          shifted.operation == Operation::ShiftLeft || shifted.operation == Operation::ShiftRightLogical;
      if (isShift && shifted.operands[0] == expression.operands[i] && valueOf(shifted.operands[1]) > 0) {
        return expression.operands[i];
      }
    }
    return std::nullopt;
  }

  /// The bits at the end that is shifted from are right; each round makes as many more right.
  uint64_t unmixed(const Expression& expression, uint32_t operand, uint64_t wanted) const {
    const Expression& shifted = at(expression.operands[expression.operands[0] == operand ? 1 : 0]);
    const uint64_t distance = valueOf(shifted.operands[1]);
    uint64_t value = wanted;
    for (uint64_t known = distance; known < expression.bits; known += distance) {
      value = wanted ^ apply(shifted, expression.bits, value, distance).value_or(0);
    }
    return value;
  }

  /// What operand `i` must be for the result to be as wanted, or nearly.
  std::optional<uint64_t> operandFor(const Expression& expression, unsigned i, uint64_t wanted,
                                     uint64_t other) const {
    const unsigned bits = expression.bits;
    const Expression& operand = at(expression.operands[i]);
    const uint64_t present = valueOf(expression.operands[i]);
    switch (expression.operation) {
      case Operation::Add:
        return lowBits(wanted - other, bits);
      case Operation::Subtract:
        return lowBits(i == 0 ? wanted + other : other - wanted, bits);
      case Operation::Multiply:
        // Nearly is enough for a walk, and a sum behind it may make up for the rest.
        if (isWalking_ && other != 0 && wanted % other != 0) return wanted / other;
        return quotient(wanted, other, bits);
      case Operation::Xor:
        return wanted ^ other;
      case Operation::And:
        if ((wanted & ~other) != 0) return std::nullopt;
        return (present & ~other) | wanted;
      case Operation::Or:
        if ((other & ~wanted) != 0) return std::nullopt;
        return (present & other) | (wanted & ~other);
      case Operation::ShiftLeft:
        if (i != 0 || other >= bits || lowBits(wanted, static_cast<unsigned>(other)) != 0)
          return std::nullopt;
        return (wanted >> other) | (present & ~lowBits(~uint64_t{0}, bits - static_cast<unsigned>(other)));
      case Operation::ShiftRightLogical:
      case Operation::ShiftRightArithmetic:
        if (i != 0 || other >= bits) return std::nullopt;
        return lowBits(wanted << other, bits) | lowBits(present, static_cast<unsigned>(other));
      case Operation::DivideUnsigned:
      case Operation::DivideSigned:
        if (i != 0) return std::nullopt;
        return lowBits(wanted * other, bits);
      case Operation::RemainderUnsigned:
      case Operation::RemainderSigned:
        if (i != 0) return std::nullopt;
        return lowBits(present - valueOfRemainder(expression) + wanted, bits);
      case Operation::ZeroExtend:
        if (lowBits(wanted, operand.bits) != wanted) return std::nullopt;
        return wanted;
      case Operation::SignExtend: {
        const uint64_t narrow = lowBits(wanted, operand.bits);
        if (lowBits(static_cast<uint64_t>(signedValue(narrow, operand.bits)), bits) != wanted) {
          return std::nullopt;
        }
        return narrow;
      }
      case Operation::Extract: {
        const uint64_t mask = lowBits(~uint64_t{0}, bits) << expression.value;
        return (present & ~mask) | (wanted << expression.value);
      }
      case Operation::FloatAdd:
        return floatingPattern(floatingValue(wanted, bits) - floatingValue(other, bits), bits);
      case Operation::FloatSubtract:
        return floatingPattern(i == 0 ? floatingValue(wanted, bits) + floatingValue(other, bits)
                                      : floatingValue(other, bits) - floatingValue(wanted, bits),
                               bits);
      case Operation::FloatMultiply:
        return floatingPattern(floatingValue(wanted, bits) / floatingValue(other, bits), bits);
      case Operation::FloatDivide:
        return floatingPattern(i == 0 ? floatingValue(wanted, bits) * floatingValue(other, bits)
                                      : floatingValue(other, bits) / floatingValue(wanted, bits),
                               bits);
      case Operation::FloatSquareRoot:
        return floatingPattern(floatingValue(wanted, bits) * floatingValue(wanted, bits), bits);
      case Operation::FloatNegate:
        return wanted ^ (uint64_t{1} << (bits - 1));
      case Operation::FloatAbsolute: {
        const uint64_t sign = uint64_t{1} << (bits - 1);
        return (wanted & ~sign) | (present & sign);
      }
      case Operation::FloatToFloat:
        return floatingPattern(floatingValue(wanted, bits), operand.bits);
      case Operation::FloatToSigned:
        return floatingPattern(static_cast<double>(signedValue(wanted, bits)), operand.bits);
      case Operation::FloatToUnsigned:
        return floatingPattern(static_cast<double>(wanted), operand.bits);
      case Operation::SignedToFloat:
      case Operation::UnsignedToFloat: {
        const Operation back = expression.operation == Operation::SignedToFloat ? Operation::FloatToSigned
                                                                                : Operation::FloatToUnsigned;
        return apply({back, operand.bits, 0, {}, 0}, bits, wanted);
      }
      default:
        return std::nullopt;
    }
  }

  uint64_t valueOfRemainder(const Expression& expression) const {
    return apply(expression, expression.bits, valueOf(expression.operands[0]),
                 valueOf(expression.operands[1]))
        .value_or(0);
  }

  const Query& query_;
  Program program_;
  std::vector<uint64_t> values_;
  Rng rng_{1};  // the same query has the same answer
  bool isWalking_ = false;
  unsigned step_ = 0;
  std::vector<unsigned> changedAt_;  // by datum
  bool hasValues_ = false;
  bool isChanged_ = false;
  uint64_t carried_ = 0;
};

}  // namespace

Answer Inversion::solve(const Query& query) {
  Attempt attempt(query);
  auto model = attempt.run();
  if (!model) model = attempt.walk();
  if (!model) return {};
  return {Verdict::Solved, std::move(*model)};
}

}  // namespace covolve::concolic
