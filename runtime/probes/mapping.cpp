#include "mapping.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "covolve/protocol.h"
#include "languages.h"

namespace covolve::runtime {

COVOLVE_STATE abi::Shared standIn;

namespace {

abi::Shared* mapEngineMemory() {
  const char* const text = getenv(abi::kSharedFdVariable);
  if (text == nullptr || *text == '\0') return nullptr;
  char* end = nullptr;
  const long descriptor = strtol(text, &end, 10);
  struct stat status;
  // The variable may outlive its descriptor, e.g. in a program that the code under test starts.
  if (*end != '\0' || descriptor < 0 || fstat(static_cast<int>(descriptor), &status) != 0) return nullptr;
  if (status.st_size < static_cast<off_t>(abi::kMappingBytes)) return nullptr;
  void* const memory =
      mmap(nullptr, abi::kMappingBytes, PROT_READ | PROT_WRITE, MAP_SHARED, static_cast<int>(descriptor), 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* const shared = static_cast<abi::Shared*>(memory);
  const bool fresh = shared->magic == 0;
  if (!fresh && (shared->magic != abi::kMagic || shared->version != abi::kVersion)) {
    munmap(memory, abi::kMappingBytes);
    return nullptr;
  }
  return shared;
}

abi::Shared* mapOwnMemory() {
  void* const memory = mmap(nullptr, abi::kMappingBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<abi::Shared*>(memory);
}

}  // namespace

void mapShared() {
  if (isMapped()) return;
  abi::Shared* shared = mapEngineMemory();
  if (shared == nullptr) shared = mapOwnMemory();
  if (shared == nullptr) return;  // the program runs unobserved
  if (shared->magic == 0) {
    shared->magic = abi::kMagic;
    shared->version = abi::kVersion;
    shared->lastBlock = abi::kNoSite;
    shared->lastCall = abi::kNoSite;
    shared->thrownAt = abi::kNoSite;
  }
  __covolve_shared = shared;
  mapLanguages();
}

}  // namespace covolve::runtime

COVOLVE_STATE covolve::abi::Shared* __covolve_shared = &covolve::runtime::standIn;
