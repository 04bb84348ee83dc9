// Reads of an array given as a parameter, after Roops' array-parameter subject.
//
// What makes it hard: the array needs a length of at least ten before anything is looked
// at; then single cells, and cells found through other cells, must hold given numbers.
// Expected: every branch can be covered; no fault (indices are checked).
// Infeasible: none.
#include <cstddef>
#include <vector>

namespace roops {

/// -1 for an array of less than ten numbers.
int readCell(const std::vector<int>& cells) {
  if (cells.size() < 10) return -1;
  if (cells[3] == 42) return 1;
  return 0;
}

int readCellAt(const std::vector<int>& cells, int index) {
  if (cells.size() < 10) return -1;
  if (index < 0 || static_cast<std::size_t>(index) >= cells.size()) return -2;
  if (cells[static_cast<std::size_t>(index)] == 42) return 1;
  return 0;
}

int readThroughIndex(const std::vector<int>& cells, int index) {
  if (cells.size() < 10) return -1;
  if (index < 0 || static_cast<std::size_t>(index) >= cells.size()) return -2;
  const int pointer = cells[static_cast<std::size_t>(index)];
  if (pointer < 0 || static_cast<std::size_t>(pointer) >= cells.size()) return -3;
  if (cells[static_cast<std::size_t>(pointer)] == 42) return 1;
  return 0;
}

/// The cell is written first, so that what is read may come from either parameter.
int writeAndReadNeighbours(std::vector<int> cells, int index, int value) {
  if (cells.size() < 10) return -1;
  if (index < 1 || static_cast<std::size_t>(index) + 1 >= cells.size()) return -2;
  const std::size_t at = static_cast<std::size_t>(index);
  cells[at] = value;
  if (cells[at - 1] == cells[at + 1] && cells[at] == 42) return 1;
  if (cells[0] < cells[at] && cells[at] < cells[9]) return 2;
  return 0;
}

}  // namespace roops
