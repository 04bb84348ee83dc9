// The runtime's functions (covolve/abi.h) as a module declares them.
//
// Easy to get wrong: small integers are passed extended to 32 bits, and both
// the declaration and the call must say so.
#pragma once

#include <llvm/IR/DerivedTypes.h>

#include <array>

#include "instrument/compare_arguments.h"

namespace llvm {
class Module;
class Constant;
}  // namespace llvm

namespace covolve::instrument {

struct ProbeFunctions {
  explicit ProbeFunctions(llvm::Module& module);

  /// Reports a comparison: the site, then CompareArguments.
  llvm::FunctionCallee compare(CompareKind kind) const { return compares_[static_cast<size_t>(kind)]; }
  /// Returns a comparison's two distances; pure.
  llvm::FunctionCallee distance(CompareKind kind) const { return distances_[static_cast<size_t>(kind)]; }

  llvm::FunctionCallee registerSites, block, boolean, truth, cases, texts, members, stream, pattern;
  llvm::Constant* shared;  // __covolve_shared
  llvm::Type* longDouble;  // the runtime's long double; other formats report their outcome only

 private:
  std::array<llvm::FunctionCallee, kCompareKinds> compares_, distances_;
};

}  // namespace covolve::instrument
