// Which function a call calls, as far as operators care: what clang calls on its
// own is no call of the source.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include <string>

namespace covolve::mutate {

/// False for intrinsics, inline assembly, exceptions, allocation, what does not return, and what clang calls
/// for its own purposes.
bool isSourceCall(const llvm::CallBase& call);

/// A constructor or destructor.
bool makesOrEnds(const llvm::CallBase& call);
bool isConstructor(const llvm::Function& function);

/// "push_back", "operator="; empty where a pointer is called.
std::string calledName(const llvm::CallBase& call);

}  // namespace covolve::mutate
