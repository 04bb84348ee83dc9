// Exceptions leave a test as a number, a hash of their type's mangled name;
// a table in the shared mapping tells the engine what the numbers mean.
#pragma once

#include <cstdint>

namespace covolve::worker {

/// The hash, after making sure that its name stands in the table. 0 for null, and when the table is full.
uint32_t noteExceptionType(const char* mangledName);

}  // namespace covolve::worker
