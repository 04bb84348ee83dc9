// The shell that clang loads. The pass comes at the pipeline's start, where every
// decision still has its site; only what is certain to keep them goes before: local
// variables become values, so that their labels need not go through memory. All
// other optimisation comes behind.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "concolic_pass/concolic_module.h"

namespace {

class PreparePass : public llvm::PassInfoMixin<PreparePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    covolve::concolic_pass::prepareModule(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

class ConcolicPass : public llvm::PassInfoMixin<ConcolicPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    covolve::concolic_pass::instrumentModule(module);
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void registerPasses(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
    passes.addPass(PreparePass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)));
    passes.addPass(ConcolicPass());
  });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "covolve-concolic", "1", registerPasses};
}
