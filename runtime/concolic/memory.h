// The memory shared with the engine, as the program sees it, and the private memory
// for tables that must survive the reset between tests. Both are mapped once, before
// the first test, so that no test is seen to map anything.
#pragma once

#include "covolve/concolic_memory.h"

namespace covolve::concolic {

/// Null where the program was not started by covolve: then nothing is ever symbolic.
extern char* sharedMemory;

inline Header& header() { return *reinterpret_cast<Header*>(sharedMemory); }
inline Expression* expressions() { return reinterpret_cast<Expression*>(sharedMemory + kExpressionsOffset); }
inline Decision* decisions() { return reinterpret_cast<Decision*>(sharedMemory + kDecisionsOffset); }
inline const Mark* marks() { return reinterpret_cast<const Mark*>(sharedMemory + kMarksOffset); }
inline const Datum* data() { return reinterpret_cast<const Datum*>(sharedMemory + kDataOffset); }
inline UnknownFunction* functions() {
  return reinterpret_cast<UnknownFunction*>(sharedMemory + kFunctionsOffset);
}

/// Zeros; null when there is no memory.
void* mapPrivate(size_t bytes);

}  // namespace covolve::concolic
