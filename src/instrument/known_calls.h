// The probes of known calls. Each stands behind its call, which stays as it is:
// the program behaves as without it, whatever the function does.
//
//   %same = call i1 @operator==(ptr %text, ptr @.word)
//   %data = load ptr, ptr %text
//   %size = load i64, ptr (%text + 8)
//   %pair = call {i64, i64} @__covolve_texts(i32 %site, ..., i1 %same, ptr %data, i64 %size, ptr @.word, i64
//   -1)
//
// The distances also serve the decisions that the answer is part of.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>

#include "instrument/known_functions.h"
#include "instrument/known_membership.h"
#include "instrument/probe_functions.h"
#include "instrument/value_pair.h"

namespace covolve::instrument {

bool isKnownCall(const llvm::CallBase& call);
bool isToldBefore(const llvm::CallBase& call);

class KnownCalls {
 public:
  explicit KnownCalls(const ProbeFunctions& functions) : functions_(functions) {}

  /// At the builder's place: behind the call, before it where the answer is told before.
  void insert(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call);

  /// Remembers what a regular expression is made of, for the calls that match it.
  void notePattern(llvm::CallBase& call);

  /// Of an answer, or of a comparison that asks for it (`strcmp(a, b) == 0`).
  std::optional<ValuePair> distancesOf(const llvm::Value* value) const;

 private:
  void insertMembership(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call,
                        const Membership& asked);

  const ProbeFunctions& functions_;
  llvm::DenseMap<const llvm::Value*, ValuePair> made_;
};

}  // namespace covolve::instrument
