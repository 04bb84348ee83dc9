#include "concolic_pass/instrumenter.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace covolve::concolic_pass {

using llvm::Type;
using llvm::Value;

Instrumenter::Instrumenter(llvm::Function& function, const Runtime& runtime)
    : function_(function),
      runtime_(runtime),
      layout_(function.getDataLayout()),
      i32_(Type::getInt32Ty(function.getContext())),
      concrete_(llvm::ConstantInt::get(i32_, 0)) {}

bool Instrumenter::hasLabel(const Type* type) {
  if (const auto* const integer = llvm::dyn_cast<llvm::IntegerType>(type))
    return integer->getBitWidth() <= 64;
  return type->isFloatTy() || type->isDoubleTy() || type->isPointerTy();
}

unsigned Instrumenter::bitsOf(const Type* type) {
  if (const auto* const integer = llvm::dyn_cast<llvm::IntegerType>(type)) return integer->getBitWidth();
  return type->isFloatTy() ? 32 : 64;
}

bool Instrumenter::isConcrete(const Value* label) {
  const auto* const constant = llvm::dyn_cast<llvm::Constant>(label);
  return constant != nullptr && constant->isNullValue();
}

Type* Instrumenter::labelType(Type* type) const {
  if (auto* const structure = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<Type*> parts;
    for (Type* const element : structure->elements()) parts.push_back(labelType(element));
    return llvm::StructType::get(type->getContext(), parts);
  }
  if (auto* const array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ArrayType::get(labelType(array->getElementType()), array->getNumElements());
  return i32_;
}

Value* Instrumenter::labelOf(Value* value) const {
  const auto found = labels_.find(value);
  if (found != labels_.end()) return found->second;
  return llvm::Constant::getNullValue(labelType(value->getType()));
}

Value* Instrumenter::asBits(Builder& builder, Value* value) const {
  Type* const type = value->getType();
  if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
  if (type->isFloatingPointTy()) value = builder.CreateBitCast(value, builder.getIntNTy(bitsOf(type)));
  return builder.CreateZExt(value, builder.getInt64Ty());
}

Value* Instrumenter::isNotZero(Builder& builder, Value* label) const {
  return builder.CreateICmpNE(label, concrete_);
}

Value* Instrumenter::whereSymbolic(llvm::Instruction& before, llvm::ArrayRef<Value*> labels, Make make) {
  Builder outside(&before);
  Value* any = nullptr;
  for (Value* const label : labels) {
    if (isConcrete(label)) continue;
    any = any == nullptr ? label : outside.CreateOr(any, label);
  }
  if (any == nullptr) return concrete_;
  llvm::BasicBlock* const head = before.getParent();
  llvm::Instruction* const end =
      llvm::SplitBlockAndInsertIfThen(isNotZero(outside, any), before.getIterator(), /*Unreachable=*/false,
                                      llvm::MDBuilder(before.getContext()).createBranchWeights(1, 100));
  Builder inside(end);
  Value* const made = make(inside);
  if (made == nullptr) return concrete_;
  Builder behind(&before);
  llvm::PHINode* const label = behind.CreatePHI(i32_, 2);
  label->addIncoming(concrete_, head);
  label->addIncoming(made, end->getParent());
  return label;
}

Value* Instrumenter::callBinary(Builder& builder, concolic::Operation operation, unsigned bits, Value* first,
                                Value* second, Value* firstValue, Value* secondValue) const {
  return builder.CreateCall(
      runtime_.binary, {builder.getInt32(static_cast<uint32_t>(operation)), builder.getInt32(bits), first,
                        second, asBits(builder, firstValue), asBits(builder, secondValue)});
}

Value* Instrumenter::callUnary(Builder& builder, concolic::Operation operation, unsigned bits, Value* operand,
                               Value* value) const {
  return builder.CreateCall(
      runtime_.unary, {builder.getInt32(static_cast<uint32_t>(operation)), builder.getInt32(bits), operand,
                       value != nullptr ? asBits(builder, value) : builder.getInt64(0)});
}

void Instrumenter::forEachScalar(Type* type,
                                 llvm::function_ref<void(Type*, llvm::ArrayRef<unsigned>)> visit) {
  llvm::SmallVector<unsigned> indices;
  const auto walk = [&](const auto& self, Type* at) -> void {
    if (hasLabel(at)) return visit(at, indices);
    if (!at->isAggregateType()) return;
    const auto* const structure = llvm::dyn_cast<llvm::StructType>(at);
    const uint64_t count = structure != nullptr ? structure->getNumElements() : at->getArrayNumElements();
    for (unsigned i = 0; i < count; ++i) {
      indices.push_back(i);
      self(self, structure != nullptr ? structure->getElementType(i) : at->getArrayElementType());
      indices.pop_back();
    }
  };
  walk(walk, type);
}

Value* Instrumenter::part(Builder& builder, Value* value, llvm::ArrayRef<unsigned> indices) {
  return indices.empty() ? value : builder.CreateExtractValue(value, indices);
}

Value* Instrumenter::withPart(Builder& builder, Value* value, Value* part, llvm::ArrayRef<unsigned> indices) {
  return indices.empty() ? part : builder.CreateInsertValue(value, part, indices);
}

void Instrumenter::makePhis() {
  for (llvm::BasicBlock& block : function_) {
    llvm::SmallVector<llvm::PHINode*> phis;
    for (llvm::PHINode& phi : block.phis()) phis.push_back(&phi);
    for (llvm::PHINode* const phi : phis) {
      Type* const type = labelType(phi->getType());
      llvm::PHINode* const label =
          llvm::PHINode::Create(type, phi->getNumIncomingValues(), "", phi->getIterator());
      for (llvm::BasicBlock* const from : phi->blocks())
        label->addIncoming(llvm::Constant::getNullValue(type), from);
      labels_[phi] = label;
      phis_.emplace_back(phi, label);
    }
  }
}

void Instrumenter::fillPhis() {
  for (const auto& [phi, label] : phis_) {
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      label->setIncomingValue(i, labelOf(phi->getIncomingValue(i)));
  }
}

/// Where every turn of a loop and every call of a function by itself comes by: what is endless is endless
/// there. Functions that call each other in turn meet the limit of calls (countCall).
llvm::SmallVector<llvm::BasicBlock*> Instrumenter::stepBlocks() const {
  llvm::SmallSetVector<llvm::BasicBlock*, 8> blocks;
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> backEdges;
  llvm::FindFunctionBackedges(function_, backEdges);
  for (const auto& [from, to] : backEdges) blocks.insert(const_cast<llvm::BasicBlock*>(to));
  const bool callsItself = llvm::any_of(function_.users(), [&](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && call->getFunction() == &function_ && call->getCalledFunction() == &function_;
  });
  if (callsItself) blocks.insert(&function_.getEntryBlock());
  return {blocks.begin(), blocks.end()};
}

/// Whether a circle of calls may go through it. One that only the library's functions are on comes to its
/// end; and these must stay small, or what is there to be inlined only is missed when it is linked.
bool Instrumenter::mayBeCalledAgain() const {
  for (const char* const library : {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}) {
    if (function_.getName().starts_with(library)) return false;
  }
  if (function_.hasAvailableExternallyLinkage()) return false;
  return llvm::any_of(llvm::instructions(function_), [](const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && !call->isInlineAsm() && call->getIntrinsicID() == 0;
  });
}

/// Whoever is called cannot be told where that goes through pointers and other modules; so any function that
/// calls something may come to be called again by it.
void Instrumenter::countCall() {
  llvm::Instruction* const first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Builder builder(first);
  Value* const place = runtime_.callsLeft(builder);
  Value* const left = builder.CreateSub(builder.CreateLoad(i32_, place), builder.getInt32(1));
  builder.CreateStore(left, place);
  llvm::Instruction* const end = llvm::SplitBlockAndInsertIfThen(
      builder.CreateICmpEQ(left, concrete_), first->getIterator(), /*Unreachable=*/false,
      llvm::MDBuilder(first->getContext()).createBranchWeights(1, 1'000'000));
  Builder(end).CreateCall(runtime_.outOfCalls);
}

void Instrumenter::run() {
  const bool isCounted = mayBeCalledAgain();
  // What is allocated in the first block is allocated once; blocks are split before the rest of it.
  llvm::BasicBlock& entry = function_.getEntryBlock();
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : entry) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable != nullptr && variable->isStaticAlloca()) variables.push_back(variable);
  }
  for (llvm::AllocaInst* const variable : llvm::reverse(variables))
    variable->moveBefore(entry, entry.begin());
  // A result is there on the edge behind its call only.
  llvm::SmallVector<llvm::InvokeInst*> invokes;
  for (llvm::BasicBlock& block : function_) {
    auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator());
    if (invoke != nullptr && invoke->getNormalDest()->getSinglePredecessor() == nullptr)
      invokes.push_back(invoke);
  }
  for (llvm::InvokeInst* const invoke : invokes)
    llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest());

  llvm::SmallVector<llvm::Instruction*> instructions;
  for (llvm::BasicBlock* const block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_)) {
    for (llvm::Instruction& instruction : *block) instructions.push_back(&instruction);
  }
  const llvm::SmallVector<llvm::BasicBlock*> steps = stepBlocks();
  makePhis();
  takeArguments();
  for (llvm::Instruction* const instruction : instructions) visit(*instruction);
  fillPhis();
  for (llvm::BasicBlock* const block : steps)
    Builder(block, block->getFirstNonPHIOrDbgOrAlloca()).CreateCall(runtime_.step);
  if (isCounted) countCall();
}

}  // namespace covolve::concolic_pass
