// What can be called and with what, as data: the generated part of a fuzzer's
// harness. Made from the model of the code under test (../table_text.h), so that
// a peer reaches exactly the calls and kinds of values that covolve reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace covolve::peers {

/// As far as bytes differ: see runtime/include/covolve/test_bytes.h.
enum class Kind : uint8_t {
  Boolean,
  Integer,  // characters too
  Floating,
  Enumeration,
  String,   // std::string and std::string_view
  CString,  // null or without NUL
  Buffer,
  Vector,
  Array,
  Optional,
  Tuple,    // of `length` parts
  Variant,  // one of `length` parts
  Pointer,
  Object,  // of a class: made by an earlier call
};

struct Type {
  Kind kind = Kind::Boolean;
  uint8_t bytes = 0;  // Integer, Floating, Enumeration
  bool isSigned = false;
  uint32_t length = 0;      // Array
  uint16_t parts[16] = {};  // Vector, Array, Optional, Pointer: the first; Tuple, Variant
  std::span<const int64_t> enumerators = {};
  std::span<const uint16_t> makers = {};  // calls that make an Object, the simplest first
};

struct Argument {
  uint16_t type = 0;
  bool consumes = false;  // the object is moved from: nothing can be done with it afterwards
};

struct Call {
  std::span<const Argument> arguments;  // a method's receiver first
  bool isMethod = false;
  bool makesObject = false;
  uint16_t result = 0;
};

/// Those of covolve's own tests.
struct Limits {
  uint32_t calls = 0;
  uint32_t nesting = 0;  // objects made to make objects
  uint32_t text = 0;
  uint32_t textInBuffer = 0;
  uint32_t list = 0;
};

struct Table {
  std::span<const Type> types;
  std::span<const Call> calls;          // by the number of the thunk
  std::span<const uint16_t> underTest;  // calls that a test consists of
  Limits limits;
};

/// Of the fuzzer that this is linked into.
extern const Table theTable;

}  // namespace covolve::peers
