#include "instrument/as_written.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/CommandLine.h>

#include "instrument/source_filter.h"

namespace covolve::instrument {

namespace {

llvm::cl::opt<bool> asWrittenOption("covolve-as-written",
                                    llvm::cl::desc("The user does not optimise this unit"));

/// malloc and its family, operator new and delete with all their companions.
constexpr const char* kAllocations[] = {
    "malloc",
    "calloc",
    "realloc",
    "reallocf",
    "free",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "strdup",
    "strndup",
    "_Znwm",
    "_Znam",
    "_ZnwmRKSt9nothrow_t",
    "_ZnamRKSt9nothrow_t",
    "_ZnwmSt11align_val_t",
    "_ZnamSt11align_val_t",
    "_ZnwmSt11align_val_tRKSt9nothrow_t",
    "_ZnamSt11align_val_tRKSt9nothrow_t",
    "_ZdlPv",
    "_ZdaPv",
    "_ZdlPvm",
    "_ZdaPvm",
    "_ZdlPvRKSt9nothrow_t",
    "_ZdaPvRKSt9nothrow_t",
    "_ZdlPvSt11align_val_t",
    "_ZdaPvSt11align_val_t",
    "_ZdlPvmSt11align_val_t",
    "_ZdaPvmSt11align_val_t",
};

bool isUsers(const llvm::Function& function, const SourceFilter& filter) {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  return subprogram != nullptr && filter.isUsers(subprogram->getFile());
}

/// -ffast-math and its parts are only marks as long as nobody optimises.
void keepArithmetic(llvm::Function& function) {
  for (const char* const licence : {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math",
                                    "no-signed-zeros-fp-math", "approx-func-fp-math"}) {
    function.removeFnAttr(licence);
  }
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.copyFastMathFlags(llvm::FastMathFlags());
  }
}

}  // namespace

void keepAsWritten(llvm::Module& module, const SourceFilter& filter) {
  if (!asWrittenOption) return;
  for (const char* const allocation : kAllocations) {
    llvm::Function* const function = module.getFunction(allocation);
    if (function != nullptr && function->isDeclaration()) function->addFnAttr(llvm::Attribute::NoBuiltin);
  }
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (!function.hasFnAttribute(llvm::Attribute::OptimizeNone)) {  // the source's own: clang adds none here
      function.removeFnAttr(llvm::Attribute::NoInline);
    }
    keepArithmetic(function);
    // All functions alike: the inliner wants the callee to know no fewer library functions than the caller.
    for (const char* const allocation : kAllocations) {
      function.addFnAttr((llvm::Twine("no-builtin-") + allocation).str());
    }
    if (function.hasLinkOnceODRLinkage() && isUsers(function, filter)) {
      function.setLinkage(llvm::GlobalValue::WeakODRLinkage);
    }
  }
}

void keepCopiesOfUsersFunctions(llvm::Module& module, const SourceFilter& filter) {
  for (llvm::Function& function : module) {
    const bool isCopy =
        function.hasAvailableExternallyLinkage() && !function.hasFnAttribute(llvm::Attribute::AlwaysInline);
    if (!isCopy || !isUsers(function, filter)) continue;
    // Weak, not gone: C99's inline functions and extern templates need not be anywhere else.
    function.setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  }
}

}  // namespace covolve::instrument
