#include "concolic_pass/instrumenter.h"
#include "concolic_pass/models.h"

namespace covolve::concolic_pass {

using llvm::Value;

namespace {

/// Whether what is called is instrumented for certain, under this very address.
bool isOwnFunction(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee != nullptr && callee->hasLocalLinkage() && !callee->isDeclaration() &&
         !callee->isPresplitCoroutine() && !callee->hasFnAttribute(llvm::Attribute::Naked);
}

bool returnsAtOnce(const llvm::CallBase& call) {
  const auto* const plain = llvm::dyn_cast<llvm::CallInst>(&call);
  return plain != nullptr && plain->isMustTailCall();
}

}  // namespace

void Instrumenter::takeArguments() {
  llvm::Instruction* first = &*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  Builder builder(first);
  Value* isForUs = nullptr;
  unsigned slot = 0;
  for (llvm::Argument& argument : function_.args()) {
    const auto next = [&]() -> unsigned {
      if (isForUs == nullptr) {
        Value* const called = builder.CreateLoad(builder.getPtrTy(), runtime_.callee(builder));
        isForUs = builder.CreateICmpEQ(called, &function_);
      }
      return slot++;
    };
    if (slot >= concolic::kMostArguments) break;
    if (llvm::Type* const copied = argument.getParamByValType()) {
      Value* const from = builder.CreateLoad(builder.getInt64Ty(), runtime_.argument(builder, next()));
      Value* const known = builder.CreateSelect(isForUs, from, builder.getInt64(0));
      Value* const flag = builder.CreateZExt(builder.CreateICmpNE(known, builder.getInt64(0)), i32_);
      whereSymbolic(*first, {flag}, [&](Builder& inside) -> Value* {
        inside.CreateCall(runtime_.copy, {&argument, inside.CreateIntToPtr(known, inside.getPtrTy()),
                                          inside.getInt64(layout_.getTypeAllocSize(copied))});
        return nullptr;
      });
      builder.SetInsertPoint(first);
      continue;
    }
    Value* label = llvm::Constant::getNullValue(labelType(argument.getType()));
    forEachScalar(argument.getType(), [&](llvm::Type*, llvm::ArrayRef<unsigned> indices) {
      if (slot >= concolic::kMostArguments) return;
      const unsigned number = next();
      Value* const given = builder.CreateLoad(i32_, runtime_.argument(builder, number));
      label = withPart(builder, label, builder.CreateSelect(isForUs, given, concrete_), indices);
    });
    labels_[&argument] = label;
  }
  if (isForUs != nullptr)
    builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), runtime_.callee(builder));
}

void Instrumenter::passArguments(llvm::CallBase& call, llvm::SmallVectorImpl<Value*>& labels) {
  Builder builder(&call);
  struct Passed {
    unsigned slot;
    Value* value;
  };
  llvm::SmallVector<Passed> passed;
  unsigned slot = 0;
  for (unsigned i = 0; i < call.getFunctionType()->getNumParams(); ++i) {
    Value* const argument = call.getArgOperand(i);
    if (slot >= concolic::kMostArguments) break;
    if (call.isByValArgument(i)) {
      passed.push_back({slot++, builder.CreatePtrToInt(argument, builder.getInt64Ty())});
      // It is wider than what the filter is asked about: whether it is symbolic shows when it is copied.
      labels.push_back(builder.getInt32(1));
      continue;
    }
    Value* const whole = labelOf(argument);
    forEachScalar(argument->getType(), [&](llvm::Type*, llvm::ArrayRef<unsigned> indices) {
      if (slot >= concolic::kMostArguments) return;
      Value* const label = part(builder, whole, indices);
      passed.push_back({slot++, label});
      labels.push_back(label);
    });
  }
  whereSymbolic(call, labels, [&](Builder& inside) -> Value* {
    for (const Passed& one : passed) {
      inside.CreateStore(inside.CreateZExt(one.value, inside.getInt64Ty()),
                         runtime_.argument(inside, one.slot));
    }
    inside.CreateStore(call.getCalledOperand(), runtime_.callee(inside));
    return nullptr;
  });
}

void Instrumenter::takeResult(llvm::CallBase& call, llvm::Instruction& behind) {
  Builder builder(&behind);
  Value* label = llvm::Constant::getNullValue(labelType(call.getType()));
  Value* isItsOwn = nullptr;
  unsigned slot = 0;
  forEachScalar(call.getType(), [&](llvm::Type*, llvm::ArrayRef<unsigned> indices) {
    if (slot >= concolic::kMostResults) return;
    Value* result = builder.CreateLoad(i32_, runtime_.result(builder, slot++));
    if (!isOwnFunction(call)) {
      if (isItsOwn == nullptr) {
        Value* const returning = builder.CreateLoad(builder.getPtrTy(), runtime_.returning(builder));
        isItsOwn = builder.CreateICmpEQ(returning, call.getCalledOperand());
      }
      result = builder.CreateSelect(isItsOwn, result, concrete_);
    }
    label = withPart(builder, label, result, indices);
  });
  labels_[&call] = label;
}

void Instrumenter::countUnknown(llvm::CallBase& call, llvm::Instruction& behind,
                                llvm::ArrayRef<Value*> labels) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || isWithoutInterest(callee->getName())) return;
  whereSymbolic(behind, labels, [&](Builder& builder) -> Value* {
    Value* const returning = builder.CreateLoad(builder.getPtrTy(), runtime_.returning(builder));
    Value* const name = builder.CreateGlobalString(callee->getName(), "covolve.name");
    Value* const isKnown = builder.CreateICmpEQ(returning, call.getCalledOperand());
    builder.CreateCall(
        runtime_.unknown,
        {builder.CreateSelect(isKnown, llvm::ConstantPointerNull::get(builder.getPtrTy()), name)});
    return nullptr;
  });
}

void Instrumenter::visitCallBase(llvm::CallBase& call) {
  if (call.isInlineAsm() || llvm::isa<llvm::CallBrInst>(call) || call.getIntrinsicID() != 0) return;
  llvm::SmallVector<Value*> labels;
  passArguments(call, labels);
  // A call through a pointer that hangs on the data.
  makeConcrete(call, {call.getCalledOperand()});
  if (returnsAtOnce(call)) return;
  auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&call);
  if (invoke == nullptr && call.isTerminator()) return;
  llvm::Instruction& behind =
      invoke != nullptr ? *invoke->getNormalDest()->getFirstInsertionPt() : *call.getNextNode();
  takeResult(call, behind);
  decideOnAnswer(call, behind);
  countUnknown(call, behind, labels);
}

void Instrumenter::visitReturnInst(llvm::ReturnInst& end) {
  if (end.getParent()->getTerminatingMustTailCall() != nullptr) return;
  Builder builder(&end);
  builder.CreateStore(&function_, runtime_.returning(builder));
  if (end.getReturnValue() == nullptr) return;
  Value* const whole = labelOf(end.getReturnValue());
  unsigned slot = 0;
  forEachScalar(end.getReturnValue()->getType(), [&](llvm::Type*, llvm::ArrayRef<unsigned> indices) {
    if (slot >= concolic::kMostResults) return;
    builder.CreateStore(part(builder, whole, indices), runtime_.result(builder, slot++));
  });
}

}  // namespace covolve::concolic_pass
