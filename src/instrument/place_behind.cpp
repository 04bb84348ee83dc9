#include "instrument/place_behind.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace covolve::instrument {

bool hasPlaceBehind(const llvm::Value* value) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return llvm::isa<llvm::Argument>(value);
  if (const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(instruction)) {
    return invoke->getNormalDest()->getSinglePredecessor() != nullptr;
  }
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(instruction);
  return !instruction->isTerminator() && (call == nullptr || !call->isMustTailCall());
}

llvm::Instruction* placeBehind(llvm::Value* value, llvm::Function& function) {
  auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  if (auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(instruction)) {
    return &*invoke->getNormalDest()->getFirstInsertionPt();
  }
  if (llvm::isa<llvm::PHINode>(instruction)) return &*instruction->getParent()->getFirstInsertionPt();
  return instruction->getNextNode();
}

}  // namespace covolve::instrument
