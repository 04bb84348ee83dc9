#include "instrument/compare_arguments.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include "covolve/abi.h"
#include "instrument/positions.h"

namespace covolve::instrument {

namespace {

/// The ABI's predicate, or nothing where only the outcome can be told (ordered, unordered).
std::optional<uint8_t> predicateOf(const llvm::CmpInst& compare) {
  using P = llvm::CmpInst;
  switch (compare.getPredicate()) {
    case P::ICMP_EQ:
    case P::FCMP_OEQ:
      return abi::Equal;
    case P::ICMP_NE:
    case P::FCMP_ONE:
      return abi::NotEqual;
    case P::ICMP_SLT:
    case P::ICMP_ULT:
    case P::FCMP_OLT:
      return abi::Less;
    case P::ICMP_SLE:
    case P::ICMP_ULE:
    case P::FCMP_OLE:
      return abi::LessOrEqual;
    case P::ICMP_SGT:
    case P::ICMP_UGT:
    case P::FCMP_OGT:
      return abi::Greater;
    case P::ICMP_SGE:
    case P::ICMP_UGE:
    case P::FCMP_OGE:
      return abi::GreaterOrEqual;
    case P::FCMP_UEQ:
      return abi::Equal | abi::kTrueIfUnordered;
    case P::FCMP_UNE:
      return abi::NotEqual | abi::kTrueIfUnordered;
    case P::FCMP_ULT:
      return abi::Less | abi::kTrueIfUnordered;
    case P::FCMP_ULE:
      return abi::LessOrEqual | abi::kTrueIfUnordered;
    case P::FCMP_UGT:
      return abi::Greater | abi::kTrueIfUnordered;
    case P::FCMP_UGE:
      return abi::GreaterOrEqual | abi::kTrueIfUnordered;
    default:
      return std::nullopt;
  }
}

std::vector<llvm::Value*> wideArguments(llvm::IRBuilder<>& builder, const llvm::CmpInst& compare,
                                        llvm::Value* predicate) {
  const bool isSigned = compare.isSigned() || compare.isEquality();
  llvm::Type* const wide = builder.getInt128Ty();
  std::vector<llvm::Value*> arguments{predicate, builder.getInt1(isSigned)};
  for (llvm::Value* const operand : {compare.getOperand(0), compare.getOperand(1)}) {
    llvm::Value* const extended =
        isSigned ? builder.CreateSExt(operand, wide) : builder.CreateZExt(operand, wide);
    arguments.push_back(builder.CreateTrunc(extended, builder.getInt64Ty()));
    arguments.push_back(builder.CreateTrunc(builder.CreateLShr(extended, 64), builder.getInt64Ty()));
  }
  return arguments;
}

}  // namespace

std::optional<CompareArguments> argumentsOf(llvm::IRBuilder<>& builder, const llvm::CmpInst& compare,
                                            const llvm::Type* longDouble) {
  llvm::Value* const left = compare.getOperand(0);
  llvm::Value* const right = compare.getOperand(1);
  llvm::Type* const type = left->getType();
  const std::optional<uint8_t> predicate = predicateOf(compare);
  if (!predicate) return std::nullopt;
  llvm::Value* const code = builder.getInt8(*predicate);
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
    // == and != do not tell the signedness; small negative numbers are the likelier neighbours of zero.
    const bool isSigned = type->getIntegerBitWidth() > 1 && (compare.isSigned() || compare.isEquality());
    const auto extend = [&](llvm::Value* value) {
      return isSigned ? builder.CreateSExt(value, builder.getInt64Ty())
                      : builder.CreateZExt(value, builder.getInt64Ty());
    };
    return CompareArguments{isSigned ? CompareKind::Signed : CompareKind::Unsigned,
                            {code, extend(left), extend(right)}};
  }
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 128) {
    return CompareArguments{CompareKind::Wide, wideArguments(builder, compare, code)};
  }
  if (type->isPointerTy() && type->getPointerAddressSpace() == 0) {
    llvm::Value* const asked =
        comparesPositions(compare) ? builder.getInt8(*predicate | abi::kPositions) : code;
    return CompareArguments{CompareKind::Pointer, {asked, left, right}};
  }
  if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy()) {
    const auto extend = [&](llvm::Value* value) { return builder.CreateFPExt(value, builder.getDoubleTy()); };
    return CompareArguments{CompareKind::Double, {code, extend(left), extend(right)}};
  }
  if (type == longDouble) return CompareArguments{CompareKind::LongDouble, {code, left, right}};
  return std::nullopt;
}

llvm::DebugLoc positionOf(const llvm::Instruction& instruction) {
  if (const llvm::DebugLoc& own = instruction.getDebugLoc()) return own;
  llvm::DISubprogram* const subprogram = instruction.getFunction()->getSubprogram();
  return llvm::DILocation::get(instruction.getContext(), subprogram->getLine(), 0, subprogram);
}

}  // namespace covolve::instrument
