// Traces written by hand, so that tests of solvers need no concolic build.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "concolic/trace.h"

namespace covolve::concolic {

class TraceWriter {
 public:
  TraceWriter() { trace.expressions.emplace_back(); }

  uint32_t input(unsigned bits, bool isFloating = false) {
    const auto number = static_cast<uint32_t>(trace.data.size());
    trace.data.push_back({number, 0, static_cast<uint8_t>(bits), isFloating ? uint8_t{1} : uint8_t{0}, 0});
    return add(Operation::Input, bits, {}, number);
  }
  uint32_t constant(unsigned bits, uint64_t value) { return add(Operation::Constant, bits, {}, value); }
  uint32_t add(Operation operation, unsigned bits, std::initializer_list<uint32_t> operands,
               uint64_t value = 0) {
    Expression expression{operation, static_cast<uint8_t>(bits), 1, {}, value};
    std::ranges::copy(operands, expression.operands);
    for (const uint32_t operand : operands) {
      expression.depth =
          std::max<uint16_t>(expression.depth, static_cast<uint16_t>(trace.expressions[operand].depth + 1));
    }
    trace.expressions.push_back(expression);
    return static_cast<uint32_t>(trace.expressions.size() - 1);
  }
  void decide(uint32_t condition, bool taken, uint64_t site = 0,
              DecisionKind kind = DecisionKind::OfProgram) {
    trace.decisions.push_back({site, condition, taken ? uint8_t{1} : uint8_t{0}, kind, 0});
  }

  Trace trace;
};

}  // namespace covolve::concolic
