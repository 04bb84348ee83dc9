#include "instrument/truth_distances.h"

#include <algorithm>
#include <map>

#include "covolve/abi.h"
#include "instrument/compare_arguments.h"
#include "instrument/place_behind.h"
#include "instrument/positions.h"

namespace covolve::instrument {

namespace {

using Kind = TruthShape::Kind;

/// Unoptimised code is common in tests: what is known here is not left for the optimiser.
bool isZero(const llvm::Value* value) {
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant != nullptr && constant->isZero();
}

llvm::Value* smaller(llvm::IRBuilder<>& builder, llvm::Value* left, llvm::Value* right) {
  if (isZero(left)) return left;
  if (isZero(right)) return right;
  return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, right);
}

llvm::Value* sum(llvm::IRBuilder<>& builder, llvm::Value* left, llvm::Value* right) {
  if (isZero(left)) return right;
  if (isZero(right)) return left;
  return smaller(builder, builder.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, left, right),
                 builder.getInt64(abi::kFarthest));
}

ValuePair conjunction(llvm::IRBuilder<>& builder, const ValuePair& left, const ValuePair& right) {
  return {sum(builder, left.toTrue, right.toTrue), smaller(builder, left.toFalse, right.toFalse)};
}

ValuePair choice(llvm::IRBuilder<>& builder, const ValuePair& condition, const ValuePair& ifTrue,
                 const ValuePair& ifFalse) {
  const auto to = [&](bool outcome) {
    return smaller(builder, sum(builder, condition.toTrue, ifTrue.to(outcome)),
                   sum(builder, condition.toFalse, ifFalse.to(outcome)));
  };
  llvm::Value* const toTrue = to(true);
  return {toTrue, to(false)};
}

/// Of a value that cannot change: K would be a false hope.
ValuePair ofConstant(llvm::IRBuilder<>& builder, bool holds) {
  const ValuePair whenTrue{builder.getInt64(0), builder.getInt64(abi::kFarthest)};
  return holds ? whenTrue : whenTrue.swapped();
}

ValuePair ofOutcome(llvm::IRBuilder<>& builder, llvm::Value* outcome) {
  return {builder.CreateZExt(builder.CreateNot(outcome), builder.getInt64Ty()),
          builder.CreateZExt(outcome, builder.getInt64Ty())};
}

}  // namespace

std::optional<ValuePair> TruthDistances::of(llvm::Value* value, llvm::Function& function) {
  if (function_ != &function) {
    function_ = &function;
    shapes_ = std::make_unique<TruthShapes>(function, knownCalls_);
    made_.clear();
  }
  if (!shapes_->isTree(value)) return std::nullopt;
  return pairOf(value);
}

ValuePair TruthDistances::pairOf(llvm::Value* value) {
  if (const auto known = made_.find(value); known != made_.end()) return known->second;
  const ValuePair pair = make(value);
  made_.insert({value, pair});
  return pair;
}

ValuePair TruthDistances::make(llvm::Value* value) {
  const TruthShape shape = *shapes_->of(value);
  const auto operand = [&](unsigned index) { return pairOf(shape.operands[index]); };
  if (shape.kind == Kind::Same) return operand(0);
  if (shape.kind == Kind::Not) return operand(0).swapped();
  if (shape.kind == Kind::Known) return *knownCalls_.distancesOf(value);
  if (shape.kind == Kind::Phi) return ofPhi(*llvm::cast<llvm::PHINode>(value));
  if (shape.kind == Kind::Constant) {
    llvm::IRBuilder<> builder(value->getContext());
    return ofConstant(builder, shape.holds);
  }
  // The operands' code first: where it is made now, it must stand before.
  std::array<ValuePair, 3> operands{};
  for (unsigned i = 0; i < operands.size(); ++i) {
    if (shape.operands[i] != nullptr) operands[i] = operand(i);
  }
  auto& function = const_cast<llvm::Function&>(*function_);
  llvm::Instruction* const place = placeBehind(value, function);
  llvm::IRBuilder<> builder(place);
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  builder.SetCurrentDebugLocation(positionOf(instruction != nullptr ? *instruction : *place));
  switch (shape.kind) {
    case Kind::Compare:
      return ofCompare(builder, *llvm::cast<llvm::CmpInst>(value));
    case Kind::Positions:
      return ofPositions(builder, *llvm::cast<llvm::CallBase>(value));
    case Kind::And:
      return conjunction(builder, operands[0], operands[1]);
    case Kind::Or:
      return conjunction(builder, operands[0].swapped(), operands[1].swapped()).swapped();
    case Kind::Xor:
      return choice(builder, operands[0], operands[1].swapped(), operands[1]);
    case Kind::Equal:
      return choice(builder, operands[0], operands[1], operands[1].swapped());
    case Kind::Select:
      return choice(builder, operands[0], operands[1], operands[2]);
    default:
      return ofOutcome(builder, value);
  }
}

ValuePair TruthDistances::ofCompare(llvm::IRBuilder<>& builder, llvm::CmpInst& compare) {
  const auto arguments = argumentsOf(builder, compare, functions_.longDouble);
  if (!arguments) return ofOutcome(builder, &compare);
  llvm::Value* const pair = builder.CreateCall(functions_.distance(arguments->kind), arguments->values);
  llvm::Value* const toTrue = builder.CreateExtractValue(pair, 0);
  return {toTrue, builder.CreateExtractValue(pair, 1)};
}

/// The iterators are given by reference, and are a pointer each.
ValuePair TruthDistances::ofPositions(llvm::IRBuilder<>& builder, llvm::CallBase& call) {
  const auto position = [&](unsigned index) -> llvm::Value* {
    llvm::LoadInst* const load = builder.CreateLoad(builder.getPtrTy(), call.getArgOperand(index));
    load->setNoSanitizeMetadata();
    return load;
  };
  llvm::Value* const left = position(0);
  llvm::Value* const pair =
      builder.CreateCall(functions_.distance(CompareKind::Pointer),
                         {builder.getInt8(abi::Equal | abi::kPositions), left, position(1)});
  llvm::Value* const toTrue = builder.CreateExtractValue(pair, 0);
  const ValuePair toEqual{toTrue, builder.CreateExtractValue(pair, 1)};
  return asksForDifference(call) ? toEqual.swapped() : toEqual;
}

ValuePair TruthDistances::ofPhi(llvm::PHINode& phi) {
  llvm::IRBuilder<> builder(&phi);
  builder.SetCurrentDebugLocation(positionOf(phi));
  const unsigned count = phi.getNumIncomingValues();
  llvm::PHINode* const toTrue = builder.CreatePHI(builder.getInt64Ty(), count);
  llvm::PHINode* const toFalse = builder.CreatePHI(builder.getInt64Ty(), count);
  // Several edges from one block (of a switch) must bring the same values.
  std::map<const llvm::BasicBlock*, ValuePair> byBlock;
  for (unsigned i = 0; i < count; ++i) {
    llvm::BasicBlock* const block = phi.getIncomingBlock(i);
    if (!byBlock.contains(block)) {
      llvm::IRBuilder<> atEnd(block->getTerminator());
      atEnd.SetCurrentDebugLocation(positionOf(phi));
      byBlock.emplace(block, ofEdge(atEnd, phi, i));
    }
    toTrue->addIncoming(byBlock.at(block).toTrue, block);
    toFalse->addIncoming(byBlock.at(block).toFalse, block);
  }
  return {toTrue, toFalse};
}

/// What the phi's distances are when control comes from this edge. Code for it stands at the edge's start.
ValuePair TruthDistances::ofEdge(llvm::IRBuilder<>& builder, const llvm::PHINode& phi, unsigned incoming) {
  ValuePair pair{builder.getInt64(0), builder.getInt64(0)};
  const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(incoming));
  if (constant == nullptr) {
    pair = pairOf(phi.getIncomingValue(incoming));
  } else if (const auto own = shapes_->shortCircuit(phi, incoming)) {
    llvm::Value* const away =
        sum(builder, pairOf(own->condition).to(!own->takenIf), builder.getInt64(own->skipped));
    (own->result ? pair.toFalse : pair.toTrue) = away;
  } else {
    // Another edge may bring another value; which one takes what is not known here.
    (constant->isOne() ? pair.toFalse : pair.toTrue) = builder.getInt64(1);
  }
  // An operand evaluated before could have decided alone.
  const llvm::BasicBlock* const block = phi.getIncomingBlock(incoming);
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    const llvm::BasicBlock* const before = phi.getIncomingBlock(i);
    const auto earlier = shapes_->shortCircuit(phi, i);
    if (!earlier || before == block || !shapes_->dominators().dominates(before, block)) continue;
    llvm::Value*& distance = earlier->result ? pair.toTrue : pair.toFalse;
    distance = smaller(builder, distance, pairOf(earlier->condition).to(earlier->takenIf));
  }
  return pair;
}

}  // namespace covolve::instrument
