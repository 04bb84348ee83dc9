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
#include "instrument/known_streams.h"
#include "instrument/probe_functions.h"
#include "instrument/value_pair.h"

namespace covolve::instrument {

/// Whether what the standard library is asked is looked into at all.
bool areCallsKnown();

/// How a known call tells its answer; nothing for all others, and for all where they are not wanted.
std::optional<AnswerShape> knownAnswer(const llvm::CallBase& call);

class KnownCalls {
 public:
  explicit KnownCalls(const ProbeFunctions& functions) : functions_(functions) {}

  /// At the builder's place: behind the call, before it where the answer is told before.
  void insert(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call);

  /// Remembers what the module's regular expressions are made of, for the calls that match them.
  void notePatterns(llvm::Module& module);

  /// Of an answer, or of a comparison that asks for it (`strcmp(a, b) == 0`).
  std::optional<ValuePair> distancesOf(const llvm::Value* value) const;

 private:
  llvm::Value* askTexts(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call);
  llvm::Value* askMembers(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call,
                          const Membership& asked);
  void askStream(llvm::IRBuilder<>& builder, llvm::Value* site, llvm::CallBase& call, const StreamRead& read);
  void notePattern(llvm::CallBase& call);

  const ProbeFunctions& functions_;
  llvm::DenseMap<const llvm::Value*, ValuePair> made_;
};

}  // namespace covolve::instrument
