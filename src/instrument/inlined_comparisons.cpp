#include "instrument/inlined_comparisons.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "instrument/demangled.h"
#include "instrument/known_calls.h"
#include "instrument/relations.h"
#include "instrument/source_filter.h"
#include "ir/decision.h"

namespace covolve::instrument {

namespace {

class Inliner {
 public:
  explicit Inliner(const SourceFilter& filter) : filter_(filter) {}

  void visit(llvm::Function& function) {
    if (!isUsers(function)) return;
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && call->getDebugLoc() && isComparison(call->getCalledFunction()))
        calls.push_back(call);
    }
    bool mayLeaveHandlers = false;
    for (llvm::CallBase* const call : calls) {
      mayLeaveHandlers = mayLeaveHandlers || llvm::isa<llvm::InvokeInst>(call);
      replace(*call);
    }
    if (calls.empty()) return;
    settle(function);
    if (mayLeaveHandlers) llvm::removeUnreachableBlocks(function);  // nothing throws to them any more
  }

 private:
  static constexpr unsigned kMostInstructions = 256;
  static constexpr unsigned kDeepest = 12;

  /// A relation of the standard library that is nothing but a comparison of two values.
  bool isComparison(const llvm::Function* function) {
    if (function == nullptr || function->isDeclaration() || !function->getReturnType()->isIntegerTy(1))
      return false;
    const auto [known, isNew] = comparisons_.try_emplace(function, false);
    if (!isNew) return known->second;
    const auto name = demangle(function->getName().str());
    unsigned left = kMostInstructions;
    const bool isOne = name && isRelation(*name) && isOfStandardLibrary(*name) && hasGradient(*name) &&
                       !isUsers(*function) && isStraight(*function, left, kDeepest);
    return comparisons_[function] = isOne;
  }

  bool isUsers(const llvm::Function& function) const {
    const llvm::DISubprogram* const subprogram = function.getSubprogram();
    return subprogram != nullptr && filter_.isUsers(subprogram->getFile());
  }

  /// One block, which calls nothing but such functions: it always does the same, and comes back.
  bool isStraight(const llvm::Function& function, unsigned& left, unsigned deeper) const {
    if (function.isDeclaration() || function.size() != 1 || deeper == 0 || function.isVarArg() ||
        function.isInterposable()) {
      return false;
    }
    for (const llvm::Instruction& instruction : function.getEntryBlock()) {
      if (left-- == 0) return false;
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      const llvm::Function* const callee = call->getCalledFunction();
      // The user's own have sites, which must be passed.
      if (callee == nullptr || isUsers(*callee) || !llvm::isa<llvm::CallInst>(call) ||
          !isStraight(*callee, left, deeper - 1))
        return false;
    }
    return true;
  }

  void replace(llvm::CallBase& call) {
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
    if (const llvm::Value* const value = result) results_.insert(ir::decidedOn(value).value);
  }

  /// What came in is on the call's line. Only the comparison that is the result is one of the source.
  void settle(llvm::Function& function) const {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DILocation* position = instruction.getDebugLoc();
      if (position == nullptr || position->getInlinedAt() == nullptr) continue;
      while (position->getInlinedAt() != nullptr) position = position->getInlinedAt();
      instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), position->getLine(),
                                                    position->getColumn(), position->getScope()));
      if (llvm::isa<llvm::CmpInst>(instruction)) {
        instruction.setName(results_.contains(&instruction) ? "cmp" : "library");
      }
    }
  }

  const SourceFilter& filter_;
  llvm::DenseMap<const llvm::Function*, bool> comparisons_;
  llvm::SmallPtrSet<const llvm::Value*, 8> results_;
};

}  // namespace

void inlineComparisons(llvm::Module& module, const SourceFilter& filter) {
  if (!areCallsKnown()) return;
  Inliner inliner(filter);
  for (llvm::Function& function : module) inliner.visit(function);
}

}  // namespace covolve::instrument
