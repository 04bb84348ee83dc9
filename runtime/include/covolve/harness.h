// Included by every generated harness: reads a test's bytes, keeps its objects,
// calls the thunks, observes results. C++17, standard library only.
//
// The bytes of a test (little endian, no padding, no tags: both sides know the types):
//   test      := u16 actionCount, action*
//   action    := u16 callable, argument*              a method's receiver is the first argument
//   Boolean   := u8
//   Character, Integer, Enumeration := i64            16 bytes for __int128
//   Floating  := f64
//   String, StringView := u32 length, bytes
//   CString   := u8 present, [u32 length, bytes]
//   Vector    := u32 count, elements                  Array := elements     Pair := first, second
//   Optional  := u8 present, [value]
//   Pointer   := u8 present, [value]                  to a Class: u8 present, [u16 action]
//   Class     := u16 action                           the action that made the object
// Observations, for each executed action that has any:
//   entry     := u16 action, u8 what (0 returned, 1 out-parameter, 2 threw), u8 parameter, value
//   value     := u8 tag: 0 opaque | 1 boolean u8 | 2 integer i128 (16 bytes) | 3 floating f64 | 4 text u32, bytes
//                | 5 list u32, values | 6 absent | 7 present, value
//   threw     := entry whose value is a list of two texts: type name (mangled), what() ("" if none)
//
// This file is the front end's harness generator's counterpart: src/unit/harness.cpp.
#pragma once
