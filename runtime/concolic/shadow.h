// Which bytes of memory are symbolic: for each its expression, which byte of it, and
// the value that was stored. Code that is not instrumented writes to memory without
// telling; then the value no longer agrees, and the byte is taken as concrete.
//
// Instrumented code looks at the filter first, one byte for 64 addresses (and for
// all that lie 4 MiB further), and calls only where there may be something.
#pragma once

#include <cstddef>

#include "arena.h"

namespace covolve::concolic {

constexpr unsigned kFilterShift = 6;
constexpr size_t kFilterBytes = size_t{1} << 16;
/// The widest access of instrumented code: it asks for its first byte only.
constexpr size_t kWidestAccess = 8;

void resetShadow();

/// The expression of `bytes` (up to 8) bytes at an address; 0 where they are all concrete.
Label readShadow(const void* address, unsigned bytes);
/// 0 makes them concrete; `value` is what the program stores.
void writeShadow(const void* address, unsigned bytes, Label label, uint64_t value);
inline Label byteAt(const void* address) { return readShadow(address, 1); }
/// A byte's expression, also where it is concrete.
Label byteOrConstant(const void* address);

void copyShadow(const void* to, const void* from, size_t bytes);
/// One label for each byte.
void fillShadow(const void* to, Label label, uint8_t value, size_t bytes);
/// Whether one of the bytes is.
bool isSymbolic(const void* address, size_t bytes);

}  // namespace covolve::concolic

extern "C" uint8_t __covolve_concolic_filter[covolve::concolic::kFilterBytes];
