// What a concolic run of a test leaves in shared memory: the expressions that its
// data went through, and the decisions that hang on them. An expression is a number,
// its place in a flat table without duplicates; 0 is "concrete". Written by the
// runtime of the concolic build (runtime/concolic), read by the engine (src/concolic).
#pragma once

#include <cstdint>

namespace covolve::concolic {

enum class Operation : uint8_t {
  None,
  Input,     // value: the datum's number (see Datum)
  Constant,  // value
  // Integers: operands and result have the same width.
  Add,
  Subtract,
  Multiply,
  DivideUnsigned,
  DivideSigned,
  RemainderUnsigned,
  RemainderSigned,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRightLogical,
  ShiftRightArithmetic,
  // Other widths.
  ZeroExtend,
  SignExtend,
  Extract,      // `bits` bits of the first operand from bit `value` on
  Concatenate,  // the first operand has the high bits
  // Truth values, of one bit.
  Equal,
  LessUnsigned,
  LessSigned,
  LessEqualUnsigned,
  LessEqualSigned,
  Select,  // first ? second : third
  // Floating numbers of 32 or 64 bits, as their bit patterns.
  FloatAdd,
  FloatSubtract,
  FloatMultiply,
  FloatDivide,
  FloatRemainder,
  FloatNegate,
  FloatAbsolute,
  FloatSquareRoot,
  FloatEqual,
  FloatLess,
  FloatLessEqual,  // ordered: false with a NaN
  FloatUnordered,  // whether one of the two is a NaN
  FloatToSigned,
  FloatToUnsigned,  // towards zero
  SignedToFloat,
  UnsignedToFloat,
  FloatToFloat,
};

/// 24 bytes; operands have lower numbers than what is made of them.
struct Expression {
  Operation operation = Operation::None;
  uint8_t bits = 0;    // of the result: 1 to 64
  uint16_t depth = 0;  // of the tree, at most 65,535
  uint32_t operands[3] = {0, 0, 0};
  uint64_t value = 0;
};

enum class DecisionKind : uint8_t {
  OfProgram,
  MadeConcrete,  // an address, a size: must stay as it was
};

/// A decision whose condition hangs on the test's data, in the order of execution.
struct Decision {
  uint64_t site = 0;       // the stable id of `!covolve.site`; 0 where the code is no site
  uint32_t condition = 0;  // an expression of one bit
  uint8_t taken = 0;       // its concrete value
  DecisionKind kind = DecisionKind::OfProgram;
  uint16_t reserved = 0;
};

/// What an Input is: a datum of the test. `leaf` counts the leaves of the test in the order of
/// search::visitLeaves (a text is one leaf); `position` is the character of a text, kSize its size,
/// and 0 of a number.
struct Datum {
  static constexpr uint32_t kSize = 0xFFFFFFFF;
  uint32_t leaf = 0;
  uint32_t position = 0;
  uint8_t bits = 0;
  uint8_t isFloating = 0;
  uint16_t reserved = 0;
};

}  // namespace covolve::concolic
