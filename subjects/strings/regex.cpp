// Is a text an address, a date or a number?, after the papers' subject Regex.
//
// What makes it hard: whole texts must match regular expressions; between "matches"
// and "does not" there is nothing to see from outside the library.
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <regex>
#include <string>

namespace strings {

namespace {

const std::regex kUrl(R"((http|https|ftp)://[a-z0-9_]+(\.[a-z0-9_]+)*(:[0-9]+)?(/[A-Za-z0-9_.~/]*)?)");
const std::regex kDate(
    R"((mon|tue|wed|thur|fri|sat|sun),? [0-3]?[0-9] (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) [0-9]{4})");
const std::regex kFloat(R"([-+]?[0-9]+\.[0-9]+[eE][-+]?[0-9]+)");

}  // namespace

/// 1 URL, 2 date ("mon 14 jan 2008"), 3 floating-point number with exponent, 0 none.
int regex(const std::string& text) {
  if (std::regex_match(text, kUrl)) return 1;
  if (std::regex_match(text, kDate)) return 2;
  if (std::regex_match(text, kFloat)) return 3;
  return 0;
}

}  // namespace strings
