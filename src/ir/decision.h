// What a condition of the IR is decided on: the comparison behind negations,
// expectations and C's widening to int. The pass that makes the sites and the
// analyses that read them must agree on this, so it is compiled into both.
//
// Easy to get wrong: a negation changes which side of the comparison is meant.
#pragma once

namespace llvm {
class Value;
}

namespace covolve::ir {

struct Decision {
  const llvm::Value* value;
  bool isNegated;  // the condition holds where the value does not
};

/// Strips negation, freezing, widening and expectations.
Decision decidedOn(const llvm::Value* condition);

/// `x != 0` where x is a truth value that was widened, as C and __builtin_expect do: the truth value, else
/// null.
const llvm::Value* narrowed(const llvm::Value* value);

}  // namespace covolve::ir
