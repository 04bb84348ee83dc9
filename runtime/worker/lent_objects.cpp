// Whether what a call returned can be an object at all. A pointer that was never
// set, or that was read from beyond an array's end, would make every further call
// crash in another place: dozens of faults with one cause, which is in none of them.
#include <dlfcn.h>

#include "covolve/abi.h"
#include "heap.h"
#include "modules.h"

extern "C" void* __libc_stack_end;  // the loader's: where the first frame begins

namespace covolve::worker {

namespace {

/// No process has anything there.
bool isOutOfReach(uintptr_t address) {
  constexpr uintptr_t kLowest = uintptr_t{1} << 16;
#if defined(__x86_64__) || defined(__aarch64__)
  constexpr unsigned kBits = 48;
  if (address >> kBits != 0) return true;
#endif
  return address < kLowest;
}

/// The main thread's, on which tests run.
bool isOfThisStack(const void* address) {
  return address >= __builtin_frame_address(0) && address < __libc_stack_end;
}

bool isTableOfFunctions(const void* table) {
  if (isCodeUnderTest(table) || isLibcItself(table)) return true;
  Dl_info loadedLater;
  return dladdr(table, &loadedLater) != 0;
}

int watchObject(const void* object, abi::ObjectShape shape) {
  const auto address = reinterpret_cast<uintptr_t>(object);
  if (isOutOfReach(address)) return abi::kNoObject;
  if (shape.isPolymorphic && address % alignof(void*) != 0) return abi::kNoObject;
  // Of what the code has mapped for itself nothing is known, not even whether it can be read.
  const bool canBeRead = isOfHeaps(object) || isOfThisStack(object) || isCodeUnderTest(object);
  const int watched = watchBlock(object, shape.size);
  if (watched == abi::kNoObject || !shape.isPolymorphic || !canBeRead) return watched;
  return isTableOfFunctions(*static_cast<const void* const*>(object)) ? watched : abi::kNoObject;
}

}  // namespace

}  // namespace covolve::worker

extern "C" int __covolve_watch(const void* object, covolve::abi::ObjectShape shape) {
  return covolve::worker::watchObject(object, shape);
}
