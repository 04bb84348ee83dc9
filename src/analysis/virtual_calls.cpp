#include "analysis/virtual_calls.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instructions.h>

namespace covolve::analysis {

bool isVirtualTable(llvm::StringRef name) { return name.starts_with("_ZTV") || name.starts_with("_ZTC"); }

std::optional<uint64_t> virtualSlot(const llvm::CallBase& call) {
  const auto* const target = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  if (target == nullptr) return std::nullopt;
  const llvm::Value* table = target->getPointerOperand();
  uint64_t slot = 0;
  if (const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(table)) {
    const auto* const index =
        place->getNumIndices() == 1 ? llvm::dyn_cast<llvm::ConstantInt>(place->getOperand(1)) : nullptr;
    if (index == nullptr || index->getBitWidth() > 64 || !place->getSourceElementType()->isPointerTy())
      return std::nullopt;
    slot = index->getZExtValue();
    table = place->getPointerOperand();
  }
  if (!llvm::isa<llvm::LoadInst>(table) || !table->getName().starts_with("vtable")) return std::nullopt;
  return slot;
}

/// A table is a struct of arrays, one for each base with a table; each begins with offsets and the type, and
/// the functions follow the latter.
std::vector<std::pair<uint64_t, const llvm::Function*>> functionsInTable(const llvm::Constant& table) {
  std::vector<std::pair<uint64_t, const llvm::Function*>> functions;
  for (const llvm::Use& part : table.operands()) {
    const auto* const array = llvm::dyn_cast<llvm::ConstantArray>(part.get());
    if (array == nullptr) continue;
    std::optional<uint64_t> slot;
    for (unsigned i = 0; i < array->getNumOperands(); ++i) {
      const auto* const entry = llvm::dyn_cast<llvm::GlobalValue>(array->getOperand(i)->stripPointerCasts());
      const auto* const function =
          entry != nullptr ? llvm::dyn_cast_or_null<llvm::Function>(entry->getAliaseeObject()) : nullptr;
      if (function != nullptr && !slot) slot = 0;
      // Without type information the type's place holds a null.
      if (!slot && i >= 1 && (entry != nullptr && entry->getName().starts_with("_ZTI"))) {
        slot = 0;
        continue;
      }
      if (function != nullptr) functions.emplace_back(*slot, function);
      if (slot) ++*slot;
    }
  }
  return functions;
}

}  // namespace covolve::analysis
