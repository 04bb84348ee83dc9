// What is changed in the source: one function a family of mutation operators,
// each of which looks at one instruction. They follow what mutation tools have in
// common (Offutt et al., "An Experimental Determination of Sufficient Mutant
// Operators"): arithmetic, comparisons, conditions and their connectors,
// constants, removed statements, returned values.
//
// A change that does nothing (x + 0 as x - 0) or that another one makes as well
// (`<= 3` as `< 4`) is not made.
#pragma once

#include <llvm/IR/Dominators.h>

#include <functional>
#include <vector>

#include "mutate/point.h"

namespace covolve::mutate {

/// What operators may ask beside the instruction.
struct Context {
  /// Whether the position is in a requested file.
  std::function<bool(const llvm::DILocation*)> isRequested;
  const llvm::DominatorTree& dominators;
  bool isConstructor;
};

using Operator = void (*)(llvm::Instruction& instruction, const Context& context, Points& points);

/// All, in the order in which their mutants are told.
const std::vector<Operator>& operators();

// One file each.
void mutateExpression(llvm::Instruction& instruction, const Context& context, Points& points);
void mutateCondition(llvm::Instruction& instruction, const Context& context, Points& points);
void mutateConstants(llvm::Instruction& instruction, const Context& context, Points& points);
void removeStatement(llvm::Instruction& instruction, const Context& context, Points& points);
void mutateReturned(llvm::Instruction& instruction, const Context& context, Points& points);

}  // namespace covolve::mutate
