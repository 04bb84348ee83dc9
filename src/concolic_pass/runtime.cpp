#include "concolic_pass/runtime.h"

#include "covolve/concolic_calls.h"

namespace covolve::concolic_pass {

namespace {

// As in runtime/concolic/shadow.h.
constexpr unsigned kFilterShift = 6;
constexpr uint64_t kFilterBytes = uint64_t{1} << 16;

llvm::GlobalVariable* variable(llvm::Module& module, const char* name, llvm::Type* type, bool isThreadLocal) {
  if (auto* const found = module.getNamedGlobal(name)) return found;
  return new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr, name, nullptr,
      isThreadLocal ? llvm::GlobalValue::InitialExecTLSModel : llvm::GlobalValue::NotThreadLocal);
}

}  // namespace

Runtime::Runtime(llvm::Module& given) : module(given) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const none = llvm::Type::getVoidTy(context);
  llvm::Type* const i32 = llvm::Type::getInt32Ty(context);
  llvm::Type* const i64 = llvm::Type::getInt64Ty(context);
  llvm::Type* const pointer = llvm::PointerType::getUnqual(context);
  const auto declare = [&](const char* name, llvm::Type* result, std::initializer_list<llvm::Type*> types) {
    llvm::FunctionCallee callee = module.getOrInsertFunction(
        std::string("__covolve_concolic_") + name,
        llvm::FunctionType::get(result, llvm::ArrayRef<llvm::Type*>(types.begin(), types.size()), false));
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    return callee;
  };
  binary = declare("binary", i32, {i32, i32, i32, i32, i64, i64});
  compare = declare("compare", i32, {i32, i32, i32, i32, i64, i64, i32});
  unary = declare("unary", i32, {i32, i32, i32, i64});
  extract = declare("extract", i32, {i32, i32, i32});
  offset = declare("offset", i32, {i32, i32, i64, i64, i64});
  intrinsic = declare("intrinsic", i32, {i32, i32, i32, i32, i32, i64, i64, i64});
  load = declare("load", i32, {pointer, i32, i32, i32});
  loadTable = declare("load_table", i32, {pointer, i32, i32, i32, pointer, i64});
  store = declare("store", none, {pointer, i32, i32, i64, i32});
  copy = declare("copy", none, {pointer, pointer, i64});
  fill = declare("fill", none, {pointer, i32, i64, i64});
  makeConcrete = declare("make_concrete", none, {i32, i64});
  decide = declare("decide", none, {i64, i32, i32});
  decideSwitch = declare("switch", none, {pointer, pointer, i32, i32, i64});
  unknown = declare("unknown", none, {pointer});
  step = declare("step", none, {});
  outOfCalls = declare("out_of_calls", none, {});
  slotsType_ =
      llvm::StructType::get(context, {pointer, llvm::ArrayType::get(i64, concolic::kMostArguments), pointer,
                                      llvm::ArrayType::get(i32, concolic::kMostResults), i32, i32});
  slots_ = variable(module, "__covolve_concolic_call", slotsType_, true);
  filter_ = variable(module, "__covolve_concolic_filter",
                     llvm::ArrayType::get(llvm::Type::getInt8Ty(context), kFilterBytes), false);
}

llvm::Value* Runtime::field(llvm::IRBuilder<>& builder, unsigned field) const {
  return builder.CreateStructGEP(slotsType_, builder.CreateThreadLocalAddress(slots_), field);
}

llvm::Value* Runtime::field(llvm::IRBuilder<>& builder, unsigned field, unsigned index) const {
  return builder.CreateInBoundsGEP(slotsType_, builder.CreateThreadLocalAddress(slots_),
                                   {builder.getInt32(0), builder.getInt32(field), builder.getInt32(index)});
}

llvm::Value* Runtime::mayBeSymbolic(llvm::IRBuilder<>& builder, llvm::Value* address) const {
  llvm::Value* const number = builder.CreatePtrToInt(address, builder.getInt64Ty());
  llvm::Value* const index = builder.CreateAnd(builder.CreateLShr(number, kFilterShift), kFilterBytes - 1);
  llvm::Type* const byte = builder.getInt8Ty();
  return builder.CreateZExt(builder.CreateLoad(byte, builder.CreateInBoundsGEP(byte, filter_, index)),
                            builder.getInt32Ty());
}

}  // namespace covolve::concolic_pass
