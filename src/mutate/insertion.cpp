#include "mutate/insertion.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace covolve::mutate {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Value;

/// The blocks around what is decided.
struct Question {
  BasicBlock* before;
  BasicBlock* ask;
  llvm::SwitchInst* chosen;  // its default is `go`
  BasicBlock* go;
};

llvm::Constant* idsOf(const Point& point, llvm::Module& module) {
  std::vector<uint64_t> ids;
  for (const Alternative& alternative : point.alternatives) ids.push_back(alternative.id);
  llvm::Constant* const values = llvm::ConstantDataArray::get(module.getContext(), ids);
  return new llvm::GlobalVariable(module, values->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, values, "covolve.mutants");
}

llvm::Value* isOn(IRBuilder<>& builder, llvm::Module& module) {
  llvm::Type* const byte = builder.getInt8Ty();
  llvm::Constant* const on = module.getOrInsertGlobal("__covolve_mutants_on", byte);
  return builder.CreateICmpNE(builder.CreateLoad(byte, on), builder.getInt8(0));
}

/// Splits before `at`.
Question ask(const Point& point, Instruction& at) {
  llvm::Module& module = *at.getModule();
  llvm::LLVMContext& context = at.getContext();
  BasicBlock* const before = at.getParent();
  BasicBlock* const go = before->splitBasicBlock(at.getIterator(), before->getName() + ".go");
  BasicBlock* const question =
      BasicBlock::Create(context, before->getName() + ".ask", before->getParent(), go);

  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(point.position);
  builder.CreateCondBr(isOn(builder, module), question, go,
                       llvm::MDBuilder(context).createBranchWeights(1, 2000));

  builder.SetInsertPoint(question);
  const llvm::FunctionCallee which = module.getOrInsertFunction("__covolve_mutant_at", builder.getInt32Ty(),
                                                                builder.getPtrTy(), builder.getInt32Ty());
  Value* const answer = builder.CreateCall(
      which, {idsOf(point, module), builder.getInt32(static_cast<uint32_t>(point.alternatives.size()))});
  return {before, question, builder.CreateSwitch(answer, go), go};
}

/// A value that is the original, or what the active mutant makes of it; it is known at `at`.
void insertValue(const Point& point, Instruction& at, Value& original,
                 const std::function<void(llvm::PHINode&)>& replace) {
  const Question question = ask(point, at);
  IRBuilder<> phis(question.go, question.go->begin());
  phis.SetCurrentDebugLocation(point.position);
  llvm::PHINode* const value =
      phis.CreatePHI(original.getType(), static_cast<unsigned>(point.alternatives.size()) + 2);
  value->addIncoming(&original, question.before);
  value->addIncoming(&original, question.ask);
  for (size_t i = 0; i < point.alternatives.size(); ++i) {
    BasicBlock* const mutant = BasicBlock::Create(at.getContext(), question.before->getName() + ".mutant",
                                                  question.go->getParent(), question.go);
    question.chosen->addCase(phis.getInt32(static_cast<uint32_t>(i) + 1), mutant);
    IRBuilder<> builder(mutant);
    builder.SetCurrentDebugLocation(point.position);
    value->addIncoming(point.alternatives[i].make(builder), mutant);
    builder.CreateBr(question.go);
  }
  replace(*value);
}

void insertResult(const Point& point) {
  Instruction& instruction = *point.instruction;
  insertValue(point, *instruction.getNextNode(), instruction, [&](llvm::PHINode& value) {
    instruction.replaceUsesWithIf(&value, [&](const llvm::Use& use) { return use.getUser() != &value; });
  });
}

void insertOperand(const Point& point) {
  Instruction& user = *point.instruction;
  Value& original = *user.getOperand(point.operand);
  auto* const phi = llvm::dyn_cast<llvm::PHINode>(&user);
  // What a phi takes is decided where the way to it begins.
  Instruction& at = phi != nullptr ? *phi->getIncomingBlock(point.operand)->getTerminator() : user;
  insertValue(point, at, original, [&](llvm::PHINode& value) { user.setOperand(point.operand, &value); });
}

void insertRemoval(const Point& point) {
  Instruction& instruction = *point.instruction;
  const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&instruction);
  BasicBlock* const behind = invoke != nullptr ? invoke->getNormalDest()
                                               : instruction.getParent()->splitBasicBlock(
                                                     instruction.getNextNode()->getIterator(), "behind");
  const Question question = ask(point, instruction);
  IRBuilder<> builder(instruction.getContext());
  question.chosen->addCase(builder.getInt32(1), behind);
  for (llvm::PHINode& phi : behind->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(question.go), question.ask);
}

}  // namespace

void insert(const Point& point) {
  switch (point.part) {
    case Part::Result:
      return insertResult(point);
    case Part::Operand:
      return insertOperand(point);
    case Part::Whole:
      return insertRemoval(point);
  }
}

}  // namespace covolve::mutate
