// Which truth values of a function are made of others, and how: one step of
// `(a == 7) & !(b == 9)` at a time. Seen through C's and C++'s widening to int
// (an integer that can only be 0 or 1 is a truth value too), through `&&` and
// `||` kept as a value (a phi), and through a local variable with one store.
//
// Easy to get wrong: an operand of a phi exists at the end of its incoming
// block only, and the branch that skipped it is part of the value.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <array>
#include <optional>
#include <set>

#include "instrument/known_calls.h"

namespace covolve::instrument {

struct TruthShape {
  enum Kind { Constant, Compare, Known, Positions, Opaque, Same, Not, And, Or, Xor, Equal, Select, Phi };
  Kind kind;
  std::array<llvm::Value*, 3> operands{};  // as many as the kind has; a select's condition first
  bool holds = false;                      // Constant
};

/// An edge into the phi of && or ||, taken because `condition` decided alone.
struct ShortCircuit {
  llvm::Value* condition;
  bool takenIf;      // the condition's outcome that leads here
  bool result;       // what the phi becomes
  unsigned skipped;  // operands that were not evaluated
};

class TruthShapes {
 public:
  TruthShapes(llvm::Function& function, const KnownCalls& knownCalls)
      : function_(function), knownCalls_(knownCalls) {}

  /// Nothing for what is no truth value, or one whose distances have no place in the code.
  std::optional<TruthShape> of(llvm::Value* value) const { return of(value, kDeepest); }

  std::optional<ShortCircuit> shortCircuit(const llvm::PHINode& phi, unsigned incoming) const;

  /// Made of several truth values or of a comparison elsewhere, of a size that is worth the code.
  bool isTree(llvm::Value* value) const;

  /// The pass changes no edges: made once, when it is first asked for.
  const llvm::DominatorTree& dominators() const;

 private:
  static constexpr unsigned kDeepest = 64;

  struct Walk {
    std::set<const llvm::Value*> open, seen, leaves;
    bool hasCompare = false;
  };

  std::optional<TruthShape> of(llvm::Value* value, unsigned depth) const;
  std::optional<TruthShape> ofBit(llvm::Value* value, unsigned depth) const;
  std::optional<TruthShape> ofInteger(llvm::Value* value, unsigned depth) const;
  TruthShape ofCompare(llvm::CmpInst& compare, unsigned depth) const;
  std::optional<TruthShape> ofPhi(llvm::PHINode& phi) const;
  llvm::StoreInst* onlyStore(const llvm::AllocaInst& variable) const;
  bool isTruth(llvm::Value* value, unsigned depth) const { return of(value, depth).has_value(); }
  bool walk(llvm::Value* value, Walk& walk) const;

  llvm::Function& function_;
  const KnownCalls& knownCalls_;
  mutable std::optional<llvm::DominatorTree> dominators_;
  mutable llvm::DenseMap<const llvm::Value*, std::optional<TruthShape>> shapes_;
  mutable llvm::DenseMap<const llvm::AllocaInst*, llvm::StoreInst*> onlyStores_;
};

}  // namespace covolve::instrument
