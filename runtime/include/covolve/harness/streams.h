// Streams that the code under test reads from and writes to: in memory, kept
// until the end of the test. Included by harnesses that need one.
//
// Easy to get wrong: a stream is taken by the name of its base (std::istream),
// so it is made here and referred to like an object.
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <sstream>

#include "covolve/harness/coding.h"

namespace covolve::harness {

/// `Made` is a `Stream` that lives in memory; `reads`: the test's bytes hold what it starts with.
template <class Stream, class Made, bool reads>
struct StreamCoding {
  static constexpr bool isObject = true;
  static bool check(Reading& reading) { return !reads || checkText(reading); }
  static Stream& object(Reading& reading) {
    return reading.arena.template make<Made>([&](void* place) {
      if constexpr (reads) {
        ::new (place) Made(Coding<std::string>::take(reading));
      } else {
        ::new (place) Made();
      }
    });
  }
  static Stream&& take(Reading& reading) { return static_cast<Stream&&>(object(reading)); }
  static std::string written(const Stream& stream) { return static_cast<const Made&>(stream).str(); }
};

template <>
struct Coding<std::istream> : StreamCoding<std::istream, std::istringstream, true> {};
template <>
struct Coding<std::ostream> : StreamCoding<std::ostream, std::ostringstream, false> {};
template <>
struct Coding<std::iostream> : StreamCoding<std::iostream, std::stringstream, true> {};
template <>
struct Coding<std::istringstream> : StreamCoding<std::istringstream, std::istringstream, true> {};
template <>
struct Coding<std::ostringstream> : StreamCoding<std::ostringstream, std::ostringstream, false> {};
template <>
struct Coding<std::stringstream> : StreamCoding<std::stringstream, std::stringstream, true> {};

}  // namespace covolve::harness
