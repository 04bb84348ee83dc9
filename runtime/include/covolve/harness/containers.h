// Values of the standard library's containers but std::vector, which is in
// coding.h: included by harnesses that need one, as the headers are large.
//
// Easy to get wrong: emitted tests write the elements in braces, so what comes
// twice is left out here as there: the first stays.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <complex>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"

namespace covolve::harness {

/// `Element` is what a test's bytes have of an element.
template <class Container, class Element>
struct ContainerCoding {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return Coding<std::vector<Element>>::check(reading); }
  static Container take(Reading& reading) {
    // As the emitted braces do: how many there are decides in which order an unordered container has them.
    std::vector<Element> elements = Coding<std::vector<Element>>::take(reading);
    return Container(std::make_move_iterator(elements.begin()), std::make_move_iterator(elements.end()));
  }
};

template <class Container>
struct ContainerLook {
  static void at(Observer& observer, const Container& elements) {
    observer.list(static_cast<size_t>(std::distance(elements.begin(), elements.end())));
    for (const auto& element : elements) Look<typename Container::value_type>::at(observer, element);
  }
};

template <class T, class... Rest>
struct Coding<std::deque<T, Rest...>> : ContainerCoding<std::deque<T, Rest...>, T> {};
template <class T, class... Rest>
struct Look<std::deque<T, Rest...>> : ContainerLook<std::deque<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::list<T, Rest...>> : ContainerCoding<std::list<T, Rest...>, T> {};
template <class T, class... Rest>
struct Look<std::list<T, Rest...>> : ContainerLook<std::list<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::forward_list<T, Rest...>> : ContainerCoding<std::forward_list<T, Rest...>, T> {
  static std::forward_list<T, Rest...> take(Reading& reading) {
    std::forward_list<T, Rest...> elements;
    auto last = elements.before_begin();
    for (auto count = reading.cursor.template take<Length>(); count > 0; --count) {
      last = elements.insert_after(last, Coding<T>::take(reading));
    }
    return elements;
  }
};
template <class T, class... Rest>
struct Look<std::forward_list<T, Rest...>> : ContainerLook<std::forward_list<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::set<T, Rest...>> : ContainerCoding<std::set<T, Rest...>, T> {};
template <class T, class... Rest>
struct Look<std::set<T, Rest...>> : ContainerLook<std::set<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::multiset<T, Rest...>> : ContainerCoding<std::multiset<T, Rest...>, T> {};
template <class T, class... Rest>
struct Look<std::multiset<T, Rest...>> : ContainerLook<std::multiset<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::unordered_set<T, Rest...>> : ContainerCoding<std::unordered_set<T, Rest...>, T> {};
template <class T, class... Rest>
struct Look<std::unordered_set<T, Rest...>> : ContainerLook<std::unordered_set<T, Rest...>> {};

template <class T, class... Rest>
struct Coding<std::unordered_multiset<T, Rest...>> : ContainerCoding<std::unordered_multiset<T, Rest...>, T> {
};
template <class T, class... Rest>
struct Look<std::unordered_multiset<T, Rest...>> : ContainerLook<std::unordered_multiset<T, Rest...>> {};

template <class K, class V, class... Rest>
struct Coding<std::map<K, V, Rest...>> : ContainerCoding<std::map<K, V, Rest...>, std::pair<K, V>> {};
template <class K, class V, class... Rest>
struct Look<std::map<K, V, Rest...>> : ContainerLook<std::map<K, V, Rest...>> {};

template <class K, class V, class... Rest>
struct Coding<std::multimap<K, V, Rest...>> : ContainerCoding<std::multimap<K, V, Rest...>, std::pair<K, V>> {
};
template <class K, class V, class... Rest>
struct Look<std::multimap<K, V, Rest...>> : ContainerLook<std::multimap<K, V, Rest...>> {};

template <class K, class V, class... Rest>
struct Coding<std::unordered_map<K, V, Rest...>>
    : ContainerCoding<std::unordered_map<K, V, Rest...>, std::pair<K, V>> {};
template <class K, class V, class... Rest>
struct Look<std::unordered_map<K, V, Rest...>> : ContainerLook<std::unordered_map<K, V, Rest...>> {};

template <class K, class V, class... Rest>
struct Coding<std::unordered_multimap<K, V, Rest...>>
    : ContainerCoding<std::unordered_multimap<K, V, Rest...>, std::pair<K, V>> {};
template <class K, class V, class... Rest>
struct Look<std::unordered_multimap<K, V, Rest...>> : ContainerLook<std::unordered_multimap<K, V, Rest...>> {
};

template <class T>
struct Coding<std::complex<T>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return Coding<T>::check(reading) && Coding<T>::check(reading); }
  static std::complex<T> take(Reading& reading) {
    return std::complex<T>{Coding<T>::take(reading), Coding<T>::take(reading)};  // braces keep the order
  }
};
template <class T>
struct Look<std::complex<T>> {
  static void at(Observer& observer, const std::complex<T>& value) {
    observer.list(2);
    Look<T>::at(observer, value.real());
    Look<T>::at(observer, value.imag());
  }
};

template <class... Parts>
struct Coding<std::tuple<Parts...>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return (Coding<Parts>::check(reading) && ...); }
  static std::tuple<Parts...> take(Reading& reading) {
    return std::tuple<Parts...>{Coding<Parts>::take(reading)...};  // braces keep the order
  }
};
template <class... Parts>
struct Look<std::tuple<Parts...>> {
  static void at(Observer& observer, const std::tuple<Parts...>& value) {
    observer.list(sizeof...(Parts));
    std::apply(
        [&](const auto&... parts) {
          (Look<std::remove_cv_t<std::remove_reference_t<decltype(parts)>>>::at(observer, parts), ...);
        },
        value);
  }
};

}  // namespace covolve::harness
