#include "libc_quiet.h"

#include <dlfcn.h>
#include <stdio.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "modules.h"
#include "raw_syscall.h"
#include "state.h"

namespace covolve::worker {

namespace {

constexpr size_t kStreamBytes = sizeof(FILE) + sizeof(void*);  // behind a FILE stands its table of functions
constexpr int kStreamsFollowed = 1000;

struct Part {
  char* live;
  char* copy;
  size_t bytes;
};

COVOLVE_STATE Part parts[kMaximumRanges] = {};
COVOLVE_STATE size_t partCount = 0;
COVOLVE_STATE bool prepared = false;
COVOLVE_STATE FILE** allStreams = nullptr;

/// Adds [begin, end) without the standard streams.
void addParts(char* begin, char* end) {
  for (FILE* stream : {stdin, stdout, stderr}) {
    char* hole = reinterpret_cast<char*>(stream);
    if (hole < begin || hole >= end) continue;
    addParts(begin, hole);
    begin = hole + kStreamBytes;
    return addParts(begin, end);
  }
  if (begin < end && partCount < kMaximumRanges) {
    parts[partCount++] = {begin, nullptr, static_cast<size_t>(end - begin)};
  }
}

bool prepare() {
  if (prepared) return partCount != 0;
  prepared = true;
  allStreams = static_cast<FILE**>(dlsym(RTLD_DEFAULT, "_IO_list_all"));
  MemoryRange ranges[kMaximumRanges];
  const size_t count = findLibcWritableRanges(ranges, false);
  for (size_t i = 0; i < count; ++i) addParts(ranges[i].begin, ranges[i].end);
  size_t total = 0;
  for (size_t i = 0; i < partCount; ++i) total += (parts[i].bytes + 63) & ~size_t{63};
  char* memory = partCount != 0 && partCount < kMaximumRanges ? mapMemory(total) : nullptr;
  if (memory == nullptr) partCount = 0;
  for (size_t i = 0; i < partCount; ++i) {
    parts[i].copy = memory;
    memory += (parts[i].bytes + 63) & ~size_t{63};
  }
  return partCount != 0;
}

/// Glibc's, the same since 2.2.
struct StreamLock {
  int word;
  int depth;
  void* owner;
};

}  // namespace

void noteLibcQuiet() {
  if (!prepare()) return;
  for (size_t i = 0; i < partCount; ++i) {
    if (memcmp(parts[i].copy, parts[i].live, parts[i].bytes) != 0) {
      memcpy(parts[i].copy, parts[i].live, parts[i].bytes);
    }
  }
}

bool isLibcQuiet() {
  if (!prepared || partCount == 0) return false;
  for (size_t i = 0; i < partCount; ++i) {
    if (memcmp(parts[i].copy, parts[i].live, parts[i].bytes) != 0) return false;
  }
  return true;
}

bool areStreamsUnlocked() {
  if (allStreams == nullptr) return false;
  int followed = 0;
  for (const FILE* stream = *allStreams; stream != nullptr; stream = stream->_chain) {
    const auto* lock = reinterpret_cast<const StreamLock*>(stream->_lock);
    if (lock != nullptr && lock->owner != nullptr) return false;
    if (++followed > kStreamsFollowed) return false;
  }
  return true;
}

}  // namespace covolve::worker
