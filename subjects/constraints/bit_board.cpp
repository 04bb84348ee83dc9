// Positions of a board game as 64-bit sets of squares.
//
// What makes it hard: each side's pieces must be apart and of the right number, then patterns of shifted
// sets meet in single squares; nearly all sets of 64 bits fail the first checks.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <cstdint>

namespace constraints::board {

enum class State { Overlap, TooMany, NoKing, Adjacent, Fork, Shield, BackRank, Quiet };

namespace {

constexpr uint64_t kFirstFile = 0x0101010101010101ULL;
constexpr uint64_t kLastFile = kFirstFile << 7;

int count(uint64_t squares) {
  int number = 0;
  while (squares != 0) {
    squares &= squares - 1;
    ++number;
  }
  return number;
}

uint64_t around(uint64_t king) {
  const uint64_t sides = ((king & ~kLastFile) << 1) | ((king & ~kFirstFile) >> 1);
  const uint64_t row = sides | king;
  return (sides | (row << 8) | (row >> 8)) & ~king;
}

uint64_t knightReach(uint64_t knights) {
  const uint64_t near = ((knights & ~kLastFile) << 1) | ((knights & ~kFirstFile) >> 1);
  const uint64_t right = (knights & ~(kLastFile | (kLastFile >> 1))) << 2;
  const uint64_t left = (knights & ~(kFirstFile | (kFirstFile << 1))) >> 2;
  const uint64_t far = right | left;
  return (near << 16) | (near >> 16) | (far << 8) | (far >> 8);
}

}  // namespace

State assess(uint64_t king, uint64_t pawns, uint64_t enemyKing, uint64_t enemyKnights) {
  if ((king & pawns) != 0 || ((king | pawns) & (enemyKing | enemyKnights)) != 0 ||
      (enemyKing & enemyKnights) != 0) {
    return State::Overlap;
  }
  if (count(pawns) > 8 || count(enemyKnights) > 2) return State::TooMany;
  if (count(king) != 1 || count(enemyKing) != 1) return State::NoKing;
  if ((around(king) & enemyKing) != 0) return State::Adjacent;
  const uint64_t reach = knightReach(enemyKnights);
  if ((reach & king) != 0 && (reach & pawns) == pawns && pawns != 0) return State::Fork;
  if ((king & 0xFF) != 0 && (around(king) & 0xFF00) == (pawns & 0xFF00)) {
    return (reach & king) != 0 ? State::BackRank : State::Shield;
  }
  return State::Quiet;
}

}  // namespace constraints::board
