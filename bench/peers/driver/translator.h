// Turns any bytes into a test that the harness accepts. They are used up from
// front to back, as with libFuzzer's FuzzedDataProvider, and in a way that
// suits mutation: numbers stand as they are compared (so that values seen in
// comparisons can be put in), texts end at a mark (so that they grow by
// insertion), and what is missing at the end reads as zero.
//
//   test      := call*                     until the bytes or the allowed calls are used up
//   call      := choice, argument*         choice: a byte modulo the number of choices; none for one choice
//   boolean, character := byte             number := byte, its own bytes if that is odd, else one small byte
//   floating  := byte, then by its value modulo 4: one byte, 4 bytes of thousandths, its own bytes (twice)
//   text      := bytes up to \ and a byte that is no \; two of them are one. A C string ends at NUL too
//   list      := byte, elements            while there are bytes
//   pointer, optional := byte, [value]     absent for a 15 in the low half
//   object    := byte                      one of the earlier ones, or for one in eight a new one
//
// Easy to get wrong: an object that is needed is made by a call that stands
// before the one that needs it, so calls are written from the inside out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "table.h"

namespace covolve::peers {

class Translator {
 public:
  explicit Translator(const Table& table) : table_(table) {}

  /// The bytes of the test, valid until the next call. See runtime/include/covolve/test_bytes.h.
  std::span<const uint8_t> translate(std::span<const uint8_t> input);

 private:
  struct Object {
    uint16_t action;
    uint16_t type;
    uint32_t weight;
  };
  static constexpr uint32_t kNone = ~uint32_t{0};

  bool call(uint16_t id, uint32_t depth);
  bool value(const Argument& argument, uint32_t depth);
  bool object(const Argument& argument, uint32_t depth);
  bool list(const Type& type, uint32_t count, bool stopsWithInput, uint32_t depth);
  void integer(const Type& type);
  void floating(const Type& type);
  void text(bool mayHoldNul, uint32_t longest);
  bool finish(const Call& call, size_t start, uint32_t weight);
  uint32_t findObject(const Argument& argument, uint8_t choice) const;

  uint8_t byte();
  uint64_t raw(unsigned bytes);
  size_t choose(size_t count);
  bool isAbsent() { return (byte() & 15) == 15; }

  template <class T>
  void put(T number);

  const Table& table_;
  std::span<const uint8_t> input_;
  std::vector<uint8_t> test_;
  std::vector<uint8_t> pending_;  // calls under construction, the innermost last
  std::vector<Object> scope_;
  std::vector<uint16_t> needed_;  // actions that calls under construction refer to
  uint32_t weight_ = 0;           // of what the innermost call refers to
  uint32_t calls_ = 0;
};

}  // namespace covolve::peers
