// Functions return something else.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

#include "mutate/operators.h"
#include "mutate/values.h"

namespace covolve::mutate {

namespace {

/// Small records are returned as numbers.
bool isPartOfRecord(const llvm::Value& value) {
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&value);
  if (load == nullptr) return false;
  const llvm::Value* const from = load->getPointerOperand();
  if (from->getName().starts_with("coerce") || isReturnSlot(from)) return true;
  const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(from);
  return variable != nullptr && variable->getAllocatedType()->isAggregateType();
}

void mutateValue(llvm::Instruction& user, llvm::Value& value, Points& points) {
  const llvm::DILocation* const position = user.getDebugLoc().get();
  llvm::Type* const type = value.getType();
  const auto add = [&](const std::string& change, Make make) {
    points.addOperand(user, 0, position, {"return", change, std::move(make)});
  };
  if (const auto* const number = llvm::dyn_cast<llvm::Constant>(&value);
      llvm::isa_and_nonnull<llvm::ConstantInt, llvm::ConstantFP>(number)) {
    llvm::Constant* const other =
        number->isZeroValue() ? neighbour(*number, 1) : llvm::Constant::getNullValue(type);
    add("returns `" + textOf(*other) + "` instead of `" + textOf(*number) + "`",
        [other](llvm::IRBuilderBase&) { return other; });
    return;
  }
  if (llvm::isa<llvm::Constant>(value) && !type->isPointerTy()) return;
  if (type->isIntegerTy(1)) {
    if (isComparison(&value) || isNegation(&value)) return;  // negated already
    add("the returned value is negated",
        [&user](llvm::IRBuilderBase& builder) { return builder.CreateNot(user.getOperand(0)); });
  } else if (type->isIntegerTy() || type->isFloatingPointTy()) {
    llvm::Constant* const zero = llvm::Constant::getNullValue(type);
    add("returns `0`", [zero](llvm::IRBuilderBase&) { return zero; });
  } else if (type->isPointerTy() && !llvm::isa<llvm::ConstantPointerNull>(value)) {
    llvm::Constant* const null = llvm::Constant::getNullValue(type);
    add("returns `nullptr`", [null](llvm::IRBuilderBase&) { return null; });
  }
}

/// References never are null.
bool returnsReference(const llvm::Function& function) {
  return function.hasRetAttribute(llvm::Attribute::NonNull) ||
         function.hasRetAttribute(llvm::Attribute::Dereferenceable);
}

}  // namespace

void mutateReturned(llvm::Instruction& instruction, const Context& context, Points& points) {
  if (!context.isRequested(instruction.getDebugLoc().get())) return;
  const llvm::Function& function = *instruction.getFunction();
  if (returnsReference(function) || function.getName() == "main") return;  // main's may be clang's own
  if (auto* const back = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
    llvm::Value* const value = back->getReturnValue();
    if (value != nullptr && !isPartOfRecord(*value)) mutateValue(*back, *value, points);
  } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (isReturnSlot(store->getPointerOperand())) mutateValue(*store, *store->getValueOperand(), points);
  }
}

}  // namespace covolve::mutate
