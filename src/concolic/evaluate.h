// What expressions come to under given data, as the machine would compute it. The
// part of a trace that is asked for is copied into a flat program first: solvers
// run it a million times, always with other data.
//
// Easy to get wrong: what the machine traps on or leaves open (a division by
// zero, the smallest number by -1, a shift by more than the width, a float that no
// integer can hold) has no value, and then nothing that was asked for has one.
// Values are bit patterns (covolve/concolic_values.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "concolic/trace.h"
#include "covolve/concolic_values.h"

namespace covolve::concolic {

/// How many operands an operation has.
unsigned operandCount(Operation operation);

/// One operation on values of its operands; operandBits is the width of the first. Nothing where it has no
/// value. Not for Input and Constant.
std::optional<uint64_t> apply(const Expression& expression, unsigned operandBits, uint64_t first,
                              uint64_t second = 0, uint64_t third = 0);

class Program {
 public:
  /// For these expressions, and all that they are made of.
  Program(const Trace& trace, std::span<const uint32_t> roots);

  /// The data that the roots depend on, ascending.
  std::span<const uint32_t> data() const { return data_; }
  /// What it computes, ascending.
  std::span<const uint32_t> expressions() const { return expressions_; }
  size_t size() const { return instructions_.size(); }

  /// `values`: one for each of data(). False where something has no value.
  bool run(std::span<const uint64_t> values);
  /// The same; `values` by number of the datum, of all that the trace has.
  bool runOnAll(std::span<const uint64_t> values);

  /// Where an expression of the program stands in it.
  uint32_t slotOf(uint32_t expression) const;
  /// Of the last run.
  uint64_t valueAt(uint32_t slot) const { return values_[slot]; }
  uint64_t valueOf(uint32_t expression) const { return values_[slotOf(expression)]; }

 private:
  struct Instruction {
    Operation operation;
    uint8_t bits;
    uint8_t operandBits;
    uint32_t operands[3];
    uint64_t value;
  };

  std::vector<uint32_t> expressions_;  // by slot, ascending
  std::vector<Instruction> instructions_;
  std::vector<uint64_t> values_;  // by slot; constants and what is no root stay
  std::vector<uint32_t> data_;
  std::vector<uint64_t> own_;  // of runOnAll(): solvers call it often
};

/// The value of one expression; `values` by number of the datum. Nothing where it has none.
std::optional<uint64_t> evaluate(const Trace& trace, uint32_t expression, std::span<const uint64_t> values);

}  // namespace covolve::concolic
