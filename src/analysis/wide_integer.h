// LLVM's integers of up to 128 bits as the compiler's own.
#pragma once

#include <llvm/ADT/APInt.h>

namespace covolve::analysis {

inline __int128 asSigned(const llvm::APInt& value) {
  const llvm::APInt wide = value.sextOrTrunc(128);
  const unsigned __int128 high = wide.extractBitsAsZExtValue(64, 64);
  return static_cast<__int128>(high << 64 | wide.extractBitsAsZExtValue(64, 0));
}

/// Of fewer than 128 bits, or the highest bit is lost to the sign.
inline __int128 asUnsigned(const llvm::APInt& value) { return asSigned(value.zextOrTrunc(128)); }

}  // namespace covolve::analysis
