// The runtime as a module sees it (covolve/concolic_calls.h): declarations to call,
// and the variables that instrumented code looks at without a call.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace covolve::concolic_pass {

class Runtime {
 public:
  explicit Runtime(llvm::Module& module);

  llvm::FunctionCallee binary, compare, unary, extract, offset, intrinsic;
  llvm::FunctionCallee load, loadTable, store, copy, fill, makeConcrete;
  llvm::FunctionCallee decide, decideSwitch, unknown, step, outOfCalls;

  // Fields of the thread's slots.
  llvm::Value* callee(llvm::IRBuilder<>& builder) const { return field(builder, 0); }
  llvm::Value* argument(llvm::IRBuilder<>& builder, unsigned index) const { return field(builder, 1, index); }
  llvm::Value* returning(llvm::IRBuilder<>& builder) const { return field(builder, 2); }
  llvm::Value* result(llvm::IRBuilder<>& builder, unsigned index) const { return field(builder, 3, index); }
  llvm::Value* callsLeft(llvm::IRBuilder<>& builder) const { return field(builder, 5); }

  /// Not 0 where an access at the address may touch something symbolic; as a label, to be or-ed with others.
  llvm::Value* mayBeSymbolic(llvm::IRBuilder<>& builder, llvm::Value* address) const;

  llvm::Module& module;

 private:
  llvm::Value* field(llvm::IRBuilder<>& builder, unsigned field) const;
  llvm::Value* field(llvm::IRBuilder<>& builder, unsigned field, unsigned index) const;

  llvm::StructType* slotsType_;
  llvm::GlobalVariable* slots_;
  llvm::GlobalVariable* filter_;
};

}  // namespace covolve::concolic_pass
