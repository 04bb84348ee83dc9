// All mutants of the requested files in a module, switched at run time
// (covolve/mutants.h), with their table in a section of the object.
#pragma once

namespace llvm {
class Module;
}

namespace covolve::mutate {

/// True when the module was changed.
bool mutateModule(llvm::Module& module);

}  // namespace covolve::mutate
