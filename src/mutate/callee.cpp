#include "mutate/callee.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdlib>
#include <memory>

namespace covolve::mutate {

namespace {

/// A function of C++ as its mangled name tells it.
class Mangled {
 public:
  explicit Mangled(const llvm::Function& function) : text_(function.getName().str()) {
    isKnown_ = !demangler_.partialDemangle(text_.c_str());  // it points into the text
  }

  bool isConstructorOrDestructor() const { return isKnown_ && demangler_.isCtorOrDtor(); }
  /// Of C, the name itself.
  std::string baseName() {
    if (!isKnown_) return text_;
    const std::unique_ptr<char, decltype(&std::free)> name(demangler_.getFunctionBaseName(nullptr, nullptr),
                                                           &std::free);
    return name != nullptr ? name.get() : text_;
  }

 private:
  std::string text_;
  llvm::ItaniumPartialDemangler demangler_;
  bool isKnown_ = false;
};

}  // namespace

bool isSourceCall(const llvm::CallBase& call) {
  if (call.isInlineAsm() || llvm::isa<llvm::IntrinsicInst>(call) || call.doesNotReturn()) return false;
  if (const auto* const plain = llvm::dyn_cast<llvm::CallInst>(&call);
      plain != nullptr && plain->isMustTailCall())
    return false;
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return llvm::isa<llvm::CallInst, llvm::InvokeInst>(call);
  const llvm::StringRef name = callee->getName();
  if (callee->isIntrinsic() || callee->doesNotReturn()) return false;
  // operator new and delete; a literal's operator is told how long the literal is.
  static constexpr llvm::StringRef kOwn[] = {"_Zn",      "_Zd",     "_Zli",     "__cxa_",
                                             "__clang_", "_Unwind", "__covolve"};
  if (llvm::any_of(kOwn, [&](llvm::StringRef prefix) { return name.starts_with(prefix); }) &&
      !llvm::any_of(std::initializer_list<llvm::StringRef>{"_Znt", "_Zng", "_Zne", "_Zde", "_Zdv", "_ZdV"},
                    [&](llvm::StringRef prefix) { return name.starts_with(prefix); }))
    return false;
  return !name.contains("li") || !calledName(call).starts_with("operator\"\"");
}

bool makesOrEnds(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee != nullptr && Mangled(*callee).isConstructorOrDestructor();
}

bool isConstructor(const llvm::Function& function) {
  Mangled mangled(function);
  return mangled.isConstructorOrDestructor() && !mangled.baseName().starts_with('~');
}

std::string calledName(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee != nullptr ? Mangled(*callee).baseName() : std::string();
}

}  // namespace covolve::mutate
