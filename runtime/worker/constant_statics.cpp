#include "constant_statics.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "endings.h"
#include "heap.h"
#include "modules.h"
#include "raw_syscall.h"
#include "state.h"

namespace {

/// As the pass writes it (src/instrument/constant_statics.cpp).
struct ConstantStatic {
  int (*construct)();  // 1 when the object stands, 0 when an exception came out of its construction
  char* object;
  uint64_t bytes;
  uint8_t* constructed;
  const uint8_t* guard;  // not 0: it was constructed on the way to main()
};

}  // namespace

extern "C" {
__attribute__((weak, visibility("hidden"))) extern const ConstantStatic __start_covolve_statics[];
__attribute__((weak, visibility("hidden"))) extern const ConstantStatic __stop_covolve_statics[];
}

namespace covolve::worker {

namespace {

constexpr size_t kMostCopied = size_t{64} << 20;

/// All that the program may write, and what it was. Belongs to the function that makes it; the memory is not
/// of the heap.
class Copies {
 public:
  bool take() {
    count_ = findWritableRanges(ranges_);
    if (count_ == kMaximumRanges) return false;
    ranges_[count_++] = testHeap();
    size_t total = 0;
    for (size_t i = 0; i < count_; ++i) total += bytesOf(ranges_[i]);
    if (total > kMostCopied) return false;
    memory_ = mapMemory(total + 1);
    bytes_ = total + 1;
    if (memory_ != nullptr) refresh();
    return memory_ != nullptr;
  }

  void release() { rawSyscall(SYS_munmap, asArgument(memory_), static_cast<long>(bytes_)); }

  /// The standard library may count who uses its locales; that is part of the object.
  bool differOnlyIn(const char* object, size_t bytes) const {
    const char* saved = memory_;
    for (size_t i = 0; i < count_; saved += bytesOf(ranges_[i]), ++i) {
      if (ranges_[i].ofStandardLibrary) continue;
      const MemoryRange& range = ranges_[i];
      const char* const ownBegin = std::clamp<const char*>(object, range.begin, range.end);
      const char* const ownEnd = std::clamp<const char*>(object + bytes, range.begin, range.end);
      const auto isSame = [&](const char* begin, const char* end) {
        return memcmp(begin, saved + (begin - range.begin), static_cast<size_t>(end - begin)) == 0;
      };
      if (!isSame(range.begin, ownBegin) || !isSame(ownEnd, range.end)) return false;
    }
    return true;
  }

  void refresh() {
    char* to = memory_;
    for (size_t i = 0; i < count_; to += bytesOf(ranges_[i]), ++i) {
      memcpy(to, ranges_[i].begin, bytesOf(ranges_[i]));
    }
  }

  void restore() {
    const char* saved = memory_;
    for (size_t i = 0; i < count_; saved += bytesOf(ranges_[i]), ++i) {
      memcpy(ranges_[i].begin, saved, bytesOf(ranges_[i]));
    }
  }

 private:
  static size_t bytesOf(const MemoryRange& range) { return static_cast<size_t>(range.end - range.begin); }

  MemoryRange ranges_[kMaximumRanges];
  size_t count_ = 0;
  char* memory_ = nullptr;
  size_t bytes_ = 0;
};

/// True when the object stands and nothing else changed.
bool construct(const ConstantStatic& which) {
  Copies copies;
  if (!copies.take()) return false;
  beginSeparateHeap();
  const bool stands = which.construct() != 0 && copies.differOnlyIn(which.object, which.bytes);
  if (!stands) copies.restore();
  endSeparateHeap(stands);
  copies.release();
  errno = 0;
  return stands;
}

/// The static of an inline function is named by every unit that has the function.
const ConstantStatic* sameBefore(const ConstantStatic& which) {
  for (const ConstantStatic* at = __start_covolve_statics; at < &which; ++at) {
    if (at->object == which.object) return at;
  }
  return nullptr;
}

void constructAll() {
  for (const ConstantStatic* at = __start_covolve_statics; at < __stop_covolve_statics; ++at) {
    const ConstantStatic* const same = sameBefore(*at);
    *at->constructed = same != nullptr ? *same->constructed : *at->guard == 0 && construct(*at);
  }
}

/// In a process of its own: what dies there would end the server.
bool canBeConstructed() {
  const pid_t trial = fork();
  if (trial == 0) {
    constructAll();
    leave(0);
  }
  int status = 0;
  return trial > 0 && waitpid(trial, &status, 0) == trial && status == 0;
}

}  // namespace

void constructConstantStatics() {
  if (__start_covolve_statics == __stop_covolve_statics) return;
  if (canBeConstructed()) constructAll();
}

}  // namespace covolve::worker
