// Conditions that are no comparison are negated; operands of && and || drop out.
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

#include "instrument/origin.h"
#include "mutate/operators.h"
#include "mutate/values.h"

namespace covolve::mutate {

namespace {

using llvm::BasicBlock;
using llvm::BranchInst;

const BranchInst* conditionalBranch(const BasicBlock& block) {
  const auto* const branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isConditional() ? branch : nullptr;
}

/// What the operand of a connector becomes where it drops out.
enum class Drops { Not, AsTrue, AsFalse };

/// `a && b` in a condition: a leads on to b or to where the whole is false, and b leads to that place, too.
Drops dropOf(const BranchInst& branch) {
  const BasicBlock* const ifTrue = branch.getSuccessor(0);
  const BasicBlock* const ifFalse = branch.getSuccessor(1);
  if (purpose(*ifTrue).starts_with("land.")) return Drops::AsTrue;
  if (purpose(*ifFalse).starts_with("lor.")) return Drops::AsFalse;
  for (const BasicBlock* const other : llvm::predecessors(ifFalse)) {
    const BranchInst* const left = conditionalBranch(*other);
    if (left != nullptr && left != &branch && left->getSuccessor(1) == ifFalse &&
        purpose(*left->getSuccessor(0)) == "land.lhs.true")
      return Drops::AsTrue;
  }
  for (const BasicBlock* const other : llvm::predecessors(ifTrue)) {
    const BranchInst* const left = conditionalBranch(*other);
    if (left != nullptr && left != &branch && left->getSuccessor(0) == ifTrue &&
        purpose(*left->getSuccessor(1)) == "lor.lhs.false")
      return Drops::AsFalse;
  }
  return Drops::Not;
}

Alternative dropped(llvm::LLVMContext& context, Drops drops) {
  const bool value = drops == Drops::AsTrue;
  llvm::Value* const constant = llvm::ConstantInt::getBool(context, value);
  return {"logical", value ? "operand of `&&` becomes `true`" : "operand of `||` becomes `false`",
          [constant](llvm::IRBuilderBase&) { return constant; }};
}

Alternative negated(llvm::Instruction& user, unsigned operand) {
  return {"condition", "the condition is negated", [&user, operand](llvm::IRBuilderBase& builder) {
            return builder.CreateNot(user.getOperand(operand));
          }};
}

/// Where the operand is, rather than the statement around it.
const llvm::DILocation* positionOf(const llvm::Value* operand, const llvm::Instruction& user) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(operand);
  const llvm::DILocation* const own = instruction != nullptr ? instruction->getDebugLoc().get() : nullptr;
  return own != nullptr && own->getLine() != 0 ? own : user.getDebugLoc().get();
}

/// It has mutants of its own that do the same.
bool isMutatedItself(const llvm::Value* condition) {
  return isComparison(condition) || isNegation(condition);
}

void mutateBranch(BranchInst& branch, const Context& context, Points& points) {
  if (!instrument::isSourceBranch(branch)) return;
  const llvm::Value* const condition = branch.getCondition();
  const llvm::DILocation* const position = positionOf(condition, branch);
  if (!context.isRequested(position)) return;
  if (!isMutatedItself(condition)) points.addOperand(branch, 0, position, negated(branch, 0));
  const Drops drops = dropOf(branch);
  if (drops != Drops::Not) points.addOperand(branch, 0, position, dropped(branch.getContext(), drops));
}

/// The right operand of && and || as a value; the left one is a branch's condition.
void mutateConnector(llvm::PHINode& phi, const Context& context, Points& points) {
  if (!instrument::isLogicalOperator(phi)) return;
  const bool isAnd = purpose(*phi.getParent()) == "land.end";
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::Value* const operand = phi.getIncomingValue(i);
    if (llvm::isa<llvm::Constant>(operand)) continue;
    const llvm::DILocation* const position = positionOf(operand, phi);
    if (!context.isRequested(position)) continue;
    if (!isMutatedItself(operand)) points.addOperand(phi, i, position, negated(phi, i));
    points.addOperand(phi, i, position, dropped(phi.getContext(), isAnd ? Drops::AsTrue : Drops::AsFalse));
  }
}

}  // namespace

void mutateCondition(llvm::Instruction& instruction, const Context& context, Points& points) {
  if (auto* const branch = llvm::dyn_cast<BranchInst>(&instruction)) {
    mutateBranch(*branch, context, points);
  } else if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    mutateConnector(*phi, context, points);
  } else if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const llvm::DILocation* const position = positionOf(select->getCondition(), *select);
    if (!instrument::isSourceSelect(*select) || !context.isRequested(position)) return;
    if (!isMutatedItself(select->getCondition()))
      points.addOperand(*select, 0, position, negated(*select, 0));
  }
}

}  // namespace covolve::mutate
