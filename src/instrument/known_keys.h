// What the keys of containers are made of, as far as a distance between two of them is
// known: numbers, enumerations and texts, and pairs and tuples of these.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>
#include <vector>

#include "covolve/abi.h"

namespace llvm {
class Module;
}

namespace covolve::instrument {

struct KeyValue {
  abi::KeyKind kind;
  unsigned width;  // of a number or a character, in bytes
  unsigned offset;
};

struct KeyType {
  std::vector<KeyValue> values;
  unsigned size;
  unsigned alignment;
};

/// By the type's demangled name.
std::optional<KeyType> keyType(const llvm::Module& module, llvm::StringRef type);

/// Of an element's key, `offset` bytes behind where the element begins, and what is looked for there, which
/// may be of another type: a view where the elements are strings.
std::optional<abi::KeyShape> keyShape(const KeyType& element, const KeyType& key, uint64_t stride,
                                      uint64_t offset);

}  // namespace covolve::instrument
