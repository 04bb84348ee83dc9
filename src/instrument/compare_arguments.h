// A comparison as the runtime takes it: which of its functions fits the type
// of the operands, and the arguments for it. The probe of a C site and the
// distances of a truth value made of comparisons share this, so that both see
// the same distance.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <vector>

namespace covolve::instrument {

enum class CompareKind { Signed, Unsigned, Wide, Pointer, Double, LongDouble };
constexpr unsigned kCompareKinds = 6;

struct CompareArguments {
  CompareKind kind;
  std::vector<llvm::Value*> values;  // the predicate first
};

/// Nothing where only the outcome can be told: ordered and unordered, and types that the runtime does not
/// know. `longDouble` is the runtime's own.
std::optional<CompareArguments> argumentsOf(llvm::IRBuilder<>& builder, const llvm::CmpInst& compare,
                                            const llvm::Type* longDouble);

/// The instruction's own, else its function's: calls in a function with debug information must have one.
llvm::DebugLoc positionOf(const llvm::Instruction& instruction);

}  // namespace covolve::instrument
