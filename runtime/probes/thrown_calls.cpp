// Calls that threw are listed in the shared mapping, where the engine finds
// them even if a later call kills the worker. An exception's type is listed as
// a number, a hash of its mangled name; a table tells what the numbers mean.
#include <cstring>

#include "covolve/protocol.h"
#include "mapping.h"
#include "reporting.h"

namespace covolve::runtime {

namespace {

/// By the name's address: a type's name is written once, and a test that throws is common.
struct Noted {
  const char* name;
  uint32_t hash;
};
constexpr size_t kNoted = 64;
COVOLVE_STATE Noted noted[kNoted] = {};

abi::ExceptionType* table() {
  return reinterpret_cast<abi::ExceptionType*>(region(abi::kExceptionTypesOffset));
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

/// The hash, after making sure that its name stands in the table. 0 for null, and when the table is full.
uint32_t noteExceptionType(const char* mangledName) {
  if (mangledName == nullptr) return 0;
  Noted& known = noted[(reinterpret_cast<uintptr_t>(mangledName) >> 3) % kNoted];
  if (known.name == mangledName) return known.hash;
  const uint32_t hash = abi::hashTypeName(mangledName);
  known = {mangledName, write(mangledName, hash) ? hash : 0};
  return known.hash;
}

}  // namespace

}  // namespace covolve::runtime

using namespace covolve;

namespace {

void list(const abi::ThrownCall& call) {
  abi::Shared& shared = *__covolve_shared;
  if (shared.thrownCount >= abi::kMostThrown) return;
  reinterpret_cast<abi::ThrownCall*>(runtime::region(abi::kThrownOffset))[shared.thrownCount] = call;
  ++shared.thrownCount;
}

}  // namespace

extern "C" void __covolve_threw(uint32_t action, const char* type) {
  if (!runtime::isMapped()) return;
  const uint32_t callSite = __covolve_shared->thrownAt;
  __covolve_shared->thrownAt = abi::kNoSite;  // a later exception may be raised without being thrown
  list({action, callSite, runtime::noteExceptionType(type), 0});
  if (__covolve_shared->trailCount != 0) runtime::noteInTrail(abi::kNoSite, 0, 0);
}

extern "C" void __covolve_left_out(uint32_t action) {
  if (runtime::isMapped()) list({action, abi::kNoSite, 0, 1});
}
