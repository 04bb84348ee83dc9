// Writes down what the code under test returned, changed or threw (see
// test_bytes.h). What it does not know how to look into is opaque.
//
// Easy to get wrong: a returned pointer may point behind the end of something,
// so only null or not null is looked at; an entry that does not fit is left out
// as a whole.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "covolve/harness/coding.h"
#include "covolve/protocol.h"
#include "covolve/test_bytes.h"

namespace covolve::harness {

class Observer {
 public:
  explicit Observer(CovolveObservations* buffer) : buffer_(buffer) {}

  bool wanted() const { return buffer_ != nullptr && buffer_->wanted && !buffer_->full; }

  template <class Write>
  void entry(uint32_t action, Entry what, uint32_t parameter, Write&& write) {
    const uint64_t start = buffer_->size;
    number(static_cast<Index>(action));
    number(static_cast<uint8_t>(what));
    number(static_cast<uint8_t>(parameter));
    write();
    if (buffer_->full) buffer_->size = start;
  }

  void tag(Tag kind) { number(static_cast<uint8_t>(kind)); }

  template <class T>
  void number(T value) {
    bytes(&value, sizeof value);
  }

  void text(std::string_view text) {
    tag(Tag::Text);
    number(static_cast<Length>(text.size()));
    bytes(text.data(), text.size());
  }

  void list(size_t count) {
    tag(Tag::List);
    number(static_cast<Length>(count));
  }

 private:
  void bytes(const void* from, size_t count) {
    if (buffer_->full || buffer_->capacity - buffer_->size < count) {
      buffer_->full = true;
      return;
    }
    if (count == 0) return;
    std::memcpy(buffer_->bytes + buffer_->size, from, count);
    buffer_->size += count;
  }

  CovolveObservations* buffer_;
};

template <class T, class = void>
struct Look {
  static void at(Observer& observer, const T&) { observer.tag(Tag::Opaque); }
};

template <>
struct Look<bool> {
  static void at(Observer& observer, bool value) {
    observer.tag(Tag::Boolean);
    observer.number(static_cast<uint8_t>(value));
  }
};

template <class T>
struct Look<T, std::enable_if_t<(std::is_integral_v<T> && !std::is_same_v<T, bool>) || isWide<T>>> {
  static void at(Observer& observer, T value) {
    observer.tag(Tag::Integer);
    observer.number(static_cast<WideInteger>(value));
  }
};

template <class T>
struct Look<T, std::enable_if_t<std::is_enum_v<T>>> {
  static void at(Observer& observer, T value) {
    observer.tag(Tag::Integer);
    observer.number(static_cast<WideInteger>(static_cast<std::underlying_type_t<T>>(value)));
  }
};

template <class T>
struct Look<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static void at(Observer& observer, T value) {
    observer.tag(Tag::Floating);
    observer.number(static_cast<double>(value));
  }
};

template <>
struct Look<std::string> {
  static void at(Observer& observer, const std::string& value) { observer.text(value); }
};

template <>
struct Look<std::string_view> {
  static void at(Observer& observer, std::string_view value) { observer.text(value); }
};

template <>
struct Look<const char*> {
  static void at(Observer& observer, const char* value) {
    if (value == nullptr) return observer.tag(Tag::Absent);
    observer.tag(Tag::Present);
    constexpr size_t longest = size_t{1} << 16;  // it may lack its end
    observer.text({value, ::strnlen(value, longest)});
  }
};

template <>
struct Look<char*> : Look<const char*> {};

template <class T>
struct Look<T*, std::enable_if_t<!std::is_same_v<std::remove_const_t<T>, char> && !std::is_function_v<T>>> {
  static void at(Observer& observer, const volatile void* value) {
    if (value == nullptr) return observer.tag(Tag::Absent);
    observer.tag(Tag::Present);
    observer.tag(Tag::Opaque);
  }
};

template <class T>
struct Look<std::vector<T>> {
  static void at(Observer& observer, const std::vector<T>& values) {
    observer.list(values.size());
    for (const auto& value : values) Look<T>::at(observer, value);
  }
};

template <class T, size_t N>
struct Look<std::array<T, N>> {
  static void at(Observer& observer, const std::array<T, N>& values) {
    observer.list(N);
    for (const auto& value : values) Look<std::remove_cv_t<T>>::at(observer, value);
  }
};

template <class T>
struct Look<std::optional<T>> {
  static void at(Observer& observer, const std::optional<T>& value) {
    if (!value) return observer.tag(Tag::Absent);
    observer.tag(Tag::Present);
    Look<std::remove_cv_t<T>>::at(observer, *value);
  }
};

template <class A, class B>
struct Look<std::pair<A, B>> {
  static void at(Observer& observer, const std::pair<A, B>& value) {
    observer.list(2);
    Look<std::remove_cv_t<std::remove_reference_t<A>>>::at(observer, value.first);
    Look<std::remove_cv_t<std::remove_reference_t<B>>>::at(observer, value.second);
  }
};

}  // namespace covolve::harness
