// Which call of the standard library a place in memory has its value from: without
// optimisation iterators and pairs are kept in variables, and handed on from there.
#pragma once

namespace llvm {
class CallBase;
class Value;
}  // namespace llvm

namespace covolve::analysis {

/// Whether nothing but end() of a container is kept there.
bool isEndKept(const llvm::Value& pointer);
/// Whether end() of a container is kept there at times.
bool isEndKeptSometimes(const llvm::Value& pointer);

/// The insertion whose truth value (whether it inserted) stands there, the second of a pair; null: none.
const llvm::CallBase* insertionTold(const llvm::Value& pointer);

}  // namespace covolve::analysis
