#include "snapshot.h"

#include <cstdint>
#include <cstring>

#include "guarded_pages.h"
#include "raw_syscall.h"
#include "state.h"

namespace covolve::worker {

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kChunk = 2048;                    // compared at once
constexpr size_t kMappedFrom = size_t{256} << 10;  // below, comparing is cheaper than page faults

struct Saved {
  char* live;
  const char* copy;
  size_t bytes;
};

COVOLVE_STATE Saved compared[2 * kMaximumRanges] = {};
COVOLVE_STATE size_t comparedCount = 0;
COVOLVE_STATE MemoryRange mapped[kMaximumRanges] = {};
COVOLVE_STATE size_t mappedCount = 0;

char* roundUp(char* address) {
  return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(address) + kPage - 1) & ~(kPage - 1));
}
char* roundDown(char* address) {
  return reinterpret_cast<char*>(reinterpret_cast<uintptr_t>(address) & ~(kPage - 1));
}

bool isZero(const char* page) {
  static const char zeros[kPage] = {};
  return memcmp(page, zeros, kPage) == 0;
}

/// Replaces whole pages by a private mapping of their own contents.
bool mapOver(char* begin, char* end) {
  const size_t bytes = static_cast<size_t>(end - begin);
  const long file = rawSyscall(SYS_memfd_create, asArgument("covolve-snapshot"), 1 /* MFD_CLOEXEC */);
  if (file < 0) return false;
  bool written = rawSyscall(SYS_ftruncate, file, static_cast<long>(bytes)) == 0;
  for (size_t at = 0; written && at < bytes; at += kPage) {  // zero pages stay holes
    if (isZero(begin + at)) continue;
    written = rawSyscall(SYS_pwrite64, file, asArgument(begin + at), kPage, static_cast<long>(at)) == kPage;
  }
  const bool done =
      written && rawSyscall(SYS_mmap, asArgument(begin), static_cast<long>(bytes), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_FIXED, file, 0) == asArgument(begin);
  rawSyscall(SYS_close, file);
  return done;
}

void compare(char* begin, char* end) {
  if (begin < end) compared[comparedCount++] = {begin, nullptr, static_cast<size_t>(end - begin)};
}

void addRange(const MemoryRange& range) {
  if (range.ofStandardLibrary && guardPages(range.begin, range.end)) return;
  char* first = roundUp(range.begin);
  char* last = roundDown(range.end);
  if (range.end - range.begin < static_cast<ptrdiff_t>(kMappedFrom) || !mapOver(first, last)) {
    compare(range.begin, range.end);
    return;
  }
  mapped[mappedCount++] = {first, last, false};
  compare(range.begin, first);
  compare(last, range.end);
}

}  // namespace

void takeSnapshot(MemoryRange heap) {
  MemoryRange ranges[kMaximumRanges];
  size_t count = findWritableRanges(ranges);
  if (count == kMaximumRanges) --count;
  ranges[count++] = heap;
  for (size_t i = 0; i < count; ++i) addRange(ranges[i]);
  size_t total = 0;
  for (size_t i = 0; i < comparedCount; ++i) total += (compared[i].bytes + 63) & ~size_t{63};
  if (total == 0) return;
  char* memory = mapMemory(total);
  if (memory == nullptr) {
    comparedCount = 0;
    return;
  }
  char* to = memory;
  for (size_t i = 0; i < comparedCount; ++i) {
    memcpy(to, compared[i].live, compared[i].bytes);
    compared[i].copy = to;
    to += (compared[i].bytes + 63) & ~size_t{63};
  }
  rawSyscall(SYS_mprotect, asArgument(memory), static_cast<long>(total), PROT_READ);
}

void restoreSnapshot() {
  restoreGuardedPages();
  for (size_t i = 0; i < comparedCount; ++i) {
    const Saved& saved = compared[i];
    for (size_t at = 0; at < saved.bytes; at += kChunk) {
      const size_t bytes = saved.bytes - at < kChunk ? saved.bytes - at : kChunk;
      if (memcmp(saved.live + at, saved.copy + at, bytes) != 0)
        memcpy(saved.live + at, saved.copy + at, bytes);
    }
  }
  for (size_t i = 0; i < mappedCount; ++i) {
    rawSyscall(SYS_madvise, asArgument(mapped[i].begin), mapped[i].end - mapped[i].begin, MADV_DONTNEED);
  }
}

}  // namespace covolve::worker
