// The runtime's functions (covolve/abi.h) as a module declares them.
//
// Easy to get wrong: small integers are passed extended to 32 bits, and both
// the declaration and the call must say so.
#pragma once

#include <llvm/IR/DerivedTypes.h>

namespace llvm {
class Module;
class Constant;
}  // namespace llvm

namespace covolve::instrument {

struct ProbeFunctions {
  explicit ProbeFunctions(llvm::Module& module);

  llvm::FunctionCallee registerSites, block, compareSigned, compareUnsigned, compareWide, comparePointer,
      compareDouble, compareLongDouble, boolean, cases;
  llvm::Constant* shared;  // __covolve_shared
  llvm::Type* longDouble;  // the runtime's long double; other formats report their outcome only
};

}  // namespace covolve::instrument
