// Views of several elements, which are kept until the end of the test, and lists
// in braces. Included by harnesses that need one.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <initializer_list>
#include <iterator>
#include <memory>
#if __has_include(<span>) && __cplusplus >= 202002L
#include <span>
#endif

#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"

namespace covolve::harness {

/// Kept in one block whose ends are known.
template <class T>
std::vector<T>& keepElements(Reading& reading) {
  return reading.arena.template make<std::vector<T>>(
      [&](void* place) { ::new (place) std::vector<T>(Coding<std::vector<T>>::take(reading)); });
}

#if __has_include(<span>) && __cplusplus >= 202002L
template <class T>
struct Coding<std::span<T>> {
  static constexpr bool isObject = false;
  using Element = std::remove_cv_t<T>;
  static bool check(Reading& reading) { return Coding<std::vector<Element>>::check(reading); }
  static std::span<T> take(Reading& reading) {
    auto& elements = keepElements<Element>(reading);
    return std::span<T>(elements.data(), elements.size());
  }
};
template <class T>
struct Look<std::span<T>> {
  static void at(Observer& observer, const std::span<T>& elements) {
    observer.list(elements.size());
    for (const auto& element : elements) Look<std::remove_cv_t<T>>::at(observer, element);
  }
};
#endif

template <class T>
struct Coding<std::initializer_list<T>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return Coding<std::vector<T>>::check(reading); }
  /// The language makes one from braces only; both standard libraries keep a pointer and a length in it.
  static std::initializer_list<T> take(Reading& reading) {
    struct Representation {
      const T* first;
      size_t count;
    };
    static_assert(sizeof(Representation) == sizeof(std::initializer_list<T>));
    const auto& elements = keepElements<T>(reading);
    const Representation representation{elements.data(), elements.size()};
    std::initializer_list<T> list;
    std::memcpy(static_cast<void*>(&list), &representation, sizeof list);
    return list;
  }
};

}  // namespace covolve::harness
