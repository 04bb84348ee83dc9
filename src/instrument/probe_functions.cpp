#include "instrument/probe_functions.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace covolve::instrument {

namespace {

llvm::FunctionCallee declare(llvm::Module& module, llvm::StringRef name,
                             llvm::ArrayRef<llvm::Type*> parameters) {
  llvm::LLVMContext& context = module.getContext();
  llvm::AttributeList attributes;
  attributes = attributes.addFnAttribute(context, llvm::Attribute::NoUnwind);
  for (unsigned i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->isIntegerTy() && parameters[i]->getIntegerBitWidth() < 32) {
      attributes = attributes.addParamAttribute(context, i, llvm::Attribute::ZExt);
    }
  }
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), parameters, false);
  return module.getOrInsertFunction(name, type, attributes);
}

}  // namespace

ProbeFunctions::ProbeFunctions(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const i1 = llvm::Type::getInt1Ty(context);
  llvm::Type* const i8 = llvm::Type::getInt8Ty(context);
  llvm::Type* const i32 = llvm::Type::getInt32Ty(context);
  llvm::Type* const i64 = llvm::Type::getInt64Ty(context);
  llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* const real = llvm::Type::getDoubleTy(context);
  longDouble = llvm::Triple(module.getTargetTriple()).isX86() ? llvm::Type::getX86_FP80Ty(context)
                                                              : llvm::Type::getFP128Ty(context);
  registerSites = declare(module, "__covolve_register", {pointer, i64, i32, pointer});
  block = declare(module, "__covolve_block", {i32});
  compareSigned = declare(module, "__covolve_compare_signed", {i32, i8, i64, i64});
  compareUnsigned = declare(module, "__covolve_compare_unsigned", {i32, i8, i64, i64});
  compareWide = declare(module, "__covolve_compare_wide", {i32, i8, i1, i64, i64, i64, i64});
  comparePointer = declare(module, "__covolve_compare_pointer", {i32, i8, pointer, pointer});
  compareDouble = declare(module, "__covolve_compare_double", {i32, i8, real, real});
  compareLongDouble = declare(module, "__covolve_compare_long_double", {i32, i8, longDouble, longDouble});
  boolean = declare(module, "__covolve_boolean", {i32, i1});
  cases = declare(module, "__covolve_switch", {i32, i64, pointer, i32});
  shared = module.getOrInsertGlobal("__covolve_shared", pointer);
}

}  // namespace covolve::instrument
