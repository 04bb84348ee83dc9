// What can be told apart of memory: a local variable, or a field of all objects
// of a type.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class StoreInst;
class Type;
class Value;
}  // namespace llvm

namespace covolve::analysis {

/// A structure, and the indices that lead to a part of it.
using Field = std::pair<const llvm::Type*, std::vector<uint64_t>>;

std::optional<Field> fieldOf(const llvm::Value& pointer);

/// Null where there are none or several.
const llvm::StoreInst* onlyStoreTo(const llvm::Value& variable);

/// A local variable, also through a reference to it, or what a function returns by memory. What of it is
/// looked at does not matter as long as it is its beginning. Null: neither.
const llvm::Value* variableOf(const llvm::Value& pointer);

}  // namespace covolve::analysis
