// Looks up a field by the hash of its key, after checking what it was given.
//
// What makes it hard: both checks are functions that return a truth value, and the second one must hold for
// an element of the array that depends on the hash of another argument. Expected: every branch can be
// covered; no fault. Infeasible: none. After the example of "Recovering Fitness Gradients for Interprocedural
// Boolean Flags".
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace flags::map {

namespace {

std::uint32_t hashOf(int value) {
  auto h = static_cast<std::uint32_t>(value);
  h ^= h >> 4;
  h ^= h >> 7;
  return (h & 0xffffu) + 100;
}

bool isAllowed(const std::vector<int>& keys, int value) {
  if (value < -10'000 || value > 10'000) return false;
  if (keys.size() > 10'000) return false;
  return true;
}

bool isAt(const std::vector<int>& keys, std::size_t i, int value) {
  const std::uint32_t hash = hashOf(value);
  if (keys[i] != 0) {
    if (i > 16 || hash < (1u << i) + 100) return false;
  }
  if (static_cast<std::uint32_t>(keys[i]) == hash) return true;
  return false;
}

}  // namespace

/// The index of the value's key; -1: it has none; -2: it may not be asked.
int indexOf(const std::vector<int>& keys, int value) {
  if (!isAllowed(keys, value)) return -2;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (isAt(keys, i, value)) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace flags::map
