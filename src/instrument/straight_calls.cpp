#include "instrument/straight_calls.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <vector>

namespace covolve::instrument {

namespace {

constexpr unsigned kMostStraight = 256;
constexpr unsigned kDeepestStraight = 12;

using IsLeftAlone = std::function<bool(const llvm::Function&)>;

bool isStraight(const llvm::Function& function, const IsLeftAlone& isLeftAlone, unsigned& left,
                unsigned deeper) {
  if (function.isDeclaration() || function.size() != 1 || deeper == 0 || function.isVarArg() ||
      function.isInterposable()) {
    return false;
  }
  for (const llvm::Instruction& instruction : function.getEntryBlock()) {
    if (left-- == 0) return false;
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    const llvm::Function* const callee = call->getCalledFunction();
    if (callee == nullptr || isLeftAlone(*callee) || !llvm::isa<llvm::CallInst>(call) ||
        !isStraight(*callee, isLeftAlone, left, deeper - 1))
      return false;
  }
  return true;
}

}  // namespace

bool isStraight(const llvm::Function& function, const IsLeftAlone& isLeftAlone) {
  unsigned left = kMostStraight;
  return isStraight(function, isLeftAlone, left, kDeepestStraight);
}

llvm::Value* inlineStraight(llvm::CallBase& call) {
  const llvm::WeakTrackingVH result(&call);  // becomes what takes the call's place
  std::vector<llvm::CallBase*> open{&call};
  while (!open.empty()) {
    llvm::CallBase* const next = open.back();
    open.pop_back();
    llvm::InlineFunctionInfo information;
    if (!llvm::InlineFunction(*next, information).isSuccess()) continue;
    for (llvm::CallBase* const inner : information.InlinedCallSites) {
      const llvm::Function* const callee = inner->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration()) open.push_back(inner);
    }
  }
  return result;
}

}  // namespace covolve::instrument
