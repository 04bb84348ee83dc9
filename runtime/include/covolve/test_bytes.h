// How a test travels to its harness, and what was observed on the way back: one
// definition for both ends. The engine's is src/unit/scenario/encoding.cpp, the
// harness' are harness/coding.h and harness/observing.h.
//
// The bytes of a test (little endian, no padding, no tags: both sides know the types):
//   test      := Index actionCount, action*
//   action    := Index callable, argument*            a method's receiver is the first argument
//   Boolean   := u8                                   std::nullptr_t := nothing
//   Character, Integer, Enumeration := i64            16 bytes for __int128
//   Floating  := f64
//   String, StringView := Length, bytes
//   CString, Buffer := u8 present, [Length, bytes]    a buffer: fewer than 256 bytes
//   Vector    := Length count, elements               Array := elements     Pair := first, second
//   Optional  := u8 present, [value]
//   Pointer   := u8 present, [value]                  to a Class: u8 present, [Index action]
//   Class     := Index action                         the action that made the object
// Observations, for each executed action that has any:
//   entry     := Index action, u8 Entry, u8 parameter, value
//   value     := u8 Tag, then by tag: Boolean u8 | Integer i128 (16 bytes) | Floating f64 | Text Length,
//   bytes
//                | List Length, values | Present value | Opaque, Absent nothing
//                A pointer is absent or present; an out-parameter's present value is what it points to.
//                Of a buffer that is the text up to its first NUL.
//   threw     := entry whose value is a list of two texts: type name (mangled), what() ("" if none)
//   freed     := entry whose value is opaque: at the end of the test, the object that the action lent is gone
//   given     := entry whose value is opaque: nothing but the test refers then to what the action returned
#pragma once
#pragma GCC system_header  // the warnings of the code under test's build are not about this

#include <cstdint>

namespace covolve::harness {

using Index = uint16_t;
using Length = uint32_t;

/// Of one test.
constexpr uint32_t kMostActions = 256;

enum class Tag : uint8_t { Opaque = 0, Boolean, Integer, Floating, Text, List, Absent, Present };
enum class Entry : uint8_t { Returned = 0, Parameter = 1, Threw = 2, Freed = 3, Given = 4 };

}  // namespace covolve::harness
