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

const llvm::StoreInst* onlyStoreTo(const llvm::Value& variable) {
  const llvm::StoreInst* found = nullptr;
  for (const llvm::User* const user : variable.users()) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getPointerOperand() != &variable) continue;
    if (found != nullptr) return nullptr;
    found = store;
  }
  return found;
}

const llvm::Value* variableOf(const llvm::Value& pointer) {
  constexpr int kMostHands = 8;
  const llvm::Value* base = &pointer;
  for (int hands = 0; hands < kMostHands; ++hands) {
    if (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(base)) {
      if (!place->hasAllZeroIndices()) return nullptr;
      base = place->getPointerOperand();
      continue;
    }
    // A reference: what is kept there is the address of another one.
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(base);
    const bool isKept = load != nullptr && llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
    const llvm::StoreInst* const store = isKept ? onlyStoreTo(*load->getPointerOperand()) : nullptr;
    if (store == nullptr || !llvm::isa<llvm::AllocaInst>(store->getValueOperand())) break;
    base = store->getValueOperand();
  }
  if (llvm::isa<llvm::AllocaInst>(base)) return base;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument != nullptr && argument->hasStructRetAttr() ? base : nullptr;
}

}  // namespace covolve::analysis
