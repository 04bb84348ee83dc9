// Memory of one running test: its objects, its arguments' backing, and how they
// are destroyed, in reverse order, when the test ends. Most tests fit into the
// first block, which lies on the worker's stack and costs nothing.
//
// Easy to get wrong: arguments live until the end of the test, not of the call,
// because the code under test may keep a reference or pointer to them.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COVOLVE_HARNESS_BLOCK_PER_OBJECT 1
#endif
#endif

namespace covolve::harness {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { clear(); }

  /// `construct(place)` builds a T there. What it left unset reads as a fixed pattern, the same in every run.
  template <class T, class Construct>
  T& make(Construct&& construct) {
    void* place = allocate(sizeof(T), alignof(T));
    std::memset(place, kUnset, sizeof(T));
    if constexpr (std::is_trivially_destructible_v<T>) {
      construct(place);
    } else {
      void* note = allocate(sizeof(Cleanup), alignof(Cleanup));
      construct(place);  // may throw: only then is there something to clean up
      cleanups_ = ::new (note) Cleanup{cleanups_, [](void* object) { static_cast<T*>(object)->~T(); }, place};
    }
    return *std::launder(static_cast<T*>(place));
  }

  void* allocate(size_t size, size_t alignment) {
#ifndef COVOLVE_HARNESS_BLOCK_PER_OBJECT
    uintptr_t start = (reinterpret_cast<uintptr_t>(next_) + alignment - 1) & ~(uintptr_t{alignment} - 1);
    if (start + size <= reinterpret_cast<uintptr_t>(end_)) {
      next_ = reinterpret_cast<unsigned char*>(start + size);
      return reinterpret_cast<void*>(start);
    }
#endif
    return allocateBlock(size, alignment);
  }

  /// Where all lies that fits into the first block; the others are the heap's.
  const void* begin() const { return first_; }
  size_t bytesInUse() const { return static_cast<size_t>(next_ - first_); }

  /// Runs the destructors. One that throws ends the process, as it does in any program.
  void clear() noexcept {
    while (cleanups_ != nullptr) {
      Cleanup* last = cleanups_;
      cleanups_ = last->previous;
      last->destroy(last->object);
    }
    while (blocks_ != nullptr) {
      Block* last = blocks_;
      blocks_ = last->previous;
      ::operator delete(last);
    }
    next_ = first_;
  }

 private:
  static constexpr unsigned char kUnset = 0xa5;

  struct Cleanup {
    Cleanup* previous;
    void (*destroy)(void*);
    void* object;
  };
  struct Block {
    Block* previous;
  };

  void* allocateBlock(size_t size, size_t alignment) {
    auto* block = static_cast<Block*>(::operator new(sizeof(Block) + alignment + size));
    blocks_ = ::new (block) Block{blocks_};
    uintptr_t start = reinterpret_cast<uintptr_t>(block + 1);
    return reinterpret_cast<void*>((start + alignment - 1) & ~(uintptr_t{alignment} - 1));
  }

  Cleanup* cleanups_ = nullptr;
  Block* blocks_ = nullptr;
  unsigned char* next_ = first_;
  unsigned char* end_ = first_ + sizeof first_;
  alignas(std::max_align_t) unsigned char first_[8192];
};

}  // namespace covolve::harness
