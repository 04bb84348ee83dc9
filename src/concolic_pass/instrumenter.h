// Gives every value of a function a label (covolve/concolic_calls.h). Labels of
// structures are structures of labels, of the same shape. Nothing is called where
// all operands are concrete:
//
//   %sum = add i32 %a, %b               %any = or i32 %a.label, %b.label
//                                       br (%any != 0), %symbolic, %go        ; rarely
//                                     symbolic:
//                                       %made = call i32 @__covolve_concolic_binary(Add, 32, %a.label, ...)
//                                     go:
//                                       %sum.label = phi [0, ...], [%made, %symbolic]
//                                       %sum = add i32 %a, %b
//
// Easy to get wrong: blocks are split while instructions are visited. Labels of phis
// are made before, so that splitting keeps their edges right, and filled in at last.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstVisitor.h>

#include "concolic_pass/runtime.h"
#include "covolve/concolic.h"
#include "covolve/concolic_calls.h"

namespace covolve::concolic_pass {

class Instrumenter : public llvm::InstVisitor<Instrumenter> {
 public:
  Instrumenter(llvm::Function& function, const Runtime& runtime);
  void run();

  // arithmetic.cpp
  void visitBinaryOperator(llvm::BinaryOperator& operation);
  void visitUnaryOperator(llvm::UnaryOperator& operation);
  void visitICmpInst(llvm::ICmpInst& compare);
  void visitFCmpInst(llvm::FCmpInst& compare);
  void visitCastInst(llvm::CastInst& cast);
  void visitFreezeInst(llvm::FreezeInst& freeze);
  void visitInsertValueInst(llvm::InsertValueInst& insert);
  void visitExtractValueInst(llvm::ExtractValueInst& extract);
  // decisions.cpp
  void visitBranchInst(llvm::BranchInst& branch);
  void visitSelectInst(llvm::SelectInst& select);
  void visitSwitchInst(llvm::SwitchInst& branch);
  // memory.cpp
  void visitLoadInst(llvm::LoadInst& load);
  void visitStoreInst(llvm::StoreInst& store);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& update);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& exchange);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& address);
  void visitMemTransferInst(llvm::MemTransferInst& copy);
  void visitMemSetInst(llvm::MemSetInst& set);
  // intrinsics.cpp
  void visitIntrinsicInst(llvm::IntrinsicInst& call);
  // calls.cpp
  void visitCallBase(llvm::CallBase& call);
  void visitReturnInst(llvm::ReturnInst& end);

 private:
  using Builder = llvm::IRBuilder<>;
  using Make = llvm::function_ref<llvm::Value*(Builder&)>;

  // instrumenter.cpp
  static bool hasLabel(const llvm::Type* type);
  static unsigned bitsOf(const llvm::Type* type);
  static bool isConcrete(const llvm::Value* label);
  llvm::Type* labelType(llvm::Type* type) const;
  llvm::Value* labelOf(llvm::Value* value) const;
  llvm::Value* asBits(Builder& builder, llvm::Value* value) const;
  llvm::Value* isNotZero(Builder& builder, llvm::Value* label) const;
  /// Nothing is done where all labels are known to be 0. What `make` returns becomes the label; null: none.
  llvm::Value* whereSymbolic(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> labels, Make make);
  llvm::Value* callBinary(Builder& builder, concolic::Operation operation, unsigned bits, llvm::Value* first,
                          llvm::Value* second, llvm::Value* firstValue, llvm::Value* secondValue) const;
  llvm::Value* callUnary(Builder& builder, concolic::Operation operation, unsigned bits, llvm::Value* operand,
                         llvm::Value* value = nullptr) const;
  /// All scalars of a type that may have a label, by their indices.
  static void forEachScalar(llvm::Type* type,
                            llvm::function_ref<void(llvm::Type*, llvm::ArrayRef<unsigned>)> visit);
  /// A scalar of a label; the label itself where it is one.
  static llvm::Value* part(Builder& builder, llvm::Value* value, llvm::ArrayRef<unsigned> indices);
  static llvm::Value* withPart(Builder& builder, llvm::Value* value, llvm::Value* part,
                               llvm::ArrayRef<unsigned> indices);
  llvm::SmallVector<llvm::BasicBlock*> stepBlocks() const;
  bool mayBeCalledAgain() const;
  void countCall();
  void makePhis();
  void fillPhis();

  // arithmetic.cpp
  void setCompareLabel(llvm::CmpInst& compare, concolic::Operation operation, bool isSwapped, bool isNegated);
  // decisions.cpp
  void decide(llvm::Instruction& before, uint64_t site, llvm::Value* condition);
  void decideOnPhis(llvm::Instruction& end, uint64_t site);
  void decideOnAnswer(llvm::CallBase& call, llvm::Instruction& behind);
  // memory.cpp
  llvm::Value* loadLabel(llvm::Instruction& before, llvm::Value* address, llvm::Type* type,
                         llvm::Value* addressLabel);
  void storeLabel(llvm::Instruction& before, llvm::Value* address, llvm::Value* value, llvm::Value* label,
                  llvm::Value* addressLabel);
  void forgetMemory(llvm::Instruction& before, llvm::Value* address, llvm::Type* type);
  void makeConcrete(llvm::Instruction& before, llvm::ArrayRef<llvm::Value*> values);
  // intrinsics.cpp
  bool visitArithmeticIntrinsic(llvm::IntrinsicInst& call);
  llvm::Value* callIntrinsic(Builder& builder, concolic::Intrinsic which, unsigned bits,
                             llvm::ArrayRef<llvm::Value*> operands) const;
  // calls.cpp
  void takeArguments();
  void passArguments(llvm::CallBase& call, llvm::SmallVectorImpl<llvm::Value*>& labels);
  void takeResult(llvm::CallBase& call, llvm::Instruction& behind);
  void countUnknown(llvm::CallBase& call, llvm::Instruction& behind, llvm::ArrayRef<llvm::Value*> labels);

  llvm::Function& function_;
  const Runtime& runtime_;
  const llvm::DataLayout& layout_;
  llvm::Type* i32_;
  llvm::Value* concrete_;
  llvm::DenseMap<llvm::Value*, llvm::Value*> labels_;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;  // and their labels
};

}  // namespace covolve::concolic_pass
