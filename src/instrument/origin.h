// What in the IR is of the source and what the compiler made on its own: the
// null test of delete, guards of static variables, loops over array elements,
// dispatch of exceptions and clean-ups. Clang names values and blocks by their
// purpose (the wrapper keeps the names), and these names decide.
//
// Easy to get wrong: debug positions do not tell, compiler-made branches carry
// the position of the statement they serve.
#pragma once

namespace llvm {
class BasicBlock;
class BranchInst;
class CallBase;
class CmpInst;
class Function;
class Instruction;
class PHINode;
class SelectInst;
class SwitchInst;
}  // namespace llvm

namespace covolve::instrument {

/// False for thunks, deleting destructors, complete constructors that only forward, initialisers of globals,
/// lambdas' invokers, implicit members, naked functions, and bodies that are only there to be inlined.
bool isSourceFunction(const llvm::Function& function);

bool isSourceCompare(const llvm::CmpInst& compare);
bool isSourceBranch(const llvm::BranchInst& branch);
bool isSourceSelect(const llvm::SelectInst& select);
bool isSourceSwitch(const llvm::SwitchInst& branch);

/// The result of && or || as a value: its operands are decisions although no branch follows the last.
bool isLogicalOperator(const llvm::PHINode& phi);

/// Blocks that only clean up or dispatch exceptions: their lines are those of other code.
bool isCleanupBlock(const llvm::BasicBlock& block);
/// Blocks where control only meets: their sole jump stands for no statement.
bool isMeetingBlock(const llvm::BasicBlock& block);

/// Where a loop asks whether there is another round.
bool isLoopHead(const llvm::BasicBlock& block);

/// A call of the source (or a throw) through which an exception may leave.
bool mayThrow(const llvm::CallBase& call);

}  // namespace covolve::instrument
