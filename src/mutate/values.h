// What operators ask of values: clang's names tell what of the IR is of the
// source (instrument/origin.h says why), and constants have neighbours.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Value.h>

#include <optional>
#include <string>

namespace covolve::mutate {

/// Clang's purpose name: "add13" -> "add".
inline llvm::StringRef purpose(const llvm::Value& value) { return value.getName().rtrim("0123456789"); }

/// A comparison as the source has it, not a conversion to bool.
bool isComparison(const llvm::Value* value);
/// `!x` as a value.
bool isNegation(const llvm::Value* value);

/// Where the value that the function returns is stored, where it has several returns.
bool isReturnSlot(const llvm::Value* pointer);

/// A number of the source as people write it: "3", "0.5"; "true" and "false" for i1.
std::string textOf(const llvm::Constant& number);
/// The number plus `step`; none where it is no number or would wrap.
llvm::Constant* neighbour(const llvm::Constant& number, int step);
/// Another value: 1 for 0, 0 for 1, the next one for others. Truth values in memory stay truth values.
llvm::Constant* another(const llvm::Constant& number);

}  // namespace covolve::mutate
