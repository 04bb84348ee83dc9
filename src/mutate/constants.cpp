// Numbers of the source become other numbers.
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

#include "mutate/callee.h"
#include "mutate/operators.h"
#include "mutate/values.h"

namespace covolve::mutate {

namespace {

using llvm::CmpInst;
using llvm::Constant;

void addNumber(llvm::Instruction& user, unsigned operand, const Constant& number, Constant* other,
               Points& points, const llvm::DILocation* position) {
  if (other == nullptr || other == &number) return;
  points.addOperand(user, operand, position,
                    {"constant", "`" + textOf(number) + "` becomes `" + textOf(*other) + "`",
                     [other](llvm::IRBuilderBase&) { return other; }});
}

const Constant* numberAt(const llvm::User& user, unsigned operand) {
  const auto* const constant = llvm::dyn_cast<Constant>(user.getOperand(operand));
  return llvm::isa_and_nonnull<llvm::ConstantInt, llvm::ConstantFP>(constant) ? constant : nullptr;
}

/// Of integers, one neighbour does what another comparison does as well (`< 4` is `<= 3`).
void mutateCompared(CmpInst& compare, Points& points) {
  if (!isComparison(&compare)) return;
  for (const unsigned operand : {0u, 1u}) {
    const Constant* const number = numberAt(compare, operand);
    if (number == nullptr) continue;
    const CmpInst::Predicate predicate =
        operand == 1 ? compare.getPredicate() : compare.getSwappedPredicate();
    const bool below = predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_ULT ||
                       predicate == CmpInst::ICMP_SGE || predicate == CmpInst::ICMP_UGE;
    // Nothing unsigned is below 0.
    if (below && compare.isUnsigned() && number->isZeroValue()) continue;
    addNumber(compare, operand, *number, neighbour(*number, below ? -1 : 1), points,
              compare.getDebugLoc().get());
  }
}

/// Never 0: what a division by it does is for nobody to say.
Constant* divisorInstead(const Constant& number) {
  Constant* const next = neighbour(number, 1);
  return next != nullptr && next->isZeroValue() ? neighbour(number, -1) : next;
}

/// ++ and --, negation and complement have constants of clang's.
void mutateOperands(llvm::BinaryOperator& binary, Points& points) {
  const llvm::StringRef name = purpose(binary);
  if (name == "inc" || name == "dec" || name == "not" || name == "lnot") return;
  static constexpr llvm::StringRef kNames[] = {"add", "sub", "mul", "div", "rem",
                                               "and", "or",  "xor", "shl", "shr"};
  if (!llvm::is_contained(kNames, name)) return;
  for (const unsigned operand : {0u, 1u}) {
    const Constant* const number = numberAt(binary, operand);
    if (number == nullptr) continue;
    const bool isUnaryMinus =
        operand == 0 && binary.getOpcode() == llvm::Instruction::Sub && number->isZeroValue();
    // Never a division by zero, which every test would see.
    const bool divides =
        operand == 1 && (binary.isIntDivRem() || binary.getOpcode() == llvm::Instruction::FDiv);
    if (isUnaryMinus) continue;
    addNumber(binary, operand, *number, divides ? divisorInstead(*number) : another(*number), points,
              binary.getDebugLoc().get());
  }
}

void mutateArguments(llvm::CallBase& call, Points& points) {
  if (!isSourceCall(call)) return;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (call.paramHasAttr(i, llvm::Attribute::ImmArg)) continue;
    if (const Constant* const number = numberAt(call, i))
      addNumber(call, i, *number, another(*number), points, call.getDebugLoc().get());
  }
}

/// Flags that clang keeps for itself, and the length of a list in braces.
bool isCompilersVariable(const llvm::Value& pointer) {
  if (const auto* const element = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer)) {
    const auto* const record = llvm::dyn_cast<llvm::StructType>(element->getSourceElementType());
    return record != nullptr && record->hasName() && record->getName().contains("initializer_list");
  }
  static constexpr llvm::StringRef kPrefixes[] = {"cleanup.",   "nrvo",       "saved_stack", "exn.slot",
                                                  "ehselector", "__vla_expr", "arrayinit"};
  return llvm::isa<llvm::AllocaInst>(pointer) && llvm::any_of(kPrefixes, [&](llvm::StringRef prefix) {
           return pointer.getName().starts_with(prefix);
         });
}

void mutateStored(llvm::StoreInst& store, Points& points) {
  const Constant* const number = numberAt(store, 0);
  if (number == nullptr || isReturnSlot(store.getPointerOperand()) ||
      isCompilersVariable(*store.getPointerOperand()))
    return;
  addNumber(store, 0, *number, another(*number), points, store.getDebugLoc().get());
}

/// The values of `c ? 1 : 2`.
void mutateChosen(llvm::PHINode& phi, const Context& context, Points& points) {
  if (purpose(phi) != "cond" || !context.isRequested(phi.getDebugLoc().get())) return;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (const Constant* const number = numberAt(phi, i))
      addNumber(phi, i, *number, another(*number), points, phi.getDebugLoc().get());
  }
}

}  // namespace

void mutateConstants(llvm::Instruction& instruction, const Context& context, Points& points) {
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return mutateChosen(*phi, context, points);
  if (!context.isRequested(instruction.getDebugLoc().get())) return;
  if (auto* const compare = llvm::dyn_cast<CmpInst>(&instruction)) {
    mutateCompared(*compare, points);
  } else if (auto* const binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    mutateOperands(*binary, points);
  } else if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    mutateArguments(*call, points);
  } else if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    mutateStored(*store, points);
  } else if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    for (const unsigned operand : {1u, 2u}) {
      const Constant* const number = purpose(*select) == "cond" ? numberAt(*select, operand) : nullptr;
      if (number != nullptr)
        addNumber(*select, operand, *number, another(*number), points, select->getDebugLoc().get());
    }
  }
}

}  // namespace covolve::mutate
