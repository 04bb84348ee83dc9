// Type and predicate variables, after the papers' subject NotyPevar.
//
// What makes it hard: integers that become text before they are compared, sums and
// joined strings that must be equal.
// Expected: every branch can be covered; no fault (sums are made in 64 bits).
// Infeasible: none.
#include <cstdint>
#include <string>

namespace strings {

/// A sum of what holds: 1 for 2i == 56, 2 for an i that completes "hello7", 4 for an s that
/// does, 8 for an s beyond "hello", 16 for an s that comes before the text of i.
int notyPevar(int i, const std::string& s) {
  const int64_t x = i;
  const int64_t y = x;
  const std::string hello = "hello";
  int result = 0;
  if (x + y == 56) result += 1;
  if (hello + std::to_string(y) == "hello7") result += 2;
  if (hello + s == "hello7") result += 4;
  if (hello < s) result += 8;
  if (s < std::to_string(x)) result += 16;
  return result;
}

}  // namespace strings
