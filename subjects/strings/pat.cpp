// A pattern and its reverse within a text, after the papers' subject Pat.
//
// What makes it hard: both strings must share a part of at least three characters, and
// for the last results the text also has to hold the pattern backwards, at once or later.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// 0 neither; 1 the pattern; 2 the pattern, its reverse right behind; 3 the same with a gap;
/// 4 the reverse; 5 the reverse, the pattern right behind; 6 the same with a gap.
int pat(const std::string& text, const std::string& pattern) {
  const std::string::size_type length = pattern.size();
  if (length <= 2) return 0;
  const std::string reversed(pattern.rbegin(), pattern.rend());
  for (std::string::size_type i = 0; i + length <= text.size(); ++i) {
    if (text[i] == pattern[0] && text.substr(i, length) == pattern) {
      for (std::string::size_type j = i + length; j + length <= text.size(); ++j) {
        if (text[j] == reversed[0] && text.substr(j, length) == reversed) return j == i + length ? 2 : 3;
      }
      return 1;
    }
    if (text[i] == reversed[0] && text.substr(i, length) == reversed) {
      for (std::string::size_type j = i + length; j + length <= text.size(); ++j) {
        if (text[j] == pattern[0] && text.substr(j, length) == pattern) return j == i + length ? 5 : 6;
      }
      return 4;
    }
  }
  return 0;
}

}  // namespace strings
