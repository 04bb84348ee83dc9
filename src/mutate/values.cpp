#include "mutate/values.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "instrument/origin.h"

namespace covolve::mutate {

bool isComparison(const llvm::Value* value) {
  const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(value);
  return compare != nullptr && purpose(*compare) == "cmp" && instrument::isSourceCompare(*compare);
}

bool isNegation(const llvm::Value* value) {
  const auto* const binary = llvm::dyn_cast<llvm::BinaryOperator>(value);
  return binary != nullptr && binary->getOpcode() == llvm::Instruction::Xor &&
         binary->getType()->isIntegerTy(1) && purpose(*binary) == "lnot";
}

bool isReturnSlot(const llvm::Value* pointer) {
  return llvm::isa<llvm::AllocaInst>(pointer) && pointer->getName() == "retval";
}

std::string textOf(const llvm::Constant& number) {
  if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&number)) {
    if (integer->getType()->isIntegerTy(1)) return integer->isZero() ? "false" : "true";
    llvm::SmallString<40> text;
    integer->getValue().toStringSigned(text);
    return std::string(text);
  }
  if (const auto* const floating = llvm::dyn_cast<llvm::ConstantFP>(&number)) {
    llvm::SmallString<40> text;
    floating->getValueAPF().toString(text);
    return std::string(text);
  }
  return "a constant";
}

llvm::Constant* neighbour(const llvm::Constant& number, int step) {
  if (const auto* const integer = llvm::dyn_cast<llvm::ConstantInt>(&number)) {
    if (integer->getType()->isIntegerTy(1))
      return llvm::ConstantInt::getBool(integer->getContext(), integer->isZero());
    const llvm::APInt& value = integer->getValue();
    if (step > 0 ? value.isMaxSignedValue() : value.isMinSignedValue()) return nullptr;
    return llvm::ConstantInt::get(
        integer->getContext(), value + llvm::APInt(value.getBitWidth(), static_cast<uint64_t>(step), true));
  }
  if (const auto* const floating = llvm::dyn_cast<llvm::ConstantFP>(&number)) {
    llvm::APFloat value = floating->getValueAPF();
    bool losesInfo = false;
    llvm::APFloat one(static_cast<double>(step));
    one.convert(value.getSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    const llvm::APFloat before = value;
    value.add(one, llvm::APFloat::rmNearestTiesToEven);
    // Infinite, not a number, or too large for one more to matter.
    if (!value.isFinite() || value.compare(before) == llvm::APFloat::cmpEqual) return nullptr;
    return llvm::ConstantFP::get(floating->getContext(), value);
  }
  return nullptr;
}

llvm::Constant* another(const llvm::Constant& number) {
  if (number.isOneValue()) return llvm::Constant::getNullValue(number.getType());
  return neighbour(number, 1);
}

}  // namespace covolve::mutate
