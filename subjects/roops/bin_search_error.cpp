// Binary search and its famous error, after Roops' BinSearchError: the midpoint overflows.
//
// What makes it hard: the error needs two bounds whose sum passes 2^31; the search itself
// a sorted array that holds the key.
// Expected: every branch can be covered; no fault (the sum wraps in unsigned arithmetic).
// Infeasible: none.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace roops {

/// The middle as it was computed for decades. Throws std::invalid_argument unless
/// 0 <= low <= high, std::overflow_error where the error shows.
int midpoint(int low, int high) {
  if (low < 0 || high < low) throw std::invalid_argument("not a range");
  const int middle = static_cast<int>(static_cast<uint32_t>(low) + static_cast<uint32_t>(high)) / 2;
  if (middle < 0) throw std::overflow_error("the midpoint is negative");
  return middle;
}

/// The key's index, or -1. Throws std::invalid_argument for an array that is not sorted.
int binarySearch(const std::vector<int>& sorted, int key) {
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1] > sorted[i]) throw std::invalid_argument("the array is not sorted");
  }
  int low = 0;
  int high = static_cast<int>(sorted.size()) - 1;
  while (low <= high) {
    const int middle = midpoint(low, high);
    const int value = sorted[static_cast<std::size_t>(middle)];
    if (value < key) {
      low = middle + 1;
    } else if (value > key) {
      high = middle - 1;
    } else {
      return middle;
    }
  }
  return -1;
}

}  // namespace roops
