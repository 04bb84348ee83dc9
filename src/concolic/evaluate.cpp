#include "concolic/evaluate.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace covolve::concolic {

namespace {

template <class Float>
struct Bits;
template <>
struct Bits<float> {
  using Type = uint32_t;
};
template <>
struct Bits<double> {
  using Type = uint64_t;
};

template <class Float>
Float toFloat(uint64_t bits) {
  return std::bit_cast<Float>(static_cast<typename Bits<Float>::Type>(bits));
}

template <class Float>
uint64_t toBits(Float value) {
  return std::bit_cast<typename Bits<Float>::Type>(value);
}

bool isFloat(unsigned bits) { return bits == 32 || bits == 64; }

/// Towards zero. The bounds are powers of two, so that they are numbers of every floating type.
template <class Float>
std::optional<uint64_t> toInteger(Float value, bool isSigned, unsigned bits) {
  const Float whole = std::trunc(value);
  const Float high = std::ldexp(Float{1}, static_cast<int>(isSigned ? bits - 1 : bits));
  const Float low = isSigned ? -high : Float{0};
  if (!(whole >= low && whole < high)) return std::nullopt;
  return lowBits(isSigned ? static_cast<uint64_t>(static_cast<int64_t>(whole)) : static_cast<uint64_t>(whole),
                 bits);
}

template <class Float>
std::optional<uint64_t> applyFloat(Operation operation, unsigned bits, uint64_t first, uint64_t second) {
  const Float left = toFloat<Float>(first);
  const Float right = toFloat<Float>(second);
  switch (operation) {
    case Operation::FloatAdd:
      return toBits<Float>(left + right);
    case Operation::FloatSubtract:
      return toBits<Float>(left - right);
    case Operation::FloatMultiply:
      return toBits<Float>(left * right);
    case Operation::FloatDivide:
      return toBits<Float>(left / right);
    case Operation::FloatRemainder:
      return toBits<Float>(std::fmod(left, right));
    case Operation::FloatSquareRoot:
      return toBits<Float>(std::sqrt(left));
    case Operation::FloatEqual:
      return left == right;
    case Operation::FloatLess:
      return left < right;
    case Operation::FloatLessEqual:
      return left <= right;
    case Operation::FloatUnordered:
      return left != left || right != right;
    case Operation::FloatToSigned:
      return toInteger(left, true, bits);
    case Operation::FloatToUnsigned:
      return toInteger(left, false, bits);
    case Operation::FloatToFloat:
      return bits == 32 ? toBits<float>(static_cast<float>(left)) : toBits<double>(static_cast<double>(left));
    default:
      return std::nullopt;
  }
}

/// For what is not done often enough to be worth a place in the loop.
std::optional<uint64_t> applySeldom(const Expression& expression, unsigned operandBits, uint64_t first,
                                    uint64_t second) {
  const unsigned bits = expression.bits;
  switch (expression.operation) {
    case Operation::DivideUnsigned:
      if (second == 0) return std::nullopt;
      return first / second;
    case Operation::RemainderUnsigned:
      if (second == 0) return std::nullopt;
      return first % second;
    case Operation::DivideSigned:
    case Operation::RemainderSigned: {
      const int64_t left = signedValue(first, bits);
      const int64_t right = signedValue(second, bits);
      const bool overflows = right == -1 && first == uint64_t{1} << (bits - 1);
      if (right == 0 || overflows) return std::nullopt;
      const bool isQuotient = expression.operation == Operation::DivideSigned;
      return lowBits(static_cast<uint64_t>(isQuotient ? left / right : left % right), bits);
    }
    case Operation::FloatNegate:
      return first ^ (uint64_t{1} << (bits - 1));
    case Operation::FloatAbsolute:
      return lowBits(first, bits - 1);
    case Operation::SignedToFloat:
    case Operation::UnsignedToFloat: {
      const bool isSigned = expression.operation == Operation::SignedToFloat;
      if (bits == 32) {
        return toBits<float>(isSigned ? static_cast<float>(signedValue(first, operandBits))
                                      : static_cast<float>(first));
      }
      return toBits<double>(isSigned ? static_cast<double>(signedValue(first, operandBits))
                                     : static_cast<double>(first));
    }
    default:
      if (!isFloat(operandBits)) return std::nullopt;
      return operandBits == 32 ? applyFloat<float>(expression.operation, bits, first, second)
                               : applyFloat<double>(expression.operation, bits, first, second);
  }
}

}  // namespace

unsigned operandCount(Operation operation) {
  switch (operation) {
    case Operation::None:
    case Operation::Input:
    case Operation::Constant:
      return 0;
    case Operation::ZeroExtend:
    case Operation::SignExtend:
    case Operation::Extract:
    case Operation::FloatNegate:
    case Operation::FloatAbsolute:
    case Operation::FloatSquareRoot:
    case Operation::FloatToSigned:
    case Operation::FloatToUnsigned:
    case Operation::SignedToFloat:
    case Operation::UnsignedToFloat:
    case Operation::FloatToFloat:
      return 1;
    case Operation::Select:
      return 3;
    default:
      return 2;
  }
}

std::optional<uint64_t> apply(const Expression& expression, unsigned operandBits, uint64_t first,
                              uint64_t second, uint64_t third) {
  const unsigned bits = expression.bits;
  switch (expression.operation) {
    case Operation::Add:
      return lowBits(first + second, bits);
    case Operation::Subtract:
      return lowBits(first - second, bits);
    case Operation::Multiply:
      return lowBits(first * second, bits);
    case Operation::And:
      return first & second;
    case Operation::Or:
      return first | second;
    case Operation::Xor:
      return first ^ second;
    case Operation::ShiftLeft:
      if (second >= bits) return std::nullopt;
      return lowBits(first << second, bits);
    case Operation::ShiftRightLogical:
      if (second >= bits) return std::nullopt;
      return first >> second;
    case Operation::ShiftRightArithmetic:
      if (second >= bits) return std::nullopt;
      return lowBits(static_cast<uint64_t>(signedValue(first, bits) >> second), bits);
    case Operation::ZeroExtend:
      return first;
    case Operation::SignExtend:
      return lowBits(static_cast<uint64_t>(signedValue(first, operandBits)), bits);
    case Operation::Extract:
      return lowBits(first >> expression.value, bits);
    case Operation::Concatenate:
      return lowBits(operandBits < bits ? (first << (bits - operandBits)) | second : first, bits);
    case Operation::Equal:
      return first == second;
    case Operation::LessUnsigned:
      return first < second;
    case Operation::LessSigned:
      return signedValue(first, operandBits) < signedValue(second, operandBits);
    case Operation::LessEqualUnsigned:
      return first <= second;
    case Operation::LessEqualSigned:
      return signedValue(first, operandBits) <= signedValue(second, operandBits);
    case Operation::Select:
      return first != 0 ? second : third;
    default:
      return applySeldom(expression, operandBits, first, second);
  }
}

Program::Program(const Trace& trace, std::span<const uint32_t> roots) {
  // Operands have lower numbers: the largest open one is never needed by what comes later.
  std::vector<uint32_t> open(roots.begin(), roots.end());
  std::ranges::make_heap(open);
  while (!open.empty()) {
    std::ranges::pop_heap(open);
    const uint32_t number = open.back();
    open.pop_back();
    if (!expressions_.empty() && expressions_.back() == number) continue;
    expressions_.push_back(number);
    const Expression& expression = trace.expressions[number];
    if (expression.operation == Operation::Input) data_.push_back(static_cast<uint32_t>(expression.value));
    for (unsigned i = 0; i < operandCount(expression.operation); ++i) {
      open.push_back(expression.operands[i]);
      std::ranges::push_heap(open);
    }
  }
  std::ranges::reverse(expressions_);
  std::ranges::sort(data_);
  data_.erase(std::ranges::unique(data_).begin(), data_.end());

  values_.resize(expressions_.size());
  for (const uint32_t number : expressions_) {
    const Expression& expression = trace.expressions[number];
    const auto slot = static_cast<uint32_t>(instructions_.size());
    Instruction instruction{expression.operation, expression.bits, 0, {0, 0, 0}, expression.value};
    for (unsigned i = 0; i < operandCount(expression.operation); ++i) {
      instruction.operands[i] = slotOf(expression.operands[i]);
    }
    if (operandCount(expression.operation) > 0) {
      instruction.operandBits = trace.expressions[expression.operands[0]].bits;
    }
    if (expression.operation == Operation::Input) {
      const auto place = std::ranges::lower_bound(data_, static_cast<uint32_t>(expression.value));
      instruction.value = static_cast<uint64_t>(place - data_.begin());
    }
    if (expression.operation == Operation::Constant) {
      values_[slot] = lowBits(expression.value, expression.bits);
    }
    instructions_.push_back(instruction);
  }
}

uint32_t Program::slotOf(uint32_t expression) const {
  return static_cast<uint32_t>(std::ranges::lower_bound(expressions_, expression) - expressions_.begin());
}

bool Program::run(std::span<const uint64_t> values) {
  uint64_t* const slots = values_.data();
  for (size_t slot = 0; slot < instructions_.size(); ++slot) {
    const Instruction& instruction = instructions_[slot];
    switch (instruction.operation) {
      case Operation::None:
      case Operation::Constant:
        break;
      case Operation::Input:
        slots[slot] = lowBits(values[instruction.value], instruction.bits);
        break;
      default: {
        const Expression expression{instruction.operation, instruction.bits, 0, {}, instruction.value};
        const auto value = apply(expression, instruction.operandBits, slots[instruction.operands[0]],
                                 slots[instruction.operands[1]], slots[instruction.operands[2]]);
        if (!value) return false;
        slots[slot] = *value;
      }
    }
  }
  return true;
}

bool Program::runOnAll(std::span<const uint64_t> values) {
  own_.clear();
  for (const uint32_t datum : data_) own_.push_back(values[datum]);
  return run(own_);
}

std::optional<uint64_t> evaluate(const Trace& trace, uint32_t expression, std::span<const uint64_t> values) {
  const uint32_t roots[] = {expression};
  Program program(trace, roots);
  if (!program.runOnAll(values)) return std::nullopt;
  return program.valueOf(expression);
}

}  // namespace covolve::concolic
