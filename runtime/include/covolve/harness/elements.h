// Pointers to the first of as many elements as another parameter says. They lie
// in a block of the heap of exactly that size, so that what is written behind
// them is noticed; behind a constant text stands a zero, as behind the literal that
// an emitted test passes. Included by harnesses that need one.
//
// Easy to get wrong: a pointer to no elements is seldom null; memcpy asks for one
// that is not, whatever the length.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <algorithm>

#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"

namespace covolve::harness {

template <class T>
struct Elements {
  T* first;
  size_t count;
  operator T*() const { return first; }
};

/// To which nothing may be written, and from which nothing be read.
struct EmptyBlock {
  void* const place = ::operator new(0);
  EmptyBlock() = default;
  EmptyBlock(const EmptyBlock&) = delete;
  EmptyBlock& operator=(const EmptyBlock&) = delete;
  ~EmptyBlock() { ::operator delete(place); }
};

template <class T>
struct Coding<Elements<T>> {
  static constexpr bool isObject = false;
  using Element = std::remove_cv_t<T>;
  static constexpr bool isText = sizeof(Element) == 1 && std::is_same_v<Element, char>;

  static bool check(Reading& reading) {
    bool present = false;
    if (!readPresence(reading, present)) return false;
    if (!present) return true;
    if constexpr (isText) {
      return checkText(reading);
    } else {
      return Coding<std::vector<Element>>::check(reading);
    }
  }
  static Elements<T> take(Reading& reading) {
    if (reading.cursor.template take<uint8_t>() == 0) return {nullptr, 0};
    auto& elements = reading.arena.template make<std::vector<Element>>(
        [&](void* place) { ::new (place) std::vector<Element>(takeAll(reading)); });
    const size_t count = elements.size();
    if constexpr (isText && std::is_const_v<T>) elements.push_back('\0');
    if constexpr (std::is_pointer_v<Element>) elements.push_back(nullptr);  // argv[argc]
    return {elements.empty() ? nowhere(reading) : elements.data(), count};
  }

 private:
  static T* nowhere(Reading& reading) {
    auto& block = reading.arena.template make<EmptyBlock>([](void* at) { ::new (at) EmptyBlock; });
    return static_cast<T*>(block.place);
  }
  static std::vector<Element> takeAll(Reading& reading) {
    if constexpr (isText) {
      const std::string text = Coding<std::string>::take(reading);
      return std::vector<Element>(text.begin(), text.end());
    } else {
      return Coding<std::vector<Element>>::take(reading);
    }
  }
};

template <class T>
struct Look<Elements<T>> {
  static void at(Observer& observer, const Elements<T>& elements) {
    if constexpr (Coding<Elements<T>>::isText) {
      observer.text({elements.first, elements.count});
    } else {
      observer.list(elements.count);
      for (size_t i = 0; i < elements.count; ++i) Look<std::remove_cv_t<T>>::at(observer, elements.first[i]);
    }
  }
};

}  // namespace covolve::harness
