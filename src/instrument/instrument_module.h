// Instruments one module: find sites, annotate them, embed the annotated but
// still clean module as bitcode, then insert probes.
//
// Easy to get wrong: the order. Analyses read the embedded bitcode and must see
// the code as the compiler made it, without a single probe.
#pragma once

#include <llvm/IR/PassManager.h>

namespace llvm {
class Module;
}

namespace covolve::instrument {

/// False when the module was left as it was.
bool instrumentModule(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);

}  // namespace covolve::instrument
