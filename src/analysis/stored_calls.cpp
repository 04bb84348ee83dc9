#include "analysis/stored_calls.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <vector>

#include "analysis/library_calls.h"

namespace covolve::analysis {

namespace {

/// Stored to a variable, or to its beginning; through copies of the whole.
std::vector<const llvm::Value*> storedTo(const llvm::Value& variable) {
  constexpr size_t kMost = 64;
  std::vector<const llvm::Value*> stored;
  std::vector<const llvm::Value*> open{&variable};
  for (size_t i = 0; i < open.size() && i < kMost; ++i) {
    for (const llvm::User* const user : open[i]->users()) {
      const auto* const place = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
      const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(user);
      if (place != nullptr && place->hasAllZeroIndices()) open.push_back(place);
      if (store != nullptr && store->getPointerOperand() == open[i])
        stored.push_back(store->getValueOperand());
      if (copy != nullptr && copy->getDest() == open[i]) open.push_back(copy->getSource());
    }
  }
  return stored;
}

const llvm::CallBase* calledIn(const llvm::Value& value) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&value);
  return call != nullptr && call->getCalledFunction() != nullptr ? call : nullptr;
}

bool isEnd(const llvm::Value* value) {
  const llvm::CallBase* const call = calledIn(*value);
  return call != nullptr && IteratorCalls::isEnd(call->getCalledFunction()->getName());
}

/// The variable that a pointer to the second of a pair leads into; null: it is none.
const llvm::Value* pairOfSecond(const llvm::Value& pointer) {
  if (const auto* const place = llvm::dyn_cast<llvm::GEPOperator>(&pointer)) {
    const auto* const type = llvm::dyn_cast<llvm::StructType>(place->getSourceElementType());
    const bool isPair = type != nullptr && type->hasName() && type->getName().starts_with("struct.std::pair");
    if (!isPair || place->getNumIndices() != 2 || !place->hasAllConstantIndices()) return nullptr;
    const auto* const index = llvm::cast<llvm::ConstantInt>((place->idx_begin() + 1)->get());
    return index->isOne() ? place->getPointerOperand() : nullptr;
  }
  // auto [place, isNew] keeps references.
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&pointer);
  if (load == nullptr || !llvm::isa<llvm::AllocaInst>(load->getPointerOperand())) return nullptr;
  for (const llvm::Value* const value : storedTo(*load->getPointerOperand())) {
    const llvm::CallBase* const call = calledIn(*value);
    if (call != nullptr && call->arg_size() == 1 &&
        call->getCalledFunction()->getName().starts_with("_ZSt3getILm1E"))
      return call->getArgOperand(0);
  }
  return nullptr;
}

}  // namespace

bool isEndKept(const llvm::Value& pointer) {
  const auto stored = storedTo(pointer);
  return !stored.empty() && std::ranges::all_of(stored, isEnd);
}

bool isEndKeptSometimes(const llvm::Value& pointer) { return std::ranges::any_of(storedTo(pointer), isEnd); }

const llvm::CallBase* insertionTold(const llvm::Value& pointer) {
  const llvm::Value* const pair = pairOfSecond(pointer);
  if (pair == nullptr) return nullptr;
  const auto stored = storedTo(*pair);
  return stored.size() == 1 ? calledIn(*stored.front()) : nullptr;
}

}  // namespace covolve::analysis
