// Writes to and reads from arrays of fixed size, after Roops' IntArrayWithoutExceptions.
//
// What makes it hard: the number 42 must get to the place that is read, directly or
// through an index that is itself read from the array; the large array leaves one place
// in 100000.
// Expected: every branch can be covered; no fault (indices are checked).
// Infeasible: none.
#include <cstddef>
#include <vector>

namespace roops {

namespace {

constexpr int kSmall = 10;
constexpr int kLarge = 100000;
constexpr int kAnswer = 42;

bool isIndex(int index, int size) { return index >= 0 && index < size; }

}  // namespace

/// -1 where the index is none; 1 if 42 was written and read.
int writeAndRead(int index, int value) {
  if (!isIndex(index, kSmall)) return -1;
  int cells[kSmall] = {};
  cells[index] = value;
  if (cells[index] == kAnswer) return 1;
  return 0;
}

/// The place that is read is a given one.
int writeAndReadFixedCell(int index, int value) {
  if (!isIndex(index, kSmall)) return -1;
  int cells[kSmall] = {};
  cells[index] = value;
  if (cells[7] == kAnswer) return 1;
  return 0;
}

/// Two writes: the second decides where the first is looked for.
int writeAndReadThroughIndex(int index, int value, int pointer) {
  if (!isIndex(index, kSmall) || !isIndex(pointer, kSmall)) return -1;
  int cells[kSmall] = {};
  cells[index] = value;
  cells[0] = pointer;
  if (cells[cells[0]] == kAnswer) return 1;
  return 0;
}

int writeAndReadLarge(int index, int value) {
  if (!isIndex(index, kLarge)) return -1;
  std::vector<int> cells(kLarge);
  cells[static_cast<std::size_t>(index)] = value;
  if (cells[static_cast<std::size_t>(index)] == kAnswer) return 1;
  return 0;
}

int writeAndReadFixedCellLarge(int index, int value) {
  if (!isIndex(index, kLarge)) return -1;
  std::vector<int> cells(kLarge);
  cells[static_cast<std::size_t>(index)] = value;
  if (cells[76543] == kAnswer) return 1;
  return 0;
}

int writeAndReadThroughIndexLarge(int index, int value, int pointer) {
  if (!isIndex(index, kLarge) || !isIndex(pointer, kLarge)) return -1;
  std::vector<int> cells(kLarge);
  cells[static_cast<std::size_t>(index)] = value;
  cells[0] = pointer;
  if (cells[static_cast<std::size_t>(cells[0])] == kAnswer) return 1;
  return 0;
}

}  // namespace roops
