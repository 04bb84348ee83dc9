// A small machine whose table of instructions is indexed by parts of the instruction itself.
//
// What makes it hard: what is compared is read from arrays at indices that the input gives, some of them
// through a second table.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstdint>

namespace constraints::opcode {

enum class Kind { Illegal, Move, Arithmetic, Jump, Privileged, Loop, Halt };

namespace {

constexpr std::array<uint8_t, 16> kClassOf{0, 1, 1, 2, 2, 2, 2, 3, 3, 0, 4, 5, 0, 1, 6, 0};
constexpr std::array<int8_t, 7> kOperands{0, 2, 2, 1, 1, 2, 0};
constexpr std::array<uint8_t, 32> kPermuted{7,  29, 3,  18, 0,  25, 11, 14, 31, 5, 22, 9,  16, 1,  27, 12,
                                            20, 6,  30, 2,  24, 10, 15, 4,  28, 8, 19, 13, 23, 17, 26, 21};

}  // namespace

Kind decode(uint32_t word, const std::array<uint16_t, 8>& registers) {
  const uint32_t group = word >> 28;
  const uint8_t kind = kClassOf[group];
  if (kind == 0) return Kind::Illegal;
  const uint32_t first = (word >> 24) & 7;
  const uint32_t second = (word >> 20) & 7;
  if (kOperands[kind] == 2 && first == second) return Kind::Illegal;
  if (kOperands[kind] == 0 && (word & 0x0FFFFFFF) != 0) return Kind::Illegal;
  switch (kind) {
    case 3:
      if (registers[first] != (word & 0xFFFF)) return Kind::Jump;
      return Kind::Loop;
    case 4:
      if (kPermuted[(word >> 8) & 31] == 13 && kPermuted[word & 31] == 26) return Kind::Privileged;
      return Kind::Illegal;
    case 5:
      if (registers[first] == 40'000 && registers[second] == registers[kPermuted[word & 31] & 7] + 1) {
        return Kind::Loop;
      }
      return Kind::Arithmetic;
    case 6:
      return Kind::Halt;
    default:
      return kind == 1 ? Kind::Move : Kind::Arithmetic;
  }
}

}  // namespace constraints::opcode
