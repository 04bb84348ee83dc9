// A chain of every kind of comparison, after the papers' subject Costfuns.
//
// What makes it hard: thresholds of integers one behind the other, then one exact
// integer before a string is looked at, which is compared with joined words.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// The number of the first comparison that holds.
int costfuns(int i, const std::string& s) {
  const std::string ba = "ba";
  const std::string ab = "ab";
  if (i == 5) return 1;
  if (i < -444) return 2;
  if (i <= -333) return 3;
  if (i > 666) return 4;
  if (i >= 555) return 5;
  if (i != -4) return 6;
  if (s == ba + ab) return 7;
  if (s > ab + ba) return 8;
  if (s >= ab + ba) return 9;
  if (s != ab + ab) return 10;
  return 11;
}

}  // namespace strings
