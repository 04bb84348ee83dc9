// A module of the concolic build, from the bitcode that its instrumented object
// carries (docs/design/concolic.md).
#pragma once

namespace llvm {
class Module;
}

namespace covolve::concolic_pass {

/// What must be done before variables become values.
void prepareModule(llvm::Module& module);

void instrumentModule(llvm::Module& module);

}  // namespace covolve::concolic_pass
