// Which titles go with which sex?, after the papers' subject Title.
//
// What makes it hard: three words in the first argument, four to eight in the second,
// a combination that must be right at once.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// 1 a man's, 2 a woman's, 3 anybody's title; 0 where the title does not fit the sex.
int title(const std::string& sex, const std::string& word) {
  if (sex == "male") {
    if (word == "mr" || word == "dr" || word == "sir" || word == "rev" || word == "rthon" || word == "prof") {
      return 1;
    }
  } else if (sex == "female") {
    if (word == "mrs" || word == "miss" || word == "ms" || word == "dr" || word == "lady" || word == "rev" ||
        word == "rthon" || word == "prof") {
      return 2;
    }
  } else if (sex == "none") {
    if (word == "dr" || word == "rev" || word == "rthon" || word == "prof") return 3;
  }
  return 0;
}

}  // namespace strings
