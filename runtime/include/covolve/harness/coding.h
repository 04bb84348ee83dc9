// How a value of each type stands in a test's bytes (see test_bytes.h). Reading is
// in two steps: check<T> walks over the bytes of all arguments of an action and
// verifies lengths, flags and referred objects; take<T> then reads without any
// check. So a wrong test is noticed before anything of it happened, and reading
// needs no way to fail.
//
// Easy to get wrong: check and take must consume exactly the same bytes.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "covolve/abi.h"
#include "covolve/harness/arena.h"
#include "covolve/harness/buffers.h"
#include "covolve/test_bytes.h"

namespace covolve::harness {

__extension__ using WideInteger = __int128;
__extension__ using UnsignedWideInteger = unsigned __int128;

template <class T>
inline constexpr bool isWide = std::is_same_v<T, WideInteger> || std::is_same_v<T, UnsignedWideInteger>;

class Cursor {
 public:
  Cursor(const uint8_t* bytes, size_t size) : at_(bytes), end_(bytes + size) {}

  size_t left() const { return static_cast<size_t>(end_ - at_); }

  bool skip(size_t count) {
    if (left() < count) return false;
    at_ += count;
    return true;
  }

  /// Reads a number if there are bytes for it.
  template <class T>
  bool read(T& number) {
    if (left() < sizeof number) return false;
    number = take<T>();
    return true;
  }

  /// Reads a number that was checked to be there.
  template <class T>
  T take() {
    T number;
    std::memcpy(&number, at_, sizeof number);
    at_ += sizeof number;
    return number;
  }

  const char* takeBytes(size_t count) {
    const char* start = reinterpret_cast<const char*>(at_);
    at_ += count;
    return start;
  }

 private:
  const uint8_t* at_;
  const uint8_t* end_;
};

/// The objects that actions have made, by the action's index.
struct Slot {
  void* object;
  const void* type;   // &typeMark<T>; not set before its action begins: that costs more than short calls do
  int watch;          // of a lent object: tells whether it is still there; negative: it is
  const void* given;  // memory that the call returned, where it may be the test's to free
};
template <class T>
inline constexpr char typeMark = 0;
/// The type of an object that was not made, because the call that was to make it threw or was left out.
struct NotMade {};
/// Of an object that was not lent: the call returned null, or a pointer to no object.
struct NotLent {};

template <class T, class = void>
struct Shape {
  static constexpr abi::ObjectShape shape{0, false};
};
template <class T>
struct Shape<T, std::void_t<decltype(sizeof(T))>> {
  static constexpr abi::ObjectShape shape{sizeof(T), std::is_polymorphic_v<T>};
};

/// What reading a test needs.
struct Reading {
  Cursor cursor;
  Arena& arena;
  Buffers& buffers;
  const Slot* slots;
  uint32_t made;            // slots below may be referred to
  bool passesOver = false;  // what an action refers to need not be there: it is not called
  bool lacksLent = false;   // it refers to an object that was not lent, or is gone
};

/// Set to false by the generated code where copying is declared but does not compile.
template <class T>
inline constexpr bool isCopyable = std::is_copy_constructible_v<T>;

/// The values an enumeration without fixed underlying type may hold; set by the generated code.
template <class T>
struct EnumerationRange {
  static constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
  static constexpr int64_t highest = std::numeric_limits<int64_t>::max();
};

/// Where an object of a derived class is a T; null: it is none. Set by the generated code.
template <class T>
struct Upcast {
  static T* from(const Slot&) { return nullptr; }
};

// A class: the object made by an earlier action.
template <class T, class = void>
struct Coding {
  static constexpr bool isObject = true;

  static bool check(Reading& reading) {
    Index action = 0;
    if (!reading.cursor.read(action) || action >= reading.made) return false;
    const Slot& slot = reading.slots[action];
    if (slot.type == &typeMark<NotMade> || slot.type == &typeMark<NotLent>) {
      reading.lacksLent |= slot.type == &typeMark<NotLent>;
      return reading.passesOver;
    }
    if (slot.type == nullptr) return false;
    // Before it is looked at as anything: where a virtual base lies stands in the object.
    if (slot.watch >= 0 && !__covolve_is_alive(slot.watch)) {
      reading.lacksLent = true;
      return reading.passesOver;
    }
    return slot.type == &typeMark<T> || Upcast<T>::from(slot) != nullptr;
  }
  static T& object(Reading& reading) {
    const Slot& slot = reading.slots[reading.cursor.template take<Index>()];
    return slot.type == &typeMark<T> ? *static_cast<T*>(slot.object) : *Upcast<T>::from(slot);
  }
  /// To make another one from: copied if possible, else moved.
  static decltype(auto) take(Reading& reading) {
    T& found = object(reading);
    if constexpr (isCopyable<T>) {
      return static_cast<const T&>(found);
    } else if constexpr (std::is_constructible_v<T, T&> && !std::is_move_constructible_v<T>) {
      return static_cast<T&>(found);
    } else {
      return static_cast<T&&>(found);
    }
  }
};

template <>
struct Coding<std::nullptr_t> {
  static constexpr bool isObject = false;
  static bool check(Reading&) { return true; }
  static std::nullptr_t take(Reading&) { return nullptr; }
};

template <>
struct Coding<bool> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return reading.cursor.skip(1); }
  static bool take(Reading& reading) { return reading.cursor.take<uint8_t>() != 0; }
};

template <class T>
struct Coding<T, std::enable_if_t<(std::is_integral_v<T> && !std::is_same_v<T, bool>) || isWide<T>>> {
  static constexpr bool isObject = false;
  using Written = std::conditional_t<isWide<T>, WideInteger, int64_t>;
  static bool check(Reading& reading) { return reading.cursor.skip(sizeof(Written)); }
  static T take(Reading& reading) { return static_cast<T>(reading.cursor.template take<Written>()); }
};

template <class T>
struct Coding<T, std::enable_if_t<std::is_enum_v<T>>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    int64_t value = 0;
    return reading.cursor.read(value) && value >= EnumerationRange<T>::lowest &&
           value <= EnumerationRange<T>::highest;
  }
  static T take(Reading& reading) { return static_cast<T>(reading.cursor.template take<int64_t>()); }
};

template <class T>
struct Coding<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return reading.cursor.skip(sizeof(double)); }
  static T take(Reading& reading) { return narrow(reading.cursor.template take<double>()); }

 private:
  /// Beyond float's range the conversion is undefined; infinity is what rounding would give.
  static T narrow(double value) {
    if constexpr (sizeof(T) < sizeof(double)) {
      constexpr double most = std::numeric_limits<T>::max();
      if (value > most) return std::numeric_limits<T>::infinity();
      if (value < -most) return -std::numeric_limits<T>::infinity();
    }
    return static_cast<T>(value);
  }
};

inline bool checkText(Reading& reading) {
  Length length = 0;
  return reading.cursor.read(length) && reading.cursor.skip(length);
}

/// Ends in NUL and stays until the end of the test.
inline std::string_view keepText(Reading& reading) {
  const auto length = reading.cursor.take<Length>();
  char* text = static_cast<char*>(reading.arena.allocate(size_t{length} + 1, 1));
  std::memcpy(text, reading.cursor.takeBytes(length), length);
  text[length] = '\0';
  return {text, length};
}

template <>
struct Coding<std::string> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return checkText(reading); }
  static std::string take(Reading& reading) {
    const auto length = reading.cursor.take<Length>();
    return std::string(reading.cursor.takeBytes(length), length);
  }
};

template <>
struct Coding<std::string_view> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return checkText(reading); }
  static std::string_view take(Reading& reading) { return keepText(reading); }
};

inline bool readPresence(Reading& reading, bool& present) {
  uint8_t flag = 0;
  if (!reading.cursor.read(flag) || flag > 1) return false;
  present = flag == 1;
  return true;
}

template <>
struct Coding<const char*> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    return readPresence(reading, present) && (!present || checkText(reading));
  }
  static const char* take(Reading& reading) {
    return reading.cursor.take<uint8_t>() != 0 ? keepText(reading).data() : nullptr;
  }
};

/// char* and its like: null or a buffer (buffers.h).
template <class Character>
struct BufferCoding {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    Length length = 0;
    if (!readPresence(reading, present)) return false;
    return !present || (reading.cursor.read(length) && length < kBufferSize && reading.cursor.skip(length));
  }
  static Character* take(Reading& reading) {
    if (reading.cursor.take<uint8_t>() == 0) return nullptr;
    const auto length = reading.cursor.take<Length>();
    const char* text = reading.cursor.takeBytes(length);
    return reinterpret_cast<Character*>(reading.buffers.take(reading.arena, text, length));
  }
};

template <>
struct Coding<char*> : BufferCoding<char> {};
template <>
struct Coding<signed char*> : BufferCoding<signed char> {};
template <>
struct Coding<unsigned char*> : BufferCoding<unsigned char> {};
template <>
struct Coding<const signed char*> : BufferCoding<const signed char> {};
template <>
struct Coding<const unsigned char*> : BufferCoding<const unsigned char> {};
template <>
struct Coding<void*> : BufferCoding<char> {};
template <>
struct Coding<const void*> : BufferCoding<char> {};

/// Where a T lies until the end of the test: an object's own place, or a fresh one for a value.
template <class T>
T& keep(Reading& reading) {
  if constexpr (Coding<T>::isObject) {
    return Coding<T>::object(reading);
  } else {
    return reading.arena.template make<T>([&](void* place) { ::new (place) T(Coding<T>::take(reading)); });
  }
}

template <class T>
struct Coding<T*> {
  static constexpr bool isObject = false;
  using Pointee = std::remove_cv_t<T>;
  static bool check(Reading& reading) {
    bool present = false;
    return readPresence(reading, present) && (!present || Coding<Pointee>::check(reading));
  }
  static T* take(Reading& reading) {
    return reading.cursor.template take<uint8_t>() != 0 ? __builtin_addressof(keep<Pointee>(reading))
                                                        : nullptr;
  }
};

template <class T>
struct Coding<std::vector<T>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    Length count = 0;
    if (!reading.cursor.read(count) || count > reading.cursor.left())
      return false;  // an element takes a byte at least
    while (count-- > 0) {
      if (!Coding<T>::check(reading)) return false;
    }
    return true;
  }
  static std::vector<T> take(Reading& reading) {
    const auto count = reading.cursor.template take<Length>();
    std::vector<T> elements;
    elements.reserve(count);
    for (Length i = 0; i < count; ++i) elements.emplace_back(Coding<T>::take(reading));
    return elements;
  }
};

template <class T, size_t N>
struct Coding<std::array<T, N>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    for (size_t i = 0; i < N; ++i) {
      if (!Coding<T>::check(reading)) return false;
    }
    return true;
  }
  static std::array<T, N> take(Reading& reading) {
    if constexpr (!Coding<T>::isObject && std::is_default_constructible_v<T>) {
      std::array<T, N> elements{};
      for (size_t i = 0; i < N; ++i) elements[i] = Coding<T>::take(reading);
      return elements;
    } else {
      return inBraces(reading, std::make_index_sequence<N>());
    }
  }

 private:
  template <size_t... I>
  static std::array<T, N> inBraces(Reading& reading, std::index_sequence<I...>) {
    return {{(static_cast<void>(I), Coding<T>::take(reading))...}};  // braces keep the order
  }
};

template <class T>
struct Coding<std::optional<T>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) {
    bool present = false;
    return readPresence(reading, present) && (!present || Coding<T>::check(reading));
  }
  static std::optional<T> take(Reading& reading) {
    if (reading.cursor.template take<uint8_t>() == 0) return std::nullopt;
    return std::optional<T>(std::in_place, Coding<T>::take(reading));
  }
};

template <class A, class B>
struct Coding<std::pair<A, B>> {
  static constexpr bool isObject = false;
  static bool check(Reading& reading) { return Coding<A>::check(reading) && Coding<B>::check(reading); }
  static std::pair<A, B> take(Reading& reading) {
    return std::pair<A, B>{Coding<A>::take(reading), Coding<B>::take(reading)};  // braces keep the order
  }
};

}  // namespace covolve::harness
