// Checks of squares of numbers: lines that add up alike, and which kind of square it is.
//
// What makes it hard: eight sums over nine numbers must agree, which must all differ; each number takes
// part in up to four of the sums.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <array>
#include <cstdint>

namespace constraints::square {

using Square = std::array<int16_t, 9>;

enum class Kind { NotEven, Rows, SemiMagic, Repeating, Magic, Normal };

namespace {

int line(const Square& square, unsigned first, unsigned step) {
  return square[first] + square[first + step] + square[first + 2 * step];
}

bool areDifferent(const Square& square) {
  for (std::size_t i = 0; i < square.size(); ++i) {
    for (std::size_t j = i + 1; j < square.size(); ++j) {
      if (square[i] == square[j]) return false;
    }
  }
  return true;
}

}  // namespace

Kind classify(const Square& square) {
  const int sum = line(square, 0, 1);
  if (sum <= 0) return Kind::NotEven;
  if (line(square, 3, 1) != sum || line(square, 6, 1) != sum) return Kind::NotEven;
  if (line(square, 0, 3) != sum || line(square, 1, 3) != sum || line(square, 2, 3) != sum) return Kind::Rows;
  if (line(square, 0, 4) != sum || line(square, 2, 2) != sum) return Kind::SemiMagic;
  if (!areDifferent(square)) return Kind::Repeating;
  if (sum == 15 && square[4] == 5 && square[0] > 0) return Kind::Normal;
  return Kind::Magic;
}

}  // namespace constraints::square
