#include "instrument/orderings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <set>
#include <vector>

#include "instrument/relations.h"
#include "instrument/straight_calls.h"

namespace covolve::instrument {

namespace {

bool isOrdering(const llvm::Type* type) {
  const auto* const structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure != nullptr && structure->hasName() && structure->getName().starts_with("class.std::") &&
         structure->getName().contains("_ordering") && structure->getNumElements() == 1 &&
         structure->getElementType(0)->isIntegerTy(8);
}

bool isOneByte(const llvm::MemTransferInst& copy) {
  const auto* const size = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  return size != nullptr && size->isOne() && !copy.isVolatile();
}

/// Looks at all uses of a variable that holds an ordering. False where its address goes elsewhere.
bool isSimple(const llvm::Value& place) {
  return llvm::all_of(place.users(), [&](const llvm::User* user) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user))
      return load->isSimple() && load->getType()->isIntegerTy(8);
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->isSimple() && store->getValueOperand() != &place &&
             store->getValueOperand()->getType()->isIntegerTy(8);
    if (const auto* const part = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
      return part->hasAllZeroIndices() && isSimple(*part);
    if (const auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(user)) return isOneByte(*copy);
    const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd();
  });
}

/// std::strong_ordering::less and its like are constants of the library's.
llvm::Value* loaded(llvm::IRBuilder<>& builder, llvm::Value* place) {
  if (auto* const global = llvm::dyn_cast<llvm::GlobalVariable>(place)) {
    const bool isKnown = global->isConstant() && global->hasInitializer();
    if (isKnown) {
      const llvm::DataLayout& layout = global->getParent()->getDataLayout();
      if (llvm::Constant* const value = llvm::ConstantFoldLoadFromConst(
              global->getInitializer(), builder.getInt8Ty(), llvm::APInt(64, 0), layout))
        return value;
    }
  }
  return builder.CreateAlignedLoad(builder.getInt8Ty(), place, llvm::Align(1));
}

/// A variable that holds an ordering as one that holds a number.
llvm::AllocaInst* asNumber(llvm::AllocaInst& variable) {
  llvm::IRBuilder<> builder(&variable);
  llvm::AllocaInst* const number = builder.CreateAlloca(builder.getInt8Ty());
  std::vector<llvm::Instruction*> open{&variable};
  std::vector<llvm::Instruction*> gone;
  while (!open.empty()) {
    llvm::Instruction* const place = open.back();
    open.pop_back();
    gone.push_back(place);
    for (llvm::User* const user : llvm::make_early_inc_range(place->users())) {
      auto* const instruction = llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(instruction)) {
        open.push_back(instruction);
      } else if (auto* const copy = llvm::dyn_cast<llvm::MemTransferInst>(instruction)) {
        builder.SetInsertPoint(copy);
        llvm::Value* const from = copy->getRawSource() == place ? number : copy->getRawSource();
        llvm::Value* const to = copy->getRawDest() == place ? number : copy->getRawDest();
        builder.CreateAlignedStore(loaded(builder, from), to, llvm::Align(1));
        copy->eraseFromParent();
      } else if (llvm::isa<llvm::IntrinsicInst>(instruction)) {
        instruction->eraseFromParent();
      } else {
        instruction->replaceUsesOfWith(place, number);
      }
    }
  }
  for (llvm::Instruction* const place : llvm::reverse(gone)) {
    place->replaceAllUsesWith(llvm::PoisonValue::get(place->getType()));  // of debug information
    place->eraseFromParent();
  }
  return number;
}

/// Two numbers of which a select says which is the less: -1, 0 or 1.
bool matchStates(llvm::Value* value, llvm::Value*& left, llvm::Value*& right, bool& isSigned) {
  using namespace llvm::PatternMatch;
  llvm::CmpInst::Predicate order{};
  llvm::CmpInst::Predicate equality{};
  const bool areStates = match(
      value, m_Select(m_ICmp(equality, m_Value(left), m_Value(right)), m_Zero(),
                      m_Select(m_ICmp(order, m_Deferred(left), m_Deferred(right)), m_AllOnes(), m_One())));
  isSigned = order == llvm::CmpInst::ICMP_SLT;
  return areStates && equality == llvm::CmpInst::ICMP_EQ && (isSigned || order == llvm::CmpInst::ICMP_ULT);
}

/// `(a <=> b) < 0` as `a < b`.
void compareDirectly(llvm::Function& function) {
  std::vector<llvm::WeakTrackingVH> compares;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::ICmpInst>(instruction)) compares.emplace_back(&instruction);
  }
  for (const llvm::WeakTrackingVH& handle : compares) {
    auto* const compare = llvm::dyn_cast_or_null<llvm::ICmpInst>(handle);
    if (compare == nullptr) continue;
    const auto* const limit = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    if (limit == nullptr || !limit->isZero() || compare->isUnsigned()) continue;
    llvm::Value* state = compare->getOperand(0);
    if (auto* const widened = llvm::dyn_cast<llvm::SExtInst>(state)) state = widened->getOperand(0);
    llvm::Value *left = nullptr, *right = nullptr;
    bool isSigned = true;
    if (!state->getType()->isIntegerTy(8) || !matchStates(state, left, right, isSigned)) continue;
    const bool isOrder = !compare->isEquality() && !isSigned;
    llvm::IRBuilder<> builder(compare);
    llvm::Value* const direct = builder.CreateICmp(
        isOrder ? llvm::ICmpInst::getUnsignedPredicate(compare->getPredicate()) : compare->getPredicate(),
        left, right);
    direct->takeName(compare);
    compare->replaceAllUsesWith(direct);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(compare);  // with the states, where nobody else asks
  }
}

}  // namespace

bool isAboutOrdering(const llvm::Function& definition, const Demangled& function) {
  if (!isOfStandardLibrary(function)) return false;
  const bool makes = definition.getReturnType()->isIntegerTy(8) && !definition.isDeclaration() &&
                     llvm::any_of(definition.getEntryBlock(), [](const llvm::Instruction& instruction) {
                       const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
                       return variable != nullptr && isOrdering(variable->getAllocatedType());
                     });
  const bool asks = std::ranges::any_of(function.parameters, [](const std::string& type) {
    return type.starts_with("std::") && type.ends_with("_ordering");
  });
  return makes || asks;
}

void simplifyOrderings(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const bool isOne = variable != nullptr && isOrdering(variable->getAllocatedType()) && isSimple(*variable);
    if (isOne) variables.push_back(variable);
  }
  std::vector<llvm::AllocaInst*> numbers;
  for (llvm::AllocaInst* const variable : variables) numbers.push_back(asNumber(*variable));
  if (!numbers.empty()) {
    llvm::DominatorTree dominators(function);
    llvm::erase_if(numbers, [](const llvm::AllocaInst* one) { return !llvm::isAllocaPromotable(one); });
    llvm::PromoteMemToReg(numbers, dominators);
  }
  compareDirectly(function);
}

void inlineOrderings(llvm::Function& function) {
  const auto isNone = [](const llvm::Function&) { return false; };
  std::vector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->isDeclaration()) continue;
    const auto name = demangle(callee->getName().str());
    if (name && isAboutOrdering(*callee, *name) && isStraight(*callee, isNone)) calls.push_back(call);
  }
  if (calls.empty()) return;
  std::set<const llvm::Instruction*> before;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) before.insert(&instruction);
  for (llvm::CallBase* const call : calls) inlineStraight(*call);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!llvm::isa<llvm::CmpInst>(instruction) || before.contains(&instruction)) continue;
    llvm::StringRef name = instruction.getName().rtrim("0123456789");
    while (name.consume_back(".i")) {  // which inlining appends
    }
    instruction.setName(name.str());
  }
  simplifyOrderings(function);
}

}  // namespace covolve::instrument
