#include "ir/decision.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace covolve::ir {

namespace {

/// __builtin_expect, [[likely]].
bool isExpectation(const llvm::Value* value) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(value);
  const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && callee->getName().starts_with("llvm.expect.");
}

}  // namespace

const llvm::Value* narrowed(const llvm::Value* value) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate predicate;
  llvm::Value* wide = nullptr;
  if (!match(value, m_ICmp(predicate, m_Value(wide), m_Zero())) || predicate != llvm::CmpInst::ICMP_NE)
    return nullptr;
  if (isExpectation(wide)) wide = llvm::cast<llvm::CallBase>(wide)->getArgOperand(0);
  llvm::Value* truth = nullptr;
  if (!match(wide, m_ZExtOrSExt(m_Value(truth))) || !truth->getType()->isIntegerTy(1)) return nullptr;
  return truth;
}

Decision decidedOn(const llvm::Value* condition) {
  using namespace llvm::PatternMatch;
  bool isNegated = false;
  for (;;) {
    llvm::Value* inner = nullptr;
    if (match(condition, m_Not(m_Value(inner)))) {
      condition = inner;
      isNegated = !isNegated;
    } else if (match(condition, m_Freeze(m_Value(inner)))) {
      condition = inner;
    } else if (isExpectation(condition)) {
      condition = llvm::cast<llvm::CallBase>(condition)->getArgOperand(0);
    } else if (const llvm::Value* const truth = narrowed(condition)) {
      condition = truth;
    } else {
      return {condition, isNegated};
    }
  }
}

}  // namespace covolve::ir
