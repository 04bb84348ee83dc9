#include "instrument/inlined_comparisons.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "instrument/demangled.h"
#include "instrument/known_calls.h"
#include "instrument/orderings.h"
#include "instrument/relations.h"
#include "instrument/source_filter.h"
#include "instrument/straight_calls.h"
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
    simplifyOrderings(function);
    if (mayLeaveHandlers) llvm::removeUnreachableBlocks(function);  // nothing throws to them any more
  }

 private:
  /// A relation of the standard library that is nothing but a comparison of two values.
  bool isComparison(const llvm::Function* function) {
    if (function == nullptr || function->isDeclaration()) return false;
    const llvm::Type& result = *function->getReturnType();
    if (!result.isIntegerTy(1) && !result.isIntegerTy(8)) return false;
    const auto [known, isNew] = comparisons_.try_emplace(function, false);
    if (!isNew) return known->second;
    const auto name = demangle(function->getName().str());
    const bool compares = name && isOfStandardLibrary(*name) && hasGradient(*name) &&
                          (isAboutOrdering(*function, *name) || (isRelation(*name) && result.isIntegerTy(1)));
    // The user's own have sites, which must be passed.
    const auto isOwn = [&](const llvm::Function& one) { return isUsers(one); };
    const bool isOne = compares && !isUsers(*function) && isStraight(*function, isOwn);
    return comparisons_[function] = isOne;
  }

  bool isUsers(const llvm::Function& function) const {
    const llvm::DISubprogram* const subprogram = function.getSubprogram();
    return subprogram != nullptr && filter_.isUsers(subprogram->getFile());
  }

  void replace(llvm::CallBase& call) {
    if (const llvm::Value* const value = inlineStraight(call)) results_.insert(ir::decidedOn(value).value);
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
