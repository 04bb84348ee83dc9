#include "instrument/probe_functions.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace covolve::instrument {

namespace {

llvm::FunctionCallee declare(llvm::Module& module, llvm::Type* result, const llvm::Twine& name,
                             llvm::ArrayRef<llvm::Type*> parameters, llvm::AttributeList attributes = {}) {
  llvm::LLVMContext& context = module.getContext();
  attributes = attributes.addFnAttribute(context, llvm::Attribute::NoUnwind);
  for (unsigned i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->isIntegerTy() && parameters[i]->getIntegerBitWidth() < 32) {
      attributes = attributes.addParamAttribute(context, i, llvm::Attribute::ZExt);
    }
  }
  auto* const type = llvm::FunctionType::get(result, parameters, false);
  return module.getOrInsertFunction(name.str(), type, attributes);
}

/// The optimiser may drop, merge and move calls.
llvm::AttributeList pure(llvm::LLVMContext& context) {
  return llvm::AttributeList()
      .addFnAttribute(context, llvm::Attribute::getWithMemoryEffects(context, llvm::MemoryEffects::none()))
      .addFnAttribute(context, llvm::Attribute::WillReturn)
      .addFnAttribute(context, llvm::Attribute::NoSync)
      .addFnAttribute(context, llvm::Attribute::NoFree)
      .addFnAttribute(context, llvm::Attribute::NoCallback);
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
  llvm::Type* const nothing = llvm::Type::getVoidTy(context);
  llvm::Type* const pair = llvm::StructType::get(i64, i64);
  registerSites = declare(module, nothing, "__covolve_register", {pointer, i64, i32, pointer});
  block = declare(module, nothing, "__covolve_block", {i32});
  boolean = declare(module, nothing, "__covolve_boolean", {i32, i1});
  truth = declare(module, nothing, "__covolve_truth", {i32, i64, i64});
  cases = declare(module, nothing, "__covolve_switch", {i32, i64, pointer, i32});
  texts = declare(module, pair, "__covolve_texts", {i32, i8, i1, i8, i8, pointer, i64, pointer, i64, i64});
  members = declare(module, pair, "__covolve_members", {i32, i8, i8, pointer, pointer, pointer, pointer});
  stream = declare(module, nothing, "__covolve_stream", {i32, i8, i8, i8, i1, pointer, pointer});
  pattern = declare(module, nothing, "__covolve_pattern", {pointer, pointer, i64, i32, i8, i8});
  const auto declareCompare = [&](CompareKind kind, const llvm::Twine& name,
                                  std::vector<llvm::Type*> parameters) {
    const auto index = static_cast<size_t>(kind);
    distances_[index] = declare(module, pair, "__covolve_distance_" + name, parameters, pure(context));
    parameters.insert(parameters.begin(), i32);
    compares_[index] = declare(module, nothing, "__covolve_compare_" + name, parameters);
  };
  declareCompare(CompareKind::Signed, "signed", {i8, i64, i64});
  declareCompare(CompareKind::Unsigned, "unsigned", {i8, i64, i64});
  declareCompare(CompareKind::Wide, "wide", {i8, i1, i64, i64, i64, i64});
  declareCompare(CompareKind::Pointer, "pointer", {i8, pointer, pointer});
  declareCompare(CompareKind::Double, "double", {i8, real, real});
  declareCompare(CompareKind::LongDouble, "long_double", {i8, longDouble, longDouble});
  shared = module.getOrInsertGlobal("__covolve_shared", pointer);
}

}  // namespace covolve::instrument
