#include <optional>

#include "concolic_pass/instrumenter.h"
#include "instrument/known_functions.h"
#include "ir/decision.h"
#include "ir/site_marks.h"

namespace covolve::concolic_pass {

using llvm::Value;

namespace {

/// The comparison that is decided on was noted where it was made, unless it has no site.
bool isNotedAsCompare(const Value* condition) {
  const auto* const compare = llvm::dyn_cast<llvm::CmpInst>(ir::decidedOn(condition).value);
  if (compare == nullptr) return false;
  for (const ir::SiteMark& mark : ir::siteMarks(*compare)) {
    if (mark.kind == abi::SiteKind::Compare) return true;
  }
  return false;
}

llvm::SmallVector<uint64_t> sitesOf(const llvm::Instruction& instruction,
                                    std::initializer_list<abi::SiteKind> kinds) {
  llvm::SmallVector<uint64_t> ids;
  for (const ir::SiteMark& mark : ir::siteMarks(instruction)) {
    for (const abi::SiteKind kind : kinds) {
      if (mark.kind == kind) ids.push_back(mark.id);
    }
  }
  return ids;
}

/// The answer "yes" of a known call: equal to a value, or not.
struct Yes {
  uint64_t value;
  bool isEqual;
};

std::optional<Yes> yesOf(instrument::AnswerShape answer) {
  using instrument::AnswerShape;
  switch (answer) {
    case AnswerShape::Truth:
    case AnswerShape::NotZero:
      return Yes{0, false};
    case AnswerShape::NotTruth:
    case AnswerShape::Zero:
      return Yes{0, true};
    case AnswerShape::NotMinusOne:
      return Yes{~uint64_t{0}, false};
    default:
      return std::nullopt;
  }
}

llvm::Constant* table(llvm::Module& module, llvm::ArrayRef<uint64_t> numbers) {
  llvm::Constant* const values = llvm::ConstantDataArray::get(module.getContext(), numbers);
  return new llvm::GlobalVariable(module, values->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, values, "covolve.switch");
}

}  // namespace

void Instrumenter::decide(llvm::Instruction& before, uint64_t site, Value* condition) {
  Value* const label = labelOf(condition);
  whereSymbolic(before, {label}, [&](Builder& builder) -> Value* {
    builder.CreateCall(runtime_.decide,
                       {builder.getInt64(site), label, builder.CreateZExt(condition, builder.getInt32Ty())});
    return nullptr;
  });
}

void Instrumenter::visitBranchInst(llvm::BranchInst& branch) {
  llvm::SmallVector<uint64_t> sites = sitesOf(branch, {abi::SiteKind::Boolean});
  if (branch.isConditional() && !isNotedAsCompare(branch.getCondition())) {
    decide(branch, sites.empty() ? 0 : sites.front(), branch.getCondition());
    if (!sites.empty()) sites.erase(sites.begin());
  }
  // Operands of && and || whose result is a value: their site is at the end of their block.
  for (const uint64_t site : sites) decideOnPhis(branch, site);
}

void Instrumenter::decideOnPhis(llvm::Instruction& end, uint64_t site) {
  for (const llvm::BasicBlock* const next : llvm::successors(&end)) {
    for (const llvm::PHINode& phi : next->phis()) {
      const int index = phi.getBasicBlockIndex(end.getParent());
      if (index < 0 || !phi.getType()->isIntegerTy(1)) continue;
      Value* const operand = phi.getIncomingValue(static_cast<unsigned>(index));
      if (!llvm::isa<llvm::Constant>(operand)) decide(end, site, operand);
    }
  }
}

void Instrumenter::decideOnAnswer(llvm::CallBase& call, llvm::Instruction& behind) {
  const auto sites = sitesOf(call, {abi::SiteKind::KnownCall});
  Value* const label = labelOf(&call);
  if (sites.empty() || !hasLabel(call.getType()) || isConcrete(label)) return;
  const auto known = instrument::knownCall(call);
  const auto yes = known ? yesOf(known->function->answer) : std::nullopt;
  if (!yes) return;
  const unsigned bits = bitsOf(call.getType());
  whereSymbolic(behind, {label}, [&](Builder& builder) -> Value* {
    Value* const value = asBits(builder, &call);
    Value* const told = builder.getInt64(bits < 64 ? yes->value & ((uint64_t{1} << bits) - 1) : yes->value);
    const auto equal = static_cast<uint32_t>(concolic::Operation::Equal);
    Value* const condition = builder.CreateCall(
        runtime_.compare, {builder.getInt32(equal), builder.getInt32(bits), label, concrete_, value, told,
                           builder.getInt32(yes->isEqual ? 0 : 1)});
    Value* const isYes = yes->isEqual ? builder.CreateICmpEQ(value, told) : builder.CreateICmpNE(value, told);
    builder.CreateCall(runtime_.decide, {builder.getInt64(sites.front()), condition,
                                         builder.CreateZExt(isYes, builder.getInt32Ty())});
    return nullptr;
  });
}

void Instrumenter::visitSelectInst(llvm::SelectInst& select) {
  Value* const condition = select.getCondition();
  Value* const first = labelOf(select.getTrueValue());
  Value* const second = labelOf(select.getFalseValue());
  if (condition->getType()->isVectorTy()) return;
  if (!isConcrete(first) || !isConcrete(second)) {
    Builder builder(&select);
    labels_[&select] = builder.CreateSelect(condition, first, second);
  }
  if (isNotedAsCompare(condition)) return;
  const auto sites = sitesOf(select, {abi::SiteKind::Boolean});
  decide(select, sites.empty() ? 0 : sites.front(), condition);
}

void Instrumenter::visitSwitchInst(llvm::SwitchInst& branch) {
  Value* const value = branch.getCondition();
  Value* const label = labelOf(value);
  if (!hasLabel(value->getType()) || isConcrete(label) || branch.getNumCases() == 0) return;
  llvm::SmallVector<uint64_t> cases;
  for (const auto& one : branch.cases()) cases.push_back(one.getCaseValue()->getZExtValue());
  const auto sites = sitesOf(branch, {abi::SiteKind::Case, abi::SiteKind::Default});
  llvm::Constant* const siteTable =
      sites.size() == cases.size() + 1
          ? table(runtime_.module, sites)
          : llvm::ConstantPointerNull::get(llvm::PointerType::getUnqual(branch.getContext()));
  whereSymbolic(branch, {label}, [&](Builder& builder) -> Value* {
    builder.CreateCall(runtime_.decideSwitch, {siteTable, table(runtime_.module, cases),
                                               builder.getInt32(static_cast<uint32_t>(cases.size())), label,
                                               asBits(builder, value)});
    return nullptr;
  });
}

}  // namespace covolve::concolic_pass
