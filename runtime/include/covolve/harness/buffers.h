// Writable character arrays of a fixed size, for char* parameters. Each stands
// at the end of a page between pages that cannot be touched, so that a write
// behind it ends the test with a fault at once; the bytes before it in its page
// are looked at when the test ends.
//
// Easy to get wrong: the pages are mapped before main, because a test may
// neither map memory (the sandbox) nor keep it (the reset between tests).
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "covolve/harness/arena.h"

namespace covolve::harness {

constexpr size_t kBufferSize = 256;  // as in the emitted tests: src/program/model.h

/// The pages of all buffers, far enough apart that an index out of range seldom reaches another one.
class BufferPages {
 public:
  static constexpr size_t kPage = 4096;
  static constexpr size_t kCount = 64;

  BufferPages() {
    // The same addresses in every run, as far as they are free.
    void* wish = reinterpret_cast<void*>(uintptr_t{0x140000000000});
    void* region =
        ::mmap(wish, kStride * (kCount + 1), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return;
    for (size_t i = 0; i < kCount; ++i) {
      char* page = static_cast<char*>(region) + kStride * i + kStride / 2;
      if (::mprotect(page, kPage, PROT_READ | PROT_WRITE) != 0) return;
      first_ = static_cast<char*>(region) + kStride / 2;
      ready_ = i + 1;
    }
  }

  /// Null when there is none.
  char* page(size_t index) const { return index < ready_ ? first_ + kStride * index : nullptr; }

 private:
  static constexpr size_t kStride = size_t{8} << 20;

  char* first_ = nullptr;
  size_t ready_ = 0;
};

/// A template, so that a harness without buffers has none.
template <class = void>
inline const BufferPages bufferPages{};

/// The buffers of one running test.
class Buffers {
 public:
  /// An array that starts with the text, which must be shorter than kBufferSize, and is zero behind it.
  char* take(Arena& arena, const char* text, size_t length) {
    char* page = bufferPages<>.page(taken_);
    char* buffer;
    if (page != nullptr) {
      ++taken_;
      std::memset(page, kBorder, kBefore);
      buffer = page + kBefore;
    } else {
      buffer = static_cast<char*>(arena.allocate(kBufferSize, 1));
    }
    std::memcpy(buffer, text, length);
    std::memset(buffer + length, 0, kBufferSize - length);
    return buffer;
  }

  /// Ends the program if something was written before a buffer, as a write behind it does.
  void check() const {
    for (size_t i = 0; i < taken_; ++i) {
      char* page = bufferPages<>.page(i);
      for (size_t at = 0; at < kBefore; at += sizeof(uint64_t)) {
        uint64_t word;
        std::memcpy(&word, page + at, sizeof word);
        if (word != kBorderWord) static_cast<volatile char*>(page)[-1] = 0;
      }
    }
  }

 private:
  static constexpr size_t kBefore = BufferPages::kPage - kBufferSize;
  static constexpr unsigned char kBorder = 0xb5;
  static constexpr uint64_t kBorderWord = 0xb5b5b5b5b5b5b5b5u;

  size_t taken_ = 0;
};

}  // namespace covolve::harness
