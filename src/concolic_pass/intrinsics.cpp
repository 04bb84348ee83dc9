#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "concolic_pass/instrumenter.h"

namespace covolve::concolic_pass {

using concolic::Intrinsic;
using concolic::Operation;
using llvm::Value;

namespace {

/// Whose operands and result are of one type.
std::optional<Intrinsic> simpleIntrinsic(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::umin:
      return Intrinsic::MinimumUnsigned;
    case llvm::Intrinsic::umax:
      return Intrinsic::MaximumUnsigned;
    case llvm::Intrinsic::smin:
      return Intrinsic::MinimumSigned;
    case llvm::Intrinsic::smax:
      return Intrinsic::MaximumSigned;
    case llvm::Intrinsic::abs:
      return Intrinsic::Absolute;
    case llvm::Intrinsic::bswap:
      return Intrinsic::SwapBytes;
    case llvm::Intrinsic::ctpop:
      return Intrinsic::CountOnes;
    case llvm::Intrinsic::fshl:
      return Intrinsic::FunnelLeft;
    case llvm::Intrinsic::fshr:
      return Intrinsic::FunnelRight;
    case llvm::Intrinsic::uadd_sat:
      return Intrinsic::AddSaturatingUnsigned;
    case llvm::Intrinsic::sadd_sat:
      return Intrinsic::AddSaturatingSigned;
    case llvm::Intrinsic::usub_sat:
      return Intrinsic::SubtractSaturatingUnsigned;
    case llvm::Intrinsic::ssub_sat:
      return Intrinsic::SubtractSaturatingSigned;
    case llvm::Intrinsic::trunc:
      return Intrinsic::Truncate;
    case llvm::Intrinsic::floor:
      return Intrinsic::Floor;
    case llvm::Intrinsic::ceil:
      return Intrinsic::Ceiling;
    case llvm::Intrinsic::fmuladd:
      return Intrinsic::FloatMultiplyAdd;
    case llvm::Intrinsic::minnum:
      return Intrinsic::FloatMinimum;
    case llvm::Intrinsic::maxnum:
      return Intrinsic::FloatMaximum;
    default:
      return std::nullopt;
  }
}

struct Overflow {
  Operation operation;
  Intrinsic overflows;
};

std::optional<Overflow> overflowOf(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::uadd_with_overflow:
      return Overflow{Operation::Add, Intrinsic::AddOverflowsUnsigned};
    case llvm::Intrinsic::sadd_with_overflow:
      return Overflow{Operation::Add, Intrinsic::AddOverflowsSigned};
    case llvm::Intrinsic::usub_with_overflow:
      return Overflow{Operation::Subtract, Intrinsic::SubtractOverflowsUnsigned};
    case llvm::Intrinsic::ssub_with_overflow:
      return Overflow{Operation::Subtract, Intrinsic::SubtractOverflowsSigned};
    case llvm::Intrinsic::umul_with_overflow:
      return Overflow{Operation::Multiply, Intrinsic::MultiplyOverflowsUnsigned};
    case llvm::Intrinsic::smul_with_overflow:
      return Overflow{Operation::Multiply, Intrinsic::MultiplyOverflowsSigned};
    default:
      return std::nullopt;
  }
}

}  // namespace

Value* Instrumenter::callIntrinsic(Builder& builder, Intrinsic which, unsigned bits,
                                   llvm::ArrayRef<Value*> operands) const {
  llvm::SmallVector<Value*> arguments{builder.getInt32(static_cast<uint32_t>(which)), builder.getInt32(bits)};
  for (size_t i = 0; i < 3; ++i) arguments.push_back(i < operands.size() ? labelOf(operands[i]) : concrete_);
  for (size_t i = 0; i < 3; ++i)
    arguments.push_back(i < operands.size() ? asBits(builder, operands[i]) : builder.getInt64(0));
  return builder.CreateCall(runtime_.intrinsic, arguments);
}

bool Instrumenter::visitArithmeticIntrinsic(llvm::IntrinsicInst& call) {
  if (call.arg_empty() || !hasLabel(call.getArgOperand(0)->getType())) return false;
  const unsigned bits = bitsOf(call.getArgOperand(0)->getType());
  llvm::SmallVector<Value*> operands;
  llvm::SmallVector<Value*> labels;
  for (Value* const argument : call.args()) {
    if (!hasLabel(argument->getType()) || operands.size() == 3) return false;
    operands.push_back(argument);
    labels.push_back(labelOf(argument));
  }
  const llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::fabs || id == llvm::Intrinsic::sqrt) {
    const Operation operation =
        id == llvm::Intrinsic::fabs ? Operation::FloatAbsolute : Operation::FloatSquareRoot;
    labels_[&call] = whereSymbolic(
        call, labels, [&](Builder& builder) { return callUnary(builder, operation, bits, labels.front()); });
    return true;
  }
  if (const auto which = simpleIntrinsic(id)) {
    labels_[&call] = whereSymbolic(
        call, labels, [&](Builder& builder) { return callIntrinsic(builder, *which, bits, operands); });
    return true;
  }
  const auto overflow = overflowOf(id);
  if (!overflow) return false;
  Value* const result = whereSymbolic(call, labels, [&](Builder& builder) {
    return callBinary(builder, overflow->operation, bits, labels[0], labels[1], operands[0], operands[1]);
  });
  Value* const truth = whereSymbolic(call, labels, [&](Builder& builder) {
    return callIntrinsic(builder, overflow->overflows, bits, operands);
  });
  Builder builder(&call);
  Value* whole = llvm::Constant::getNullValue(labelType(call.getType()));
  whole = builder.CreateInsertValue(whole, result, {0});
  labels_[&call] = builder.CreateInsertValue(whole, truth, {1});
  return true;
}

void Instrumenter::visitIntrinsicInst(llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::expect:
    case llvm::Intrinsic::expect_with_probability:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::ssa_copy:
      labels_[&call] = labelOf(call.getArgOperand(0));
      return;
    default:
      break;
  }
  if (visitArithmeticIntrinsic(call) || call.getType()->isVoidTy()) return;
  llvm::SmallVector<Value*> labels;
  for (Value* const argument : call.args()) {
    if (hasLabel(argument->getType())) labels.push_back(labelOf(argument));
  }
  whereSymbolic(call, labels, [&](Builder& builder) -> Value* {
    builder.CreateCall(runtime_.unknown,
                       {builder.CreateGlobalString(call.getCalledFunction()->getName(), "covolve.name")});
    return nullptr;
  });
}

}  // namespace covolve::concolic_pass
