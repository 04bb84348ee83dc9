#include "exception_types.h"

#include <cstring>

#include "covolve/protocol.h"
#include "state.h"

namespace covolve::worker {

namespace {

/// By the name's address: a type's name is written once, and a test that throws is common.
struct Noted {
  const char* name;
  uint32_t hash;
};
constexpr size_t kNoted = 64;
COVOLVE_STATE Noted noted[kNoted] = {};

abi::ExceptionType* table() {
  return reinterpret_cast<abi::ExceptionType*>(reinterpret_cast<char*>(__covolve_shared) +
                                               abi::kExceptionTypesOffset);
}

/// Overwritten by the code under test.
bool isDamaged(abi::ExceptionType& entry) {
  entry.name[sizeof entry.name - 1] = 0;
  return abi::hashTypeName(entry.name) != entry.hash;
}

/// False when the table is full.
bool write(const char* name, uint32_t hash) {
  for (uint32_t i = 0; i < abi::kExceptionTypes; ++i) {
    abi::ExceptionType& entry = table()[(hash + i) % abi::kExceptionTypes];
    if (entry.hash != hash && entry.hash != 0 && !isDamaged(entry)) continue;
    strncpy(entry.name, name, sizeof entry.name - 1);
    entry.name[sizeof entry.name - 1] = 0;
    entry.hash = hash;
    return true;
  }
  return false;
}

}  // namespace

uint32_t noteExceptionType(const char* mangledName) {
  if (mangledName == nullptr) return 0;
  Noted& known = noted[(reinterpret_cast<uintptr_t>(mangledName) >> 3) % kNoted];
  if (known.name == mangledName) return known.hash;
  const uint32_t hash = abi::hashTypeName(mangledName);
  known = {mangledName, write(mangledName, hash) ? hash : 0};
  return known.hash;
}

}  // namespace covolve::worker
