#include "analysis/memory_places.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace covolve::analysis {

std::optional<Field> fieldOf(const llvm::Value& pointer) {
  const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
  if (place == nullptr || place->getNumIndices() < 2 || !place->hasAllConstantIndices() ||
      !place->getSourceElementType()->isStructTy())
    return std::nullopt;
  Field field{place->getSourceElementType(), {}};
  for (auto index = place->idx_begin() + 1; index != place->idx_end(); ++index)
    field.second.push_back(llvm::cast<llvm::ConstantInt>(index->get())->getZExtValue());
  return field;
}

const llvm::Value* variableOf(const llvm::Value& pointer) {
  const llvm::Value* base = &pointer;
  while (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (!place->hasAllZeroIndices()) return nullptr;
    base = place->getPointerOperand();
  }
  if (llvm::isa<llvm::AllocaInst>(base)) return base;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument != nullptr && argument->hasStructRetAttr() ? base : nullptr;
}

}  // namespace covolve::analysis
