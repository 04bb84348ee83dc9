// Functions of libraries that the runtime has a model of (runtime/concolic/models_*.cpp).
#pragma once

namespace llvm {
class Module;
class StringRef;
}  // namespace llvm

namespace covolve::concolic_pass {

/// Calls of them become calls of their models.
void useModels(llvm::Module& module);

/// Whether symbolic arguments of the function lose nothing that would be worth a model.
bool isWithoutInterest(llvm::StringRef function);

}  // namespace covolve::concolic_pass
