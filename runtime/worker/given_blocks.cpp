// Whether a block of the heap that a call returned is the caller's to free: nothing
// that the program keeps refers to it, so that nobody else could. That is how a
// leak checker looks at the end of a program, asked for one block.
//
// Easy to get wrong: variables of the test itself do not count, the objects that it
// made do. The first stand on the stack, which is not looked at; where the others
// lie the harness says.
#include <cstring>

#include "covolve/abi.h"
#include "heap.h"
#include "modules.h"

namespace covolve::worker {

namespace {

class ReferenceSearch {
 public:
  explicit ReferenceSearch(const MemoryRange& block) : block_(block) {}

  /// Also where a word points into the block or right behind it, or where there is too much to read.
  bool finds(const MemoryRange& memory) {
    constexpr size_t kMost = size_t{64} << 20;
    if (memory.begin == block_.begin) return false;  // its own
    const auto begin = (reinterpret_cast<uintptr_t>(memory.begin) + sizeof(void*) - 1) & ~(sizeof(void*) - 1);
    const auto end = reinterpret_cast<uintptr_t>(memory.end);
    if (begin >= end) return false;
    read_ += end - begin;
    if (read_ > kMost) return true;
    for (uintptr_t at = begin; at + sizeof(void*) <= end; at += sizeof(void*)) {
      char* pointer;
      memcpy(static_cast<void*>(&pointer), reinterpret_cast<const void*>(at), sizeof pointer);
      if (pointer >= block_.begin && pointer <= block_.end) return true;
    }
    return false;
  }

  bool findsIn(const MemoryRange* ranges, size_t count) {
    if (count == kMaximumRanges) return true;  // there may be more
    for (size_t i = 0; i < count; ++i) {
      if (finds(ranges[i])) return true;
    }
    return false;
  }

  bool findsInGlobals() {
    MemoryRange ranges[kMaximumRanges];
    if (findsIn(ranges, findWritableRanges(ranges))) return true;
    // Also thread-local: the text of strerror is kept there.
    return findsIn(ranges, findLibcWritableRanges(ranges, true));
  }

 private:
  MemoryRange block_;
  size_t read_ = 0;
};

bool isCallers(const void* address, const MemoryRange& kept) {
  const MemoryRange block = liveBlockAt(address);
  if (block.begin == nullptr) return false;
  ReferenceSearch search(block);
  if (search.finds(kept) || search.findsInGlobals()) return false;
  return !anyLiveBlock([](const MemoryRange& other,
                          void* context) { return static_cast<ReferenceSearch*>(context)->finds(other); },
                       &search);
}

}  // namespace

}  // namespace covolve::worker

extern "C" bool __covolve_is_callers(const void* block, const void* kept, size_t keptBytes) {
  char* const begin = static_cast<char*>(const_cast<void*>(kept));
  return covolve::worker::isCallers(block, {begin, begin + keptBytes, false});
}
