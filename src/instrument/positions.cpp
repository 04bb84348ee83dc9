#include "instrument/positions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "instrument/origin.h"

namespace covolve::instrument {

namespace {

constexpr const char* kEqual = "_ZN9__gnu_cxxeq";
constexpr const char* kUnequal = "_ZN9__gnu_cxxne";

/// A variable into which its own next or last element is stored.
bool stepsOn(const llvm::Value* value) {
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
  const auto* const variable =
      load != nullptr ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
  return variable != nullptr && llvm::any_of(variable->users(), [&](const llvm::User* user) {
           const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
           const auto* const step =
               store != nullptr ? llvm::dyn_cast<llvm::GetElementPtrInst>(store->getValueOperand()) : nullptr;
           const auto* const from =
               step != nullptr ? llvm::dyn_cast<llvm::LoadInst>(step->getPointerOperand()) : nullptr;
           return from != nullptr && from->getPointerOperand() == variable && step->hasAllConstantIndices() &&
                  step->getNumIndices() == 1;
         });
}

}  // namespace

bool comparesPositions(const llvm::CmpInst& compare) {
  const llvm::Value* const left = compare.getOperand(0);
  const llvm::Value* const right = compare.getOperand(1);
  if (!compare.isEquality() || !left->getType()->isPointerTy() || !isLoopHead(*compare.getParent()))
    return false;
  if (llvm::isa<llvm::ConstantPointerNull>(left) || llvm::isa<llvm::ConstantPointerNull>(right)) return false;
  return stepsOn(left) || stepsOn(right);
}

bool comparesPositions(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() != 2 || !call.getType()->isIntegerTy(1)) return false;
  const llvm::StringRef name = callee->getName();
  return (name.starts_with(kEqual) || name.starts_with(kUnequal)) && name.contains("17__normal_iterator") &&
         isLoopHead(*call.getParent()) && llvm::all_of(call.args(), [](const llvm::Use& argument) {
           return argument->getType()->isPointerTy();
         });
}

bool asksForDifference(const llvm::CallBase& call) {
  return call.getCalledFunction()->getName().starts_with(kUnequal);
}

}  // namespace covolve::instrument
