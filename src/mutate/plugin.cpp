// The shell that clang loads: one module pass at the pipeline's start, where the
// IR still has what the source says, and nothing more.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

#include "mutate/mutate_module.h"

namespace {

class MutatePass : public llvm::PassInfoMixin<MutatePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return covolve::mutate::mutateModule(module) ? llvm::PreservedAnalyses::none()
                                                 : llvm::PreservedAnalyses::all();
  }

  // Functions compiled with -O0 are optnone: only required passes see them.
  static bool isRequired() { return true; }
};

void registerMutation(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(MutatePass()); });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "covolve-mutate", "1", registerMutation};
}
