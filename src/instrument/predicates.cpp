#include "instrument/predicates.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include "ir/library_name.h"

namespace covolve::instrument {

namespace {

constexpr unsigned kDeepest = 8;  // calls within each other, in the library and then in the predicate

/// Or of the compiler's own: __clang_call_terminate.
bool isOfLibrary(llvm::StringRef name) {
  if (!name.starts_with("_Z")) return true;
  const bool isLocal = name.consume_front("_ZZ");  // to a function
  return ir::isLibraryFunction(isLocal ? "_Z" + name.str() : name.str());
}

class Predicate {
 public:
  void look(const llvm::Function& function, unsigned depth) {
    if (!seen_.insert(&function).second || depth == kDeepest) return;
    const bool isOwn = !isOfLibrary(function.getName());
    hasOwn_ |= isOwn && depth > 0 && !function.isDeclaration();
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (isOwn && setsCase(instruction)) foldsCase_ = true;
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr) continue;
      const llvm::StringRef name = callee->getName();
      if (isOwn && (name.contains("casecmp") || name.contains("tolower") || name.contains("toupper") ||
                    name.contains("towlower") || name.contains("towupper")))
        foldsCase_ = true;
      look(*callee, depth + 1);
    }
  }

  bool isOther() const { return hasOwn_ && !foldsCase_; }
  bool foldsCase() const { return foldsCase_; }

 private:
  /// `c | 32`, `c & ~32`, `c ^ 32`.
  static bool setsCase(const llvm::Instruction& instruction) {
    constexpr uint64_t kCase = 32;
    if (!instruction.isBitwiseLogicOp()) return false;
    const auto* const mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    if (mask == nullptr || mask->getBitWidth() > 64) return false;
    const uint64_t bits = mask->getZExtValue() & 0xff;
    return bits == kCase || bits == (~kCase & 0xff);
  }

  llvm::SmallPtrSet<const llvm::Function*, 32> seen_;
  bool hasOwn_ = false;
  bool foldsCase_ = false;
};

}  // namespace

bool asksOtherThanCase(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  Predicate predicate;
  predicate.look(*callee, 0);
  return predicate.isOther();
}

bool foldsCase(const llvm::Function& function) {
  Predicate predicate;
  predicate.look(function, 0);
  return predicate.foldsCase();
}

}  // namespace covolve::instrument
