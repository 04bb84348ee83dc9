#include "concolic_pass/concolic_module.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "concolic_pass/instrumenter.h"
#include "concolic_pass/models.h"

namespace covolve::concolic_pass {

namespace {

/// Instrumented functions read and write the slots of calls, whatever the source promises.
void forgetPurity(llvm::Module& module) {
  constexpr llvm::Attribute::AttrKind promises[] = {llvm::Attribute::Memory, llvm::Attribute::Speculatable};
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    for (const auto promise : promises) function.removeFnAttr(promise);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      for (const auto promise : promises) call->removeFnAttr(promise);
    }
  }
}

bool isInstrumented(const llvm::Function& function) {
  return !function.isDeclaration() && !function.isPresplitCoroutine() &&
         !function.hasFnAttribute(llvm::Attribute::Naked) && !function.getName().starts_with("__covolve");
}

}  // namespace

void prepareModule(llvm::Module& module) {
  llvm::StripDebugInfo(module);
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(llvm::Attribute::OptimizeNone)) {
      function.removeFnAttr(llvm::Attribute::OptimizeNone);
      function.removeFnAttr(llvm::Attribute::NoInline);
    }
  }
}

void instrumentModule(llvm::Module& module) {
  forgetPurity(module);
  const Runtime runtime(module);
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (isInstrumented(function)) functions.push_back(&function);
  }
  for (llvm::Function* const function : functions) Instrumenter(*function, runtime).run();
  useModels(module);  // known calls are known by their names until here
}

}  // namespace covolve::concolic_pass
