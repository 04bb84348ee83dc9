// Distances of truth values that are made of comparisons, computed beside
// them: for `(a == 7) & (b == 9)` the sum of both, not 0 or 1. The rules are
// those of the literature: `and` adds the ways to true and takes the shorter
// way to false, `or` the other way round. For && and || kept as a value, phis
// of the distances stand beside the phi; an operand that was skipped counts K.
//
// Easy to get wrong: the distances of a value stand right behind its
// definition, so that they are there wherever the value is.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <memory>
#include <optional>

#include "instrument/probe_functions.h"
#include "instrument/truth_shape.h"

namespace covolve::instrument {

/// distance::Pair in instrumented code: two i64.
struct ValuePair {
  llvm::Value* toTrue;
  llvm::Value* toFalse;

  ValuePair swapped() const { return {toFalse, toTrue}; }
  llvm::Value* to(bool outcome) const { return outcome ? toTrue : toFalse; }
};

class TruthDistances {
 public:
  explicit TruthDistances(const ProbeFunctions& functions) : functions_(functions) {}

  /// Makes the code. Nothing for truth values of which only the outcome is known, and for plain comparisons.
  std::optional<ValuePair> of(llvm::Value* value, llvm::Function& function);

 private:
  ValuePair pairOf(llvm::Value* value);
  ValuePair make(llvm::Value* value);
  ValuePair ofCompare(llvm::IRBuilder<>& builder, llvm::CmpInst& compare);
  ValuePair ofPhi(llvm::PHINode& phi);
  ValuePair ofEdge(llvm::IRBuilder<>& builder, const llvm::PHINode& phi, unsigned incoming);

  const ProbeFunctions& functions_;
  std::unique_ptr<TruthShapes> shapes_;  // of function_
  const llvm::Function* function_ = nullptr;
  llvm::DenseMap<const llvm::Value*, ValuePair> made_;  // of function_
};

}  // namespace covolve::instrument
