#include "concolic_pass/instrumenter.h"
#include "ir/site_marks.h"

namespace covolve::concolic_pass {

using concolic::Operation;
using llvm::Instruction;
using llvm::Value;

namespace {

Operation operationOf(unsigned opcode) {
  switch (opcode) {
    case Instruction::Add:
      return Operation::Add;
    case Instruction::Sub:
      return Operation::Subtract;
    case Instruction::Mul:
      return Operation::Multiply;
    case Instruction::UDiv:
      return Operation::DivideUnsigned;
    case Instruction::SDiv:
      return Operation::DivideSigned;
    case Instruction::URem:
      return Operation::RemainderUnsigned;
    case Instruction::SRem:
      return Operation::RemainderSigned;
    case Instruction::And:
      return Operation::And;
    case Instruction::Or:
      return Operation::Or;
    case Instruction::Xor:
      return Operation::Xor;
    case Instruction::Shl:
      return Operation::ShiftLeft;
    case Instruction::LShr:
      return Operation::ShiftRightLogical;
    case Instruction::AShr:
      return Operation::ShiftRightArithmetic;
    case Instruction::FAdd:
      return Operation::FloatAdd;
    case Instruction::FSub:
      return Operation::FloatSubtract;
    case Instruction::FMul:
      return Operation::FloatMultiply;
    case Instruction::FDiv:
      return Operation::FloatDivide;
    case Instruction::FRem:
      return Operation::FloatRemainder;
    default:
      return Operation::None;
  }
}

/// A comparison in the words of covolve/concolic.h, which has no greater and no unequal.
struct Comparison {
  Operation operation;
  bool isSwapped = false;
  bool isNegated = false;
};

Comparison comparisonOf(llvm::CmpInst::Predicate predicate) {
  using Predicate = llvm::CmpInst::Predicate;
  switch (predicate) {
    case Predicate::ICMP_EQ:
      return {Operation::Equal};
    case Predicate::ICMP_NE:
      return {Operation::Equal, false, true};
    case Predicate::ICMP_ULT:
      return {Operation::LessUnsigned};
    case Predicate::ICMP_UGT:
      return {Operation::LessUnsigned, true};
    case Predicate::ICMP_ULE:
      return {Operation::LessEqualUnsigned};
    case Predicate::ICMP_UGE:
      return {Operation::LessEqualUnsigned, true};
    case Predicate::ICMP_SLT:
      return {Operation::LessSigned};
    case Predicate::ICMP_SGT:
      return {Operation::LessSigned, true};
    case Predicate::ICMP_SLE:
      return {Operation::LessEqualSigned};
    case Predicate::ICMP_SGE:
      return {Operation::LessEqualSigned, true};
    case Predicate::FCMP_OEQ:
      return {Operation::FloatEqual};
    case Predicate::FCMP_UNE:
      return {Operation::FloatEqual, false, true};
    case Predicate::FCMP_OLT:
      return {Operation::FloatLess};
    case Predicate::FCMP_OGT:
      return {Operation::FloatLess, true};
    case Predicate::FCMP_OLE:
      return {Operation::FloatLessEqual};
    case Predicate::FCMP_OGE:
      return {Operation::FloatLessEqual, true};
    // Not less than, or unordered: the negation of the ordered opposite.
    case Predicate::FCMP_UGE:
      return {Operation::FloatLess, false, true};
    case Predicate::FCMP_ULE:
      return {Operation::FloatLess, true, true};
    case Predicate::FCMP_UGT:
      return {Operation::FloatLessEqual, false, true};
    case Predicate::FCMP_ULT:
      return {Operation::FloatLessEqual, true, true};
    case Predicate::FCMP_UNO:
      return {Operation::FloatUnordered};
    case Predicate::FCMP_ORD:
      return {Operation::FloatUnordered, false, true};
    default:
      return {Operation::None};
  }
}

}  // namespace

void Instrumenter::visitBinaryOperator(llvm::BinaryOperator& operation) {
  llvm::Type* const type = operation.getType();
  const Operation what = operationOf(operation.getOpcode());
  if (!hasLabel(type) || what == Operation::None) return;
  Value* const first = labelOf(operation.getOperand(0));
  Value* const second = labelOf(operation.getOperand(1));
  labels_[&operation] = whereSymbolic(operation, {first, second}, [&](Builder& builder) {
    return callBinary(builder, what, bitsOf(type), first, second, operation.getOperand(0),
                      operation.getOperand(1));
  });
}

void Instrumenter::visitUnaryOperator(llvm::UnaryOperator& operation) {
  if (!hasLabel(operation.getType())) return;
  Value* const operand = labelOf(operation.getOperand(0));
  labels_[&operation] = whereSymbolic(operation, {operand}, [&](Builder& builder) {
    return callUnary(builder, Operation::FloatNegate, bitsOf(operation.getType()), operand);
  });
}

void Instrumenter::visitICmpInst(llvm::ICmpInst& compare) {
  const Comparison comparison = comparisonOf(compare.getPredicate());
  setCompareLabel(compare, comparison.operation, comparison.isSwapped, comparison.isNegated);
}

void Instrumenter::visitFCmpInst(llvm::FCmpInst& compare) {
  const Comparison comparison = comparisonOf(compare.getPredicate());
  setCompareLabel(compare, comparison.operation, comparison.isSwapped, comparison.isNegated);
}

void Instrumenter::setCompareLabel(llvm::CmpInst& compare, Operation operation, bool isSwapped,
                                   bool isNegated) {
  llvm::Type* const type = compare.getOperand(0)->getType();
  if (!hasLabel(type) || operation == Operation::None) return;
  Value* const left = compare.getOperand(isSwapped ? 1 : 0);
  Value* const right = compare.getOperand(isSwapped ? 0 : 1);
  Value* const first = labelOf(left);
  Value* const second = labelOf(right);
  Value* const label = whereSymbolic(compare, {first, second}, [&](Builder& builder) {
    return builder.CreateCall(
        runtime_.compare,
        {builder.getInt32(static_cast<uint32_t>(operation)), builder.getInt32(bitsOf(type)), first, second,
         asBits(builder, left), asBits(builder, right), builder.getInt32(isNegated ? 1 : 0)});
  });
  labels_[&compare] = label;
  for (const ir::SiteMark& mark : ir::siteMarks(compare)) {
    // Where its result goes is all the same: the site is the comparison.
    if (mark.kind == abi::SiteKind::Compare) decide(*compare.getNextNode(), mark.id, &compare);
  }
}

void Instrumenter::visitCastInst(llvm::CastInst& cast) {
  Value* const operand = cast.getOperand(0);
  llvm::Type* const from = operand->getType();
  llvm::Type* const to = cast.getType();
  if (!hasLabel(from) || !hasLabel(to)) return;
  Value* const label = labelOf(operand);
  const unsigned bits = bitsOf(to);
  Operation operation = Operation::None;
  switch (cast.getOpcode()) {
    case Instruction::ZExt:
      operation = Operation::ZeroExtend;
      break;
    case Instruction::SExt:
      operation = Operation::SignExtend;
      break;
    case Instruction::FPToUI:
      operation = Operation::FloatToUnsigned;
      break;
    case Instruction::FPToSI:
      operation = Operation::FloatToSigned;
      break;
    case Instruction::UIToFP:
      operation = Operation::UnsignedToFloat;
      break;
    case Instruction::SIToFP:
      operation = Operation::SignedToFloat;
      break;
    case Instruction::FPExt:
    case Instruction::FPTrunc:
      operation = Operation::FloatToFloat;
      break;
    default:  // bits stay, or are cut off: Trunc, BitCast, IntToPtr, PtrToInt
      if (bits == bitsOf(from)) {
        labels_[&cast] = label;
        return;
      }
      operation = bits < bitsOf(from) ? Operation::Extract : Operation::ZeroExtend;
  }
  labels_[&cast] = whereSymbolic(cast, {label}, [&](Builder& builder) -> Value* {
    if (operation == Operation::Extract)
      return builder.CreateCall(runtime_.extract, {label, builder.getInt32(0), builder.getInt32(bits)});
    return callUnary(builder, operation, bits, label, operand);
  });
}

void Instrumenter::visitFreezeInst(llvm::FreezeInst& freeze) {
  labels_[&freeze] = labelOf(freeze.getOperand(0));
}

void Instrumenter::visitInsertValueInst(llvm::InsertValueInst& insert) {
  Value* const whole = labelOf(insert.getAggregateOperand());
  Value* const inserted = labelOf(insert.getInsertedValueOperand());
  Builder builder(&insert);
  labels_[&insert] = builder.CreateInsertValue(whole, inserted, insert.getIndices());
}

void Instrumenter::visitExtractValueInst(llvm::ExtractValueInst& extract) {
  Value* const whole = labelOf(extract.getAggregateOperand());
  if (isConcrete(whole)) return;
  Builder builder(&extract);
  labels_[&extract] = builder.CreateExtractValue(whole, extract.getIndices());
}

}  // namespace covolve::concolic_pass
