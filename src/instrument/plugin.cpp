// The shell that clang loads: it registers one module pass at the pipeline's
// start, where the IR still has the source's branches and library calls, and
// hands everything over (instrument_module.h).
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "instrument/instrument_module.h"

namespace {

class CovolvePass : public llvm::PassInfoMixin<CovolvePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    const bool changed = covolve::instrument::instrumentModule(module, analyses);
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

  // Functions compiled with -O0 are optnone: only required passes see them.
  static bool isRequired() { return true; }
};

void registerPasses(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(CovolvePass()); });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "covolve", "1", registerPasses};
}
