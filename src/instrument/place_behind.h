// Where code about a value can stand: behind its definition.
#pragma once

namespace llvm {
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace covolve::instrument {

bool hasPlaceBehind(const llvm::Value* value);

/// Before which instruction, where there is one; arguments of the function exist from its entry on.
llvm::Instruction* placeBehind(llvm::Value* value, llvm::Function& function);

}  // namespace covolve::instrument
