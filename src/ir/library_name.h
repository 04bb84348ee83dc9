// What a linkage name tells of where a function is from.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

namespace covolve::ir {

/// Of namespace std, or libstdc++'s own beside it.
inline bool isLibraryFunction(llvm::StringRef name) {
  return llvm::any_of(
      llvm::ArrayRef{"_ZNSt", "_ZNKSt", "_ZSt", "_ZNSa", "_ZNKSa", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"},
      [&](const char* prefix) { return name.starts_with(prefix); });
}

}  // namespace covolve::ir
