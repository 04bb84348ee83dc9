// Arithmetic, bitwise operators and comparisons.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include <array>

#include "mutate/operators.h"
#include "mutate/values.h"

namespace covolve::mutate {

namespace {

using llvm::BinaryOperator;
using llvm::CmpInst;
using llvm::Instruction;
using Opcode = Instruction::BinaryOps;

struct Exchange {
  Opcode from;
  Opcode to;
  const char* kind;
  const char* change;
};

constexpr std::array kExchanges{
    Exchange{Instruction::Add, Instruction::Sub, "arithmetic", "`+` becomes `-`"},
    Exchange{Instruction::FAdd, Instruction::FSub, "arithmetic", "`+` becomes `-`"},
    Exchange{Instruction::Sub, Instruction::Add, "arithmetic", "`-` becomes `+`"},
    Exchange{Instruction::FSub, Instruction::FAdd, "arithmetic", "`-` becomes `+`"},
    Exchange{Instruction::Mul, Instruction::SDiv, "arithmetic", "`*` becomes `/`"},
    Exchange{Instruction::FMul, Instruction::FDiv, "arithmetic", "`*` becomes `/`"},
    Exchange{Instruction::SDiv, Instruction::Mul, "arithmetic", "`/` becomes `*`"},
    Exchange{Instruction::UDiv, Instruction::Mul, "arithmetic", "`/` becomes `*`"},
    Exchange{Instruction::FDiv, Instruction::FMul, "arithmetic", "`/` becomes `*`"},
    Exchange{Instruction::SRem, Instruction::Mul, "arithmetic", "`%` becomes `*`"},
    Exchange{Instruction::URem, Instruction::Mul, "arithmetic", "`%` becomes `*`"},
    Exchange{Instruction::And, Instruction::Or, "bitwise", "`&` becomes `|`"},
    Exchange{Instruction::Or, Instruction::And, "bitwise", "`|` becomes `&`"},
    Exchange{Instruction::Xor, Instruction::And, "bitwise", "`^` becomes `&`"},
    Exchange{Instruction::Shl, Instruction::LShr, "bitwise", "`<<` becomes `>>`"},
    Exchange{Instruction::LShr, Instruction::Shl, "bitwise", "`>>` becomes `<<`"},
    Exchange{Instruction::AShr, Instruction::Shl, "bitwise", "`>>` becomes `<<`"},
};

/// Operators of the source; address computations and sizes have other names.
bool isSourceOperator(const Instruction& instruction) {
  return llvm::is_contained(std::initializer_list<llvm::StringRef>{"add", "sub", "mul", "div", "rem", "and",
                                                                   "or", "xor", "shl", "shr", "inc", "dec"},
                            purpose(instruction));
}

/// x + 0, x * 1 and the like: the other operator gives the same.
bool isNeutral(const BinaryOperator& binary) {
  const auto* const right = llvm::dyn_cast<llvm::Constant>(binary.getOperand(1));
  if (right == nullptr) return false;
  switch (binary.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      return right->isZeroValue();
    case Instruction::Mul:
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::FMul:
    case Instruction::FDiv:
      return right->isOneValue() || right->isAllOnesValue();
    default:
      return false;
  }
}

Make exchanged(BinaryOperator& binary, Opcode opcode) {
  return [&binary, opcode](llvm::IRBuilderBase& builder) {
    return builder.CreateBinOp(opcode, binary.getOperand(0), binary.getOperand(1));
  };
}

Make operandOf(Instruction& instruction, unsigned operand) {
  return [&instruction, operand](llvm::IRBuilderBase&) { return instruction.getOperand(operand); };
}

void mutateBinary(BinaryOperator& binary, Points& points) {
  const llvm::StringRef name = purpose(binary);
  if (name == "not") {
    points.addResult(binary, {"bitwise", "`~` is removed", operandOf(binary, 0)});
    return;
  }
  if (isNegation(&binary)) {
    points.addResult(binary, {"condition", "`!` is removed", operandOf(binary, 0)});
    return;
  }
  if (!isSourceOperator(binary) || isNeutral(binary)) return;
  const auto* const left = llvm::dyn_cast<llvm::Constant>(binary.getOperand(0));
  if (binary.getOpcode() == Instruction::Sub && left != nullptr && left->isZeroValue()) {
    points.addResult(binary, {"arithmetic", "unary `-` is removed", operandOf(binary, 1)});
    return;
  }
  for (const Exchange& exchange : kExchanges) {
    if (exchange.from != binary.getOpcode()) continue;
    // ++ adds one, -- adds minus one: each becomes the other.
    if (name == "inc" || name == "dec") {
      const bool increments = name == "inc";
      points.addResult(binary, {"arithmetic", increments ? "`++` becomes `--`" : "`--` becomes `++`",
                                exchanged(binary, exchange.to)});
      continue;
    }
    points.addResult(binary, {exchange.kind, exchange.change, exchanged(binary, exchange.to)});
  }
}

const char* symbolOf(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ:
    case CmpInst::FCMP_OEQ:
    case CmpInst::FCMP_UEQ:
      return "==";
    case CmpInst::ICMP_NE:
    case CmpInst::FCMP_ONE:
    case CmpInst::FCMP_UNE:
      return "!=";
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_ULT:
    case CmpInst::FCMP_OLT:
    case CmpInst::FCMP_ULT:
      return "<";
    case CmpInst::ICMP_SLE:
    case CmpInst::ICMP_ULE:
    case CmpInst::FCMP_OLE:
    case CmpInst::FCMP_ULE:
      return "<=";
    case CmpInst::ICMP_SGT:
    case CmpInst::ICMP_UGT:
    case CmpInst::FCMP_OGT:
    case CmpInst::FCMP_UGT:
      return ">";
    case CmpInst::ICMP_SGE:
    case CmpInst::ICMP_UGE:
    case CmpInst::FCMP_OGE:
    case CmpInst::FCMP_UGE:
      return ">=";
    default:
      return nullptr;
  }
}

/// `<` as `<=`, and so on.
CmpInst::Predicate boundaryOf(const CmpInst& compare) {
  return compare.isStrictPredicate() ? compare.getNonStrictPredicate() : compare.getStrictPredicate();
}

/// Whether it holds the other way round at the boundary only, or never: an unsigned x < 0, x >= 0.
bool isDecidedBySign(const CmpInst& compare) {
  const auto* const right = llvm::dyn_cast<llvm::Constant>(compare.getOperand(1));
  if (right == nullptr || !right->isZeroValue()) return false;
  return compare.getPredicate() == CmpInst::ICMP_ULT || compare.getPredicate() == CmpInst::ICMP_UGE;
}

void mutateComparison(CmpInst& compare, Points& points) {
  const auto as = [&](CmpInst::Predicate predicate) -> Make {
    return [&compare, predicate](llvm::IRBuilderBase& builder) {
      return builder.CreateCmp(predicate, compare.getOperand(0), compare.getOperand(1));
    };
  };
  const char* const symbol = symbolOf(compare.getPredicate());
  if (symbol == nullptr) return;
  const auto change = [&](CmpInst::Predicate to) {
    const char* const other = symbolOf(to);
    return std::string("`") + symbol + "` becomes `" + (other != nullptr ? other : "another") + "`";
  };
  if (compare.isRelational() && !isDecidedBySign(compare)) {
    const CmpInst::Predicate boundary = boundaryOf(compare);
    points.addResult(compare, {"comparison", change(boundary), as(boundary)});
  }
  const CmpInst::Predicate inverse = compare.getInversePredicate();
  points.addResult(compare, {"comparison", change(inverse), as(inverse)});
}

}  // namespace

void mutateExpression(Instruction& instruction, const Context& context, Points& points) {
  if (!context.isRequested(instruction.getDebugLoc().get())) return;
  if (auto* const binary = llvm::dyn_cast<BinaryOperator>(&instruction)) {
    mutateBinary(*binary, points);
  } else if (auto* const compare = llvm::dyn_cast<CmpInst>(&instruction)) {
    if (isComparison(compare)) mutateComparison(*compare, points);
  } else if (instruction.getOpcode() == Instruction::FNeg) {
    points.addResult(instruction, {"arithmetic", "unary `-` is removed", operandOf(instruction, 0)});
  }
}

}  // namespace covolve::mutate
