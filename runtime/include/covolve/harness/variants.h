// std::variant and std::any. A test's bytes hold the index of the alternative,
// then its value. Included by harnesses that need them.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <any>
#include <variant>

#include "covolve/harness/coding.h"
#include "covolve/harness/observing.h"

namespace covolve::harness {

template <>
struct Coding<std::monostate> {
  static constexpr bool isObject = false;
  static bool check(Reading&) { return true; }
  static std::monostate take(Reading&) { return {}; }
};
template <>
struct Look<std::monostate> {
  static void at(Observer& observer, std::monostate) { observer.list(0); }
};

template <class... Parts>
struct Coding<std::variant<Parts...>> {
  static constexpr bool isObject = false;
  using Variant = std::variant<Parts...>;

  static bool check(Reading& reading) {
    int64_t index = 0;
    if (!reading.cursor.read(index) || index < 0 || index >= static_cast<int64_t>(sizeof...(Parts)))
      return false;
    constexpr bool (*checks[])(Reading&) = {&Coding<Parts>::check...};
    return checks[index](reading);
  }
  static Variant take(Reading& reading) {
    const auto index = reading.cursor.template take<int64_t>();
    return takeAt(reading, index, std::index_sequence_for<Parts...>());
  }

 private:
  template <size_t... I>
  static Variant takeAt(Reading& reading, int64_t index, std::index_sequence<I...>) {
    constexpr Variant (*takes[])(Reading&) = {&takeOne<I, Parts>...};
    return takes[index](reading);
  }
  template <size_t index, class Part>
  static Variant takeOne(Reading& reading) {
    return Variant(std::in_place_index<index>, Coding<Part>::take(reading));
  }
};

template <class... Parts>
struct Look<std::variant<Parts...>> {
  static void at(Observer& observer, const std::variant<Parts...>& value) {
    if (value.valueless_by_exception()) return observer.tag(Tag::Opaque);
    observer.list(2);
    Look<uint64_t>::at(observer, value.index());
    std::visit([&](const auto& held) { Look<std::decay_t<decltype(held)>>::at(observer, held); }, value);
  }
};

/// Nothing, or what code most likely looks for; as in the front end: src/program/standard_types.cpp.
template <>
struct Coding<std::any> {
  static constexpr bool isObject = false;
  using Held = std::variant<std::monostate, int, std::string, double>;
  static bool check(Reading& reading) { return Coding<Held>::check(reading); }
  static std::any take(Reading& reading) {
    return std::visit([](auto held) { return asAny(std::move(held)); }, Coding<Held>::take(reading));
  }

 private:
  static std::any asAny(std::monostate) { return {}; }
  template <class T>
  static std::any asAny(T held) {
    return std::any(std::move(held));
  }
};

}  // namespace covolve::harness
