#include "instrument/truth_shape.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <deque>
#include <map>

#include "instrument/place_behind.h"
#include "instrument/positions.h"
#include "ir/decision.h"

namespace covolve::instrument {

namespace {

using Kind = TruthShape::Kind;

constexpr unsigned kMostLeaves = 16;
constexpr unsigned kMostBlocks = 64;

std::optional<Kind> operatorOf(const llvm::Value* value) {
  const auto* const operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (operation == nullptr) return std::nullopt;
  switch (operation->getOpcode()) {
    case llvm::Instruction::And:
      return Kind::And;
    case llvm::Instruction::Or:
      return Kind::Or;
    case llvm::Instruction::Xor:
      return Kind::Xor;
    default:
      return std::nullopt;
  }
}

std::optional<TruthShape> opaque(const llvm::Value* value) {
  if (!hasPlaceBehind(value)) return std::nullopt;
  return TruthShape{Kind::Opaque};
}

const llvm::BranchInst* conditionalEnd(const llvm::BasicBlock& block) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isConditional() ? branch : nullptr;
}

/// The operands that had to be evaluated from this block on for the phi to have another value than `result`:
/// the fewest blocks that decide, among the ways to an edge that may bring it.
unsigned operandsFrom(const llvm::BasicBlock* start, const llvm::PHINode& phi, bool result) {
  const auto mayDiffer = [&](const llvm::BasicBlock* block) {
    const int index = phi.getBasicBlockIndex(block);
    if (index < 0) return false;
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(index));
    return constant == nullptr || constant->isOne() != result;
  };
  std::map<const llvm::BasicBlock*, unsigned> counts;
  std::deque<std::pair<const llvm::BasicBlock*, unsigned>> next{{start, 0}};
  while (!next.empty() && counts.size() < kMostBlocks) {
    const auto [block, before] = next.front();
    next.pop_front();
    if (block == phi.getParent() || !counts.try_emplace(block, before).second) continue;
    if (mayDiffer(block)) return before + 1;
    const bool decides = conditionalEnd(*block) != nullptr;
    for (const llvm::BasicBlock* const successor : llvm::successors(block)) {
      if (decides) {
        next.emplace_back(successor, before + 1);
      } else {
        next.emplace_front(successor, before);
      }
    }
  }
  return 1;
}

}  // namespace

const llvm::DominatorTree& TruthShapes::dominators() const {
  if (!dominators_) dominators_.emplace(function_);
  return *dominators_;
}

/// Each value is looked at once. While it is, it counts as no truth value: one may depend on itself through
/// a loop.
std::optional<TruthShape> TruthShapes::of(llvm::Value* value, unsigned depth) const {
  if (depth == 0 || !value->getType()->isIntegerTy()) return std::nullopt;
  if (const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    if (constant->getValue().ugt(1)) return std::nullopt;
    return TruthShape{Kind::Constant, {}, constant->isOne()};
  }
  if (llvm::isa<llvm::Constant>(value)) return std::nullopt;
  const auto [known, isNew] = shapes_.try_emplace(value, std::nullopt);
  if (!isNew) return known->second;
  const auto shape = value->getType()->isIntegerTy(1) ? ofBit(value, depth) : ofInteger(value, depth);
  return shapes_[value] = shape;
}

std::optional<TruthShape> TruthShapes::ofBit(llvm::Value* value, unsigned depth) const {
  using namespace llvm::PatternMatch;
  llvm::Value *first = nullptr, *second = nullptr, *third = nullptr;
  if (knownCalls_.distancesOf(value)) return TruthShape{Kind::Known};
  if (match(value, m_Not(m_Value(first)))) return TruthShape{Kind::Not, {first}};
  if (match(value, m_Freeze(m_Value(first)))) return TruthShape{Kind::Same, {first}};
  if (match(value, m_Intrinsic<llvm::Intrinsic::expect>(m_Value(first)))) {
    return TruthShape{Kind::Same, {first}};
  }
  if (const auto kind = operatorOf(value)) {
    const auto* const operation = llvm::cast<llvm::BinaryOperator>(value);
    return TruthShape{*kind, {operation->getOperand(0), operation->getOperand(1)}};
  }
  if (match(value, m_Select(m_Value(first), m_Value(second), m_Value(third)))) {
    return TruthShape{Kind::Select, {first, second, third}};
  }
  if (auto* const compare = llvm::dyn_cast<llvm::CmpInst>(value)) return ofCompare(*compare, depth);
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) return ofPhi(*phi);
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(value);
  if (call != nullptr && hasPlaceBehind(call) && comparesPositions(*call)) return TruthShape{Kind::Positions};
  if (match(value, m_Trunc(m_Value(first))) && isTruth(first, depth - 1)) {
    return TruthShape{Kind::Same, {first}};
  }
  return opaque(value);
}

/// Integers that are 0 or 1. What comes from elsewhere may be anything.
std::optional<TruthShape> TruthShapes::ofInteger(llvm::Value* value, unsigned depth) const {
  using namespace llvm::PatternMatch;
  const auto all = [&](TruthShape shape) -> std::optional<TruthShape> {
    for (llvm::Value* const operand : shape.operands) {
      if (operand != nullptr && !isTruth(operand, depth - 1)) return std::nullopt;
    }
    return shape;
  };
  llvm::Value *first = nullptr, *second = nullptr, *third = nullptr;
  const auto* const signExtended = llvm::dyn_cast<llvm::SExtInst>(value);
  if (signExtended != nullptr && signExtended->getSrcTy()->isIntegerTy(1)) return std::nullopt;  // 0 or -1
  if (match(value, m_ZExtOrSExt(m_Value(first))) || match(value, m_Trunc(m_Value(first))) ||
      match(value, m_Freeze(m_Value(first))) ||
      match(value, m_Intrinsic<llvm::Intrinsic::expect>(m_Value(first)))) {
    return all({Kind::Same, {first}});
  }
  if (const auto kind = operatorOf(value)) {
    const auto* const operation = llvm::cast<llvm::BinaryOperator>(value);
    return all({*kind, {operation->getOperand(0), operation->getOperand(1)}});
  }
  if (match(value, m_Select(m_Value(first), m_Value(second), m_Value(third)))) {
    return all({Kind::Select, {first, second, third}});
  }
  if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(value)) {
    const auto shape = ofPhi(*phi);
    const bool areTruths = llvm::all_of(phi->incoming_values(),
                                        [&](llvm::Value* incoming) { return isTruth(incoming, depth - 1); });
    return areTruths && shape && shape->kind == Kind::Phi ? shape : std::nullopt;
  }
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(value);
  if (load == nullptr) return std::nullopt;
  const auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  llvm::StoreInst* const store = variable != nullptr ? onlyStore(*variable) : nullptr;
  if (store == nullptr || store->getValueOperand()->getType() != load->getType()) return std::nullopt;
  const auto stored = all({Kind::Same, {store->getValueOperand()}});
  // Asked last: it is the expensive question, and most variables hold no truth value.
  return stored && dominators().dominates(store, load) ? stored : std::nullopt;
}

/// == and != of truth values are operators on them; all others compare numbers.
TruthShape TruthShapes::ofCompare(llvm::CmpInst& compare, unsigned depth) const {
  llvm::Value* const left = compare.getOperand(0);
  llvm::Value* const right = compare.getOperand(1);
  const TruthShape number{Kind::Compare};
  if (!llvm::isa<llvm::ICmpInst>(compare) || !compare.isEquality()) return number;
  const bool isEqual = compare.getPredicate() == llvm::CmpInst::ICMP_EQ;
  // `!= 0` undoes a widening by the sign too.
  if (const llvm::Value* const truth = ir::narrowed(&compare)) {
    return {Kind::Same, {const_cast<llvm::Value*>(truth)}};
  }
  const auto constant = of(right, depth - 1);
  if (!constant || !isTruth(left, depth - 1)) return number;
  if (constant->kind == Kind::Constant) return {isEqual == constant->holds ? Kind::Same : Kind::Not, {left}};
  return {isEqual ? Kind::Equal : Kind::Xor, {left, right}};
}

std::optional<TruthShape> TruthShapes::ofPhi(llvm::PHINode& phi) const {
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::Value* const value = phi.getIncomingValue(i);
    // A call that ends its block has its result behind the block only.
    const bool isReady = value != phi.getIncomingBlock(i)->getTerminator();
    if (!isReady || (llvm::isa<llvm::Constant>(value) && !llvm::isa<llvm::ConstantInt>(value))) {
      return opaque(&phi);
    }
  }
  return TruthShape{Kind::Phi};
}

/// Of a variable that nothing else than loads can see: not captured, not volatile, stored once.
llvm::StoreInst* TruthShapes::onlyStore(const llvm::AllocaInst& variable) const {
  const auto [known, isNew] = onlyStores_.try_emplace(&variable, nullptr);
  if (!isNew) return known->second;
  llvm::StoreInst* only = nullptr;
  for (const llvm::User* const user : variable.users()) {
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (load->isVolatile()) return nullptr;
    } else if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      if (only != nullptr || store->isVolatile() || store->getValueOperand() == &variable) return nullptr;
      only = const_cast<llvm::StoreInst*>(store);
    } else {
      const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (intrinsic == nullptr || !intrinsic->isLifetimeStartOrEnd()) return nullptr;
    }
  }
  return known->second = only;
}

std::optional<ShortCircuit> TruthShapes::shortCircuit(const llvm::PHINode& phi, unsigned incoming) const {
  const auto* const result = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(incoming));
  const llvm::BranchInst* const branch = conditionalEnd(*phi.getIncomingBlock(incoming));
  if (result == nullptr || branch == nullptr) return std::nullopt;
  const bool takenIf = branch->getSuccessor(0) == phi.getParent();
  const llvm::BasicBlock* const other = branch->getSuccessor(takenIf ? 1 : 0);
  if (other == phi.getParent()) return std::nullopt;
  return ShortCircuit{branch->getCondition(), takenIf, result->isOne(),
                      operandsFrom(other, phi, result->isOne())};
}

bool TruthShapes::isTree(llvm::Value* value) const {
  const auto shape = of(value);
  if (!shape || shape->kind == Kind::Compare) return false;
  Walk found;
  return walk(value, found) && (found.hasCompare || found.leaves.size() > 1);
}

/// False where the tree is too large, or no tree: a value that goes round a loop depends on itself.
bool TruthShapes::walk(llvm::Value* value, Walk& found) const {
  if (found.open.contains(value) || found.open.size() > kDeepest) return false;
  if (!found.seen.insert(value).second) return true;
  const auto shape = of(value);
  if (!shape) return false;
  if (shape->kind == Kind::Constant) return true;
  if (shape->kind == Kind::Compare || shape->kind == Kind::Known || shape->kind == Kind::Positions ||
      shape->kind == Kind::Opaque) {
    found.hasCompare |= shape->kind != Kind::Opaque;
    return found.leaves.insert(value).second && found.leaves.size() <= kMostLeaves;
  }
  found.open.insert(value);
  bool isGood = true;
  if (shape->kind == Kind::Phi) {
    const auto& phi = *llvm::cast<llvm::PHINode>(value);
    for (unsigned i = 0; i < phi.getNumIncomingValues() && isGood; ++i) {
      const auto decided = shortCircuit(phi, i);
      isGood = walk(phi.getIncomingValue(i), found) && (!decided || walk(decided->condition, found));
    }
  }
  for (llvm::Value* const operand : shape->operands) {
    isGood = isGood && (operand == nullptr || walk(operand, found));
  }
  found.open.erase(value);
  return isGood;
}

}  // namespace covolve::instrument
