// Are four strings in order?, after the papers' subject Ordered4.
//
// What makes it hard: four strings that all need a length of 5 or 6, and three
// comparisons between them that must hold at once.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// 1 strictly increasing, 2 strictly decreasing, 0 neither or some string not of length 5 or 6.
int ordered4(const std::string& w, const std::string& x, const std::string& y, const std::string& z) {
  if (w.size() < 5 || w.size() > 6 || x.size() < 5 || x.size() > 6 || y.size() < 5 || y.size() > 6 ||
      z.size() < 5 || z.size() > 6) {
    return 0;
  }
  if (z > y && y > x && x > w) return 1;
  if (w > x && x > y && y > z) return 2;
  return 0;
}

}  // namespace strings
