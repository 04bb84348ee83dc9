// abi::Distances in instrumented code: two i64.
#pragma once

namespace llvm {
class Value;
}

namespace covolve::instrument {

struct ValuePair {
  llvm::Value* toTrue;
  llvm::Value* toFalse;

  ValuePair swapped() const { return {toFalse, toTrue}; }
  llvm::Value* to(bool outcome) const { return outcome ? toTrue : toFalse; }
};

}  // namespace covolve::instrument
