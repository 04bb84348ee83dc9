// The sides of decisions that an edge of a function's flow graph stands for.
//
// Easy to get wrong: a loop's `a && b` is computed into one truth value, whose
// own site only knows 0 and 1. What makes it true are sides of a and b, and
// those have distances.
#pragma once

#include <set>
#include <vector>

#include "analysis/side.h"

namespace llvm {
class BasicBlock;
class SelectInst;
}  // namespace llvm

namespace covolve::analysis {

/// Alternatives. Empty where the end of the block has no site.
std::set<Side> sidesOf(const llvm::BasicBlock& block, const llvm::BasicBlock& successor);

/// The same of a choice between two values: what makes it the first one, or the other.
std::set<Side> sidesOf(const llvm::SelectInst& choice, bool isFirst);

/// Leaving a scope with objects, clang notes where to go on, cleans up, and switches on the note. The blocks
/// that made the note for this successor; none if the end of the block is no such switch.
std::vector<const llvm::BasicBlock*> notersOf(const llvm::BasicBlock& block,
                                              const llvm::BasicBlock& successor);

}  // namespace covolve::analysis
