// What each block of a function depends on, in terms of sites.
//
// Branches without a site (clean-ups, guards, exceptions) are transparent: what
// hangs on them depends on what they depend on. A decision that can only be
// reached after the block does not count: a loop's head needs no round of it.
#pragma once

#include <map>

#include "analysis/side.h"

namespace llvm {
class BasicBlock;
class Function;
}  // namespace llvm

namespace covolve::analysis {

class FunctionFlow {
 public:
  explicit FunctionFlow(const llvm::Function& function);

  /// Empty for code that is never reached.
  Dependence of(const llvm::BasicBlock& block) const;

 private:
  std::map<const llvm::BasicBlock*, Dependence> ofBlock_;
};

}  // namespace covolve::analysis
