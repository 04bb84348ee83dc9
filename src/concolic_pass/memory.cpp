#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include "concolic_pass/instrumenter.h"

namespace covolve::concolic_pass {

using llvm::Value;

namespace {

/// The table that an address is in, if it never changes.
const llvm::GlobalVariable* constantTable(const Value* address) {
  const auto* const table = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(address));
  return table != nullptr && table->isConstant() ? table : nullptr;
}

}  // namespace

Value* Instrumenter::loadLabel(llvm::Instruction& before, Value* address, llvm::Type* type,
                               Value* addressLabel) {
  const auto bytes = static_cast<uint32_t>(layout_.getTypeStoreSize(type));
  const llvm::GlobalVariable* const table = constantTable(address);
  if (table != nullptr && isConcrete(addressLabel)) return concrete_;
  Builder outside(&before);
  Value* const filter = table != nullptr ? concrete_ : runtime_.mayBeSymbolic(outside, address);
  return whereSymbolic(before, {filter, addressLabel}, [&](Builder& builder) -> Value* {
    Value* const width = builder.getInt32(bytes);
    Value* const bits = builder.getInt32(bitsOf(type));
    if (table == nullptr) return builder.CreateCall(runtime_.load, {address, width, bits, addressLabel});
    const uint64_t size = layout_.getTypeAllocSize(table->getValueType());
    return builder.CreateCall(runtime_.loadTable,
                              {address, width, bits, addressLabel, const_cast<llvm::GlobalVariable*>(table),
                               builder.getInt64(size)});
  });
}

void Instrumenter::storeLabel(llvm::Instruction& before, Value* address, Value* value, Value* label,
                              Value* addressLabel) {
  const auto bytes = static_cast<uint32_t>(layout_.getTypeStoreSize(value->getType()));
  Builder outside(&before);
  Value* const filter = runtime_.mayBeSymbolic(outside, address);
  whereSymbolic(before, {filter, label, addressLabel}, [&](Builder& builder) -> Value* {
    builder.CreateCall(runtime_.store,
                       {address, builder.getInt32(bytes), label, asBits(builder, value), addressLabel});
    return nullptr;
  });
}

void Instrumenter::forgetMemory(llvm::Instruction& before, Value* address, llvm::Type* type) {
  Builder builder(&before);
  builder.CreateCall(runtime_.fill, {address, concrete_, builder.getInt64(0),
                                     builder.getInt64(layout_.getTypeStoreSize(type))});
}

void Instrumenter::makeConcrete(llvm::Instruction& before, llvm::ArrayRef<Value*> values) {
  for (Value* const value : values) {
    Value* const label = labelOf(value);
    whereSymbolic(before, {label}, [&](Builder& builder) -> Value* {
      builder.CreateCall(runtime_.makeConcrete, {label, asBits(builder, value)});
      return nullptr;
    });
  }
}

void Instrumenter::visitLoadInst(llvm::LoadInst& load) {
  Value* const address = load.getPointerOperand();
  llvm::Type* const type = load.getType();
  if (hasLabel(type)) {
    labels_[&load] = loadLabel(load, address, type, labelOf(address));
    return;
  }
  makeConcrete(load, {address});
  if (!type->isAggregateType()) return;
  Value* whole = llvm::Constant::getNullValue(labelType(type));
  forEachScalar(type, [&](llvm::Type* scalar, llvm::ArrayRef<unsigned> indices) {
    Builder builder(&load);
    llvm::SmallVector<Value*> path{builder.getInt32(0)};
    for (const unsigned index : indices) path.push_back(builder.getInt32(index));
    Value* const part = builder.CreateInBoundsGEP(type, address, path);
    Value* const label = loadLabel(load, part, scalar, concrete_);
    Builder behind(&load);
    whole = withPart(behind, whole, label, indices);
  });
  labels_[&load] = whole;
}

void Instrumenter::visitStoreInst(llvm::StoreInst& store) {
  Value* const address = store.getPointerOperand();
  Value* const value = store.getValueOperand();
  llvm::Type* const type = value->getType();
  if (hasLabel(type)) return storeLabel(store, address, value, labelOf(value), labelOf(address));
  makeConcrete(store, {address});
  if (!type->isAggregateType()) return forgetMemory(store, address, type);
  Value* const whole = labelOf(value);
  forEachScalar(type, [&](llvm::Type*, llvm::ArrayRef<unsigned> indices) {
    Builder builder(&store);
    llvm::SmallVector<Value*> path{builder.getInt32(0)};
    for (const unsigned index : indices) path.push_back(builder.getInt32(index));
    Value* const to = builder.CreateInBoundsGEP(type, address, path);
    storeLabel(store, to, part(builder, value, indices), part(builder, whole, indices), concrete_);
  });
}

void Instrumenter::visitAtomicRMWInst(llvm::AtomicRMWInst& update) {
  forgetMemory(update, update.getPointerOperand(), update.getType());
}

void Instrumenter::visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& exchange) {
  forgetMemory(exchange, exchange.getPointerOperand(), exchange.getCompareOperand()->getType());
}

void Instrumenter::visitGetElementPtrInst(llvm::GetElementPtrInst& address) {
  if (!hasLabel(address.getType())) return;
  llvm::SmallVector<Value*> labels{labelOf(address.getPointerOperand())};
  for (const llvm::Use& index : address.indices()) {
    if (index->getType()->isIntegerTy()) labels.push_back(labelOf(index));
  }
  llvm::MapVector<Value*, llvm::APInt> scales;
  llvm::APInt distance(64, 0);
  if (!llvm::cast<llvm::GEPOperator>(address).collectOffset(layout_, 64, scales, distance)) return;
  labels_[&address] = whereSymbolic(address, labels, [&](Builder& builder) {
    Value* label = labels.front();
    Value* number = builder.CreatePtrToInt(address.getPointerOperand(), builder.getInt64Ty());
    for (const auto& [index, scale] : scales) {
      Value* const wide = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
      Value* const factor = builder.getInt64(scale.getZExtValue());
      label = builder.CreateCall(runtime_.offset, {label, labelOf(index), number, wide, factor});
      number = builder.CreateAdd(number, builder.CreateMul(wide, factor));
    }
    if (distance.isZero()) return label;
    return callBinary(builder, concolic::Operation::Add, 64, label, concrete_, number,
                      builder.getInt64(distance.getZExtValue()));
  });
}

void Instrumenter::visitMemTransferInst(llvm::MemTransferInst& copy) {
  makeConcrete(copy, {copy.getRawDest(), copy.getRawSource(), copy.getLength()});
  Builder builder(&copy);
  builder.CreateCall(runtime_.copy, {copy.getRawDest(), copy.getRawSource(),
                                     builder.CreateZExt(copy.getLength(), builder.getInt64Ty())});
}

void Instrumenter::visitMemSetInst(llvm::MemSetInst& set) {
  makeConcrete(set, {set.getRawDest(), set.getLength()});
  Builder builder(&set);
  builder.CreateCall(runtime_.fill,
                     {set.getRawDest(), labelOf(set.getValue()), asBits(builder, set.getValue()),
                      builder.CreateZExt(set.getLength(), builder.getInt64Ty())});
}

}  // namespace covolve::concolic_pass
