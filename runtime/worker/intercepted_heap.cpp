// malloc and its family, in place of libc's for the whole process. They are
// weak: a program that brings its own allocator keeps it.
#include <cerrno>
#include <cstddef>

#include "heap.h"
#include "interceptions.h"

// The assembler names keep libc's declarations, with their exception
// specifications and builtins, out of the way.
#define COVOLVE_INTERCEPT(name) __asm__(name) __attribute__((weak, noinline, visibility("default")))

extern "C" {
void* covolveMalloc(size_t size) COVOLVE_INTERCEPT("malloc");
void* covolveCalloc(size_t count, size_t size) COVOLVE_INTERCEPT("calloc");
void* covolveRealloc(void* block, size_t size) COVOLVE_INTERCEPT("realloc");
void* covolveReallocArray(void* block, size_t count, size_t size) COVOLVE_INTERCEPT("reallocarray");
void covolveFree(void* block) COVOLVE_INTERCEPT("free");
void covolveCfree(void* block) COVOLVE_INTERCEPT("cfree");
void* covolveMemalign(size_t alignment, size_t size) COVOLVE_INTERCEPT("memalign");
void* covolveAlignedAlloc(size_t alignment, size_t size) COVOLVE_INTERCEPT("aligned_alloc");
int covolvePosixMemalign(void** block, size_t alignment, size_t size) COVOLVE_INTERCEPT("posix_memalign");
void* covolveValloc(size_t size) COVOLVE_INTERCEPT("valloc");
void* covolvePvalloc(size_t size) COVOLVE_INTERCEPT("pvalloc");
size_t covolveUsableSize(void* block) COVOLVE_INTERCEPT("malloc_usable_size");
int covolveTrim(size_t pad) COVOLVE_INTERCEPT("malloc_trim");
}

using namespace covolve::worker;

#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))

namespace {

constexpr size_t kPage = 4096;

bool isPowerOfTwo(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void* resize(void* block, size_t size, const void* caller) {
  if (block == nullptr) return allocateBlock(lifetimeFor(caller), size, 0, false);
  if (size == 0) {
    releaseBlock(block, caller);
    return nullptr;
  }
  return resizeBlock(block, size);
}

void* aligned(size_t alignment, size_t size, const void* caller) {
  if (!isPowerOfTwo(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return allocateBlock(lifetimeFor(caller), size, alignment, false);
}

}  // namespace

void* covolveMalloc(size_t size) { return allocateBlock(lifetimeFor(CALLER), size, 0, false); }

void* covolveCalloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocateBlock(lifetimeFor(CALLER), bytes, 0, true);
}

void* covolveRealloc(void* block, size_t size) { return resize(block, size, CALLER); }

void* covolveReallocArray(void* block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return resize(block, bytes, CALLER);
}

void covolveFree(void* block) { releaseBlock(block, CALLER); }
void covolveCfree(void* block) { releaseBlock(block, CALLER); }
void* covolveMemalign(size_t alignment, size_t size) { return aligned(alignment, size, CALLER); }
void* covolveAlignedAlloc(size_t alignment, size_t size) { return aligned(alignment, size, CALLER); }

int covolvePosixMemalign(void** block, size_t alignment, size_t size) {
  if (!isPowerOfTwo(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  const int before = errno;
  void* made = allocateBlock(lifetimeFor(CALLER), size, alignment, false);
  errno = before;
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

void* covolveValloc(size_t size) { return aligned(kPage, size, CALLER); }
void* covolvePvalloc(size_t size) { return aligned(kPage, (size + kPage - 1) & ~(kPage - 1), CALLER); }
size_t covolveUsableSize(void* block) { return sizeOfBlock(block); }
int covolveTrim(size_t) { return 0; }

void covolve::worker::keepInterceptedHeap() {}
