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

#include "instrument/known_calls.h"
#include "instrument/probe_functions.h"
#include "instrument/truth_shape.h"
#include "instrument/value_pair.h"

namespace covolve::instrument {

class TruthDistances {
 public:
  TruthDistances(const ProbeFunctions& functions, const KnownCalls& knownCalls)
      : functions_(functions), knownCalls_(knownCalls) {}

  /// Makes the code. Nothing for truth values of which only the outcome is known, and for plain comparisons.
  std::optional<ValuePair> of(llvm::Value* value, llvm::Function& function);

 private:
  ValuePair pairOf(llvm::Value* value);
  ValuePair make(llvm::Value* value);
  ValuePair ofCompare(llvm::IRBuilder<>& builder, llvm::CmpInst& compare);
  ValuePair ofPositions(llvm::IRBuilder<>& builder, llvm::CallBase& call);
  ValuePair ofPhi(llvm::PHINode& phi);
  ValuePair ofEdge(llvm::IRBuilder<>& builder, const llvm::PHINode& phi, unsigned incoming);

  const ProbeFunctions& functions_;
  const KnownCalls& knownCalls_;
  std::unique_ptr<TruthShapes> shapes_;  // of function_
  const llvm::Function* function_ = nullptr;
  llvm::DenseMap<const llvm::Value*, ValuePair> made_;  // of function_
};

}  // namespace covolve::instrument
