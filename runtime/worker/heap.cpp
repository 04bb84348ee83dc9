#include "heap.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "covolve/protocol.h"
#include "endings.h"
#include "modules.h"
#include "probes/endless_loop.h"
#include "raw_syscall.h"
#include "state.h"

namespace covolve::worker {

namespace {

constexpr size_t kGranule = 16;
constexpr size_t kSmallest = 1024;  // up to here classes are one granule apart, then four to each doubling
constexpr unsigned kSmallClasses = kSmallest / kGranule;
constexpr unsigned kClasses = kSmallClasses + 4 * 28;
constexpr uint64_t kDefaultLimit = uint64_t{1} << 30;
constexpr size_t kClearedByHand = size_t{8} << 20;  // page faults cost more than clearing what is used again
constexpr size_t kGivenBack = size_t{4} << 20;      // freed blocks of this size return their pages at once
constexpr size_t kBytesOfAStep = 1024;  // memory is filled by whoever asks for it, and that takes its time
constexpr size_t kAddressSpace = size_t{1} << 47;  // no process gets more, on any machine

enum class BlockState : uint8_t { Live = 0xa1, Carrier = 0xc7, Free = 0xf3 };

/// Stands right before the user's bytes. A Carrier's user bytes contain a block of larger alignment.
struct Header {
  uint64_t size;
  uint32_t guard;
  uint8_t sizeClass;
  BlockState state;
  uint16_t shift;  // of an aligned block: granules back to its Carrier's header, 0 for others
};
static_assert(sizeof(Header) == kGranule);

struct Arena {
  char* begin;
  char* end;
  char* bump;
  char* base;  // bump as static initialisation left it
  uint64_t live;
  uint64_t limit;
  uint64_t unsuspicious;  // live bytes; beyond them the loop that allocates without end is looked for
  uint64_t liveAtBase;
  bool touched;  // since the last reset
  Header* freeBlocks[kClasses];
  Header* freeAtBase[kClasses];
};

void copyLists(Header* (&to)[kClasses], Header* const (&from)[kClasses]) {
  memcpy(static_cast<void*>(to), static_cast<const void*>(from), sizeof to);
}

COVOLVE_STATE Arena arenas[2] = {};
COVOLVE_STATE Arena before = {};  // the tests' as a separate heap began
/// Blocks in which lent objects lie, until the test ends: null once freed.
constexpr int kMostWatched = 64;
COVOLVE_STATE Header* watched[kMostWatched] = {};
COVOLVE_STATE int watchedCount = 0;
COVOLVE_STATE bool ready = false;
COVOLVE_STATE bool baseMarked = false;
COVOLVE_STATE int lockWord = 0;

class Locked {
 public:
  Locked() : needed_(!__libc_single_threaded) {
    if (!needed_) return;
    for (int spins = 0; __atomic_exchange_n(&lockWord, 1, __ATOMIC_ACQUIRE) != 0; ++spins) {
      if (spins > 64) sched_yield();
    }
  }
  ~Locked() {
    if (needed_) __atomic_store_n(&lockWord, 0, __ATOMIC_RELEASE);
  }

 private:
  bool needed_;
};

unsigned classOf(size_t bytes) {
  if (bytes <= kSmallest) return static_cast<unsigned>((bytes + kGranule - 1) / kGranule) - 1;
  const unsigned exponent = 63 - static_cast<unsigned>(__builtin_clzll(bytes - 1));
  const size_t power = size_t{1} << exponent;
  return kSmallClasses + (exponent - 10) * 4 + static_cast<unsigned>((bytes - 1 - power) / (power / 4));
}

size_t capacityOf(unsigned sizeClass) {
  if (sizeClass < kSmallClasses) return (sizeClass + 1) * kGranule;
  const size_t power = size_t{1} << (10 + (sizeClass - kSmallClasses) / 4);
  return power + ((sizeClass - kSmallClasses) % 4 + 1) * (power / 4);
}

char* bytesOf(Header* header) { return reinterpret_cast<char*>(header + 1); }
Header* headerOf(void* block) { return static_cast<Header*>(block) - 1; }

uint32_t guardFor(const Header* header) {
  uint64_t mixed = reinterpret_cast<uintptr_t>(header) * 0x9e3779b97f4a7c15u;
  mixed ^= (header->size + (uint64_t{header->sizeClass} << 48) + (uint64_t{header->shift} << 32)) *
           0xc2b2ae3d27d4eb4fu;
  mixed += static_cast<uint8_t>(header->state);
  return static_cast<uint32_t>(mixed >> 24);
}

uint64_t tailFor(const Header* header) { return reinterpret_cast<uintptr_t>(header) ^ 0xb10c4e0d5afe7a11u; }

void seal(Header* header) {
  header->guard = guardFor(header);
  const uint64_t tail = tailFor(header);
  memcpy(bytesOf(header) + header->size, &tail, sizeof tail);
}

bool tailIntact(Header* header) {
  uint64_t tail;
  memcpy(&tail, bytesOf(header) + header->size, sizeof tail);
  return tail == tailFor(header);
}

[[noreturn]] void corrupted(const char* how) { endTest(abi::Ending::HeapCorruption, how); }

Arena* arenaOf(const void* address) {
  for (Arena& arena : arenas) {
    if (address >= arena.begin && address < arena.end) return &arena;
  }
  return nullptr;
}

char* reserve(uintptr_t address, size_t& bytes) {
  for (; bytes >= (size_t{64} << 20); bytes /= 2) {
    for (const int fixed : {MAP_FIXED_NOREPLACE, 0}) {
      char* memory = mapMemory(bytes, reinterpret_cast<void*>(address), MAP_NORESERVE | fixed);
      if (memory != nullptr) return memory;
    }
  }
  return nullptr;
}

uint64_t limitFromEnvironment() {
  const char* text = getenv(abi::kHeapLimitVariable);
  const uint64_t wanted = text != nullptr ? strtoull(text, nullptr, 10) : 0;
  return wanted != 0 ? wanted : kDefaultLimit;
}

/// On the first allocation of the process, long before main.
void makeArenas() {
  ready = true;
  const uint64_t limit = limitFromEnvironment();
  const uintptr_t addresses[] = {uintptr_t{0x100000000000}, uintptr_t{0x180000000000}};
  // Room for freed blocks of other sizes beside the live ones; untouched pages cost nothing.
  const size_t sizes[] = {4 * limit + (size_t{1} << 30), size_t{2} << 30};
  for (int i = 0; i < 2; ++i) {
    size_t bytes = sizes[i];
    Arena& arena = arenas[i];
    arena.begin = reserve(addresses[i], bytes);
    if (arena.begin == nullptr) abort();
    arena.end = arena.begin + bytes;
    arena.bump = arena.base = arena.begin;
    arena.limit = i == 0 ? limit : bytes;
    arena.unsuspicious = arena.limit / 4;
  }
  findModules();
}

Header* takeBlock(Arena& arena, unsigned sizeClass, bool& fresh) {
  if (Header* header = arena.freeBlocks[sizeClass]) {
    if (arenaOf(header) != &arena || header->state != BlockState::Free || header->guard != guardFor(header)) {
      corrupted("a freed block was written to");
    }
    memcpy(static_cast<void*>(&arena.freeBlocks[sizeClass]), bytesOf(header), sizeof(Header*));
    fresh = false;
    return header;
  }
  const size_t needed = sizeof(Header) + capacityOf(sizeClass);
  if (static_cast<size_t>(arena.end - arena.bump) < needed) {
    endTest(abi::Ending::OutOfMemory, "the heap is used up");
  }
  Header* header = reinterpret_cast<Header*>(arena.bump);
  arena.bump += needed;
  fresh = true;
  return header;
}

/// Our limit is not the next machine's: nothing may be expected of what the code would do without the memory.
void endOutOfMemory(const Arena& arena) {
  if (arena.live <= arena.unsuspicious) endTest(abi::Ending::BeyondMemory, "one request is above the limit");
  const uint32_t loop = runtime::findEndlessLoop();
  if (loop != abi::kNoSite) __covolve_shared->lastBlock = loop;
  endTest(abi::Ending::OutOfMemory, "the heap's limit was reached");
}

void* allocateIn(Arena& arena, size_t size, bool zeroed) {
  const bool isTests = &arena == &arenas[0];
  if (size > (isTests ? kAddressSpace : arena.limit)) {
    errno = ENOMEM;
    return nullptr;
  }
  arena.touched = true;
  if (isTests && size >= kBytesOfAStep) runtime::chargeSteps(*__covolve_shared, size / kBytesOfAStep);
  if (arena.live + size > arena.unsuspicious && isTests) {
    if (arena.live + size > arena.limit) endOutOfMemory(arena);
    runtime::watchStepsLeft(*__covolve_shared);
  }
  const unsigned sizeClass = classOf(size + sizeof(uint64_t));
  bool fresh;
  Header* header = takeBlock(arena, sizeClass, fresh);
  header->size = size;
  header->sizeClass = static_cast<uint8_t>(sizeClass);
  header->state = BlockState::Live;
  header->shift = 0;
  seal(header);
  arena.live += size;
  // Fresh memory is zero already: the kernel's, or cleared by the reset.
  if (zeroed && !fresh) memset(bytesOf(header), 0, size);
  return bytesOf(header);
}

void* allocateAligned(Arena& arena, size_t size, size_t alignment) {
  const size_t room = alignment + 2 * kGranule;
  char* carrier = static_cast<char*>(allocateIn(arena, size < kAddressSpace ? size + room : size, false));
  if (carrier == nullptr) return nullptr;
  Header* outer = headerOf(carrier);
  // The carrier's first word says where the block in it begins.
  const uintptr_t user =
      (reinterpret_cast<uintptr_t>(carrier) + 2 * kGranule + alignment - 1) & ~(alignment - 1);
  Header* inner = headerOf(reinterpret_cast<void*>(user));
  memcpy(carrier, static_cast<const void*>(&inner), sizeof(Header*));
  outer->state = BlockState::Carrier;
  seal(outer);
  inner->size = size;
  inner->sizeClass = 0;
  inner->state = BlockState::Live;
  const uintptr_t granules =
      (reinterpret_cast<uintptr_t>(inner) - reinterpret_cast<uintptr_t>(outer)) / kGranule;
  if (granules > 0xffff) {  // an alignment above a megabyte
    errno = ENOMEM;
    return nullptr;
  }
  inner->shift = static_cast<uint16_t>(granules);
  seal(inner);
  return reinterpret_cast<void*>(user);
}

/// The block's own header after all checks.
Header* checkedHeader(void* block, Arena* arena, const char* alreadyFree) {
  if (arena == nullptr || reinterpret_cast<uintptr_t>(block) % kGranule != 0 ||
      block < arena->begin + sizeof(Header) || block >= arena->bump) {
    corrupted(abi::kForeignMemoryFreed);
  }
  Header* header = headerOf(block);
  if (header->state == BlockState::Free && header->guard == guardFor(header)) corrupted(alreadyFree);
  if (header->guard != guardFor(header)) {
    // Never a header: an interior pointer. Else its fields were overwritten.
    corrupted("a pointer into a block, or to a block whose header was overwritten, was freed");
  }
  if (header->state != BlockState::Live) corrupted(abi::kForeignMemoryFreed);
  if (!tailIntact(header)) corrupted("a block's end was overwritten");
  return header;
}

void giveBackPages(Header* header, size_t capacity) {
  const uintptr_t first =
      (reinterpret_cast<uintptr_t>(bytesOf(header)) + sizeof(Header*) + 4095) & ~uintptr_t{4095};
  const uintptr_t last = (reinterpret_cast<uintptr_t>(bytesOf(header)) + capacity) & ~uintptr_t{4095};
  madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

void releaseIn(Arena& arena, void* block) {
  Header* header = checkedHeader(block, &arena, "a block was freed twice");
  if (header->shift != 0) {
    const size_t shift = header->shift;
    header->state = BlockState::Free;
    header->guard = guardFor(header);
    header -= shift;
    if (header->state != BlockState::Carrier || header->guard != guardFor(header)) {
      corrupted("a block's header was overwritten");
    }
  }
  arena.touched = true;
  for (int i = 0; i < watchedCount; ++i) {
    if (watched[i] == header) watched[i] = nullptr;
  }
  arena.live -= header->size;
  const size_t capacity = capacityOf(header->sizeClass);
  if (capacity >= kGivenBack) giveBackPages(header, capacity);
  header->state = BlockState::Free;
  header->size = 0;
  header->guard = guardFor(header);
  memcpy(bytesOf(header), static_cast<const void*>(&arena.freeBlocks[header->sizeClass]), sizeof(Header*));
  arena.freeBlocks[header->sizeClass] = header;
}

}  // namespace

void* allocateBlock(Lifetime lifetime, size_t size, size_t alignment, bool zeroed) {
  const Locked locked;
  if (!ready) makeArenas();
  Arena& arena = arenas[lifetime == Lifetime::Lasting];
  if (alignment > arena.limit) {
    errno = ENOMEM;
    return nullptr;
  }
  return alignment <= kGranule ? allocateIn(arena, size, zeroed) : allocateAligned(arena, size, alignment);
}

void releaseBlock(void* block, const void* caller) {
  if (block == nullptr) return;
  const Locked locked;
  Arena* arena = arenaOf(block);
  if (arena == nullptr) {
    if (!isCodeUnderTest(caller)) return;  // from the loader's own allocator, before ours was in place
    corrupted(abi::kForeignMemoryFreed);
  }
  releaseIn(*arena, block);
}

void* resizeBlock(void* block, size_t size) {
  const Locked locked;
  Arena* arena = arenaOf(block);
  Header* header = checkedHeader(block, arena, "a freed block was resized");
  const size_t old = header->size;
  if (size > arena->limit) {
    errno = ENOMEM;
    return nullptr;
  }
  if (header->shift == 0 && classOf(size + sizeof(uint64_t)) == header->sizeClass) {
    arena->touched = true;
    arena->live += size - old;
    header->size = size;
    seal(header);
    return block;
  }
  void* larger = allocateIn(*arena, size, false);
  memcpy(larger, block, old < size ? old : size);
  releaseIn(*arena, block);
  return larger;
}

size_t sizeOfBlock(void* block) {
  if (block == nullptr) return 0;
  const Locked locked;
  return checkedHeader(block, arenaOf(block), "the size of a freed block was asked for")->size;
}

bool isOfHeaps(const void* address) {
  for (const Arena& arena : arenas) {
    if (address >= arena.begin && address < arena.bump) return true;
  }
  return false;
}

int watchBlock(const void* address, size_t size) {
  const Locked locked;
  const Arena& arena = arenas[0];
  if (address < arena.begin || address >= arena.end) return abi::kNotWatched;
  if (address >= arena.bump) return abi::kNoObject;
  if (watchedCount == kMostWatched) return abi::kNotWatched;
  // Of what static initialisation left, no list is kept in order.
  char* at = address < arena.base ? arena.begin : arena.base;
  char* const end = address < arena.base ? arena.base : arena.bump;
  while (at < end) {
    Header* header = reinterpret_cast<Header*>(at);
    if (header->guard != guardFor(header)) break;  // the padding before the base, or overwritten
    char* next = at + sizeof(Header) + capacityOf(header->sizeClass);
    if (address < next) {
      // No more than its beginning: virtual bases count in a class's size and lie elsewhere, and C's last
      // fields are cut short.
      const size_t least = size < sizeof(void*) ? size : sizeof(void*);
      if (header->state == BlockState::Free || static_cast<const char*>(address) + least > next)
        return abi::kNoObject;
      watched[watchedCount] = header;
      return watchedCount++;
    }
    at = next;
  }
  return abi::kNotWatched;
}

MemoryRange liveBlockAt(const void* address) {
  const Locked locked;
  const Arena* const arena = arenaOf(address);
  const bool canBeOne = arena != nullptr && reinterpret_cast<uintptr_t>(address) % kGranule == 0 &&
                        address >= arena->begin + sizeof(Header) && address < arena->bump;
  if (!canBeOne) return {nullptr, nullptr, false};
  Header* const header = headerOf(const_cast<void*>(address));
  if (header->state != BlockState::Live || header->guard != guardFor(header))
    return {nullptr, nullptr, false};
  return {bytesOf(header), bytesOf(header) + header->size, false};
}

bool anyLiveBlock(bool (*asked)(const MemoryRange& block, void* context), void* context) {
  const Locked locked;
  for (const Arena& arena : arenas) {
    for (char* at = arena.begin; at < arena.bump;) {
      Header* const header = reinterpret_cast<Header*>(at);
      if (header->guard != guardFor(header)) {
        constexpr size_t kPage = 4096;
        const bool isPadding = at < arena.base && static_cast<size_t>(arena.base - at) < kPage;
        if (!isPadding) return true;  // overwritten: nothing behind it can be found
        at = arena.base;
        continue;
      }
      char* const bytes = bytesOf(header);
      if (header->state != BlockState::Free && asked({bytes, bytes + header->size, false}, context))
        return true;
      at += sizeof(Header) + capacityOf(header->sizeClass);
    }
  }
  return false;
}

bool isBlockAlive(int place) { return place < 0 || place >= watchedCount || watched[place] != nullptr; }

Lifetime lifetimeFor(const void* caller) {
  if (!ready) {
    const Locked locked;
    if (!ready) makeArenas();
  }
  // What the standard library reserves for itself at its start (the pool for exceptions, 70 KB) need not be
  // restored.
  const bool reserve = !baseMarked && isStandardLibraryItself(caller);
  return isCodeUnderTest(caller) && !reserve ? Lifetime::Test : Lifetime::Lasting;
}

MemoryRange testHeap() { return {arenas[0].begin, arenas[0].bump, false}; }

void beginSeparateHeap() {
  if (!ready) makeArenas();
  before = arenas[0];
  memset(static_cast<void*>(arenas[0].freeBlocks), 0, sizeof arenas[0].freeBlocks);
}

void endSeparateHeap(bool keep) {
  Arena& arena = arenas[0];
  copyLists(arena.freeBlocks, before.freeBlocks);
  if (keep) return;
  memset(before.bump, 0, static_cast<size_t>(arena.bump - before.bump));
  arena.bump = before.bump;
  arena.live = before.live;
}

HeapBase markHeapBase() {
  if (!ready) makeArenas();
  baseMarked = true;
  Arena& arena = arenas[0];
  // A page of its own for the tests' blocks: what lies before may become a mapping of its own.
  arena.bump = reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(arena.bump) + 4095) & ~uintptr_t{4095});
  arena.base = arena.bump;
  arena.liveAtBase = arena.live;
  arena.touched = false;
  copyLists(arena.freeAtBase, arena.freeBlocks);
  return {arena.begin, arena.base};
}

void checkTestHeap() {
  Arena& arena = arenas[0];
  if (!arena.touched) return;
  for (char* at = arena.base; at < arena.bump;) {
    Header* header = reinterpret_cast<Header*>(at);
    if (header->guard != guardFor(header)) corrupted("a block's header was overwritten");
    if (header->state != BlockState::Free && !tailIntact(header)) corrupted("a block's end was overwritten");
    if (header->state == BlockState::Carrier) {
      Header* inner;
      memcpy(static_cast<void*>(&inner), bytesOf(header), sizeof(Header*));
      if (arenaOf(inner) != &arena || inner->guard != guardFor(inner))
        corrupted("a block's header was overwritten");
      if (!tailIntact(inner)) corrupted("a block's end was overwritten");
    }
    at += sizeof(Header) + capacityOf(header->sizeClass);
  }
}

void resetTestHeap() {
  watchedCount = 0;
  Arena& arena = arenas[0];
  if (!arena.touched) return;
  const size_t used = static_cast<size_t>(arena.bump - arena.base);
  memset(arena.base, 0, used < kClearedByHand ? used : kClearedByHand);
  if (used > kClearedByHand) madvise(arena.base + kClearedByHand, used - kClearedByHand, MADV_DONTNEED);
  arena.bump = arena.base;
  arena.live = arena.liveAtBase;
  arena.touched = false;
  copyLists(arena.freeBlocks, arena.freeAtBase);
}

void unlockHeap() { __atomic_store_n(&lockWord, 0, __ATOMIC_RELEASE); }

uint64_t lastingBytes() { return static_cast<uint64_t>(arenas[1].bump - arenas[1].begin); }

}  // namespace covolve::worker

extern "C" bool __covolve_is_alive(int watched) { return covolve::worker::isBlockAlive(watched); }
