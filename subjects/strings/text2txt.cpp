// Words as they are shortened in messages, after the papers' subject Text2Txt.
//
// What makes it hard: single words, and idioms that spread over two or three
// arguments ("see you", "by the way").
// Expected: every branch can be covered; no fault.
// Infeasible: none.
#include <string>

namespace strings {

/// The empty string where there is nothing to shorten.
std::string text2txt(const std::string& first, const std::string& second, const std::string& third) {
  if (first == "two") return "2";
  if (first == "for" || first == "four") return "4";
  if (first == "you") return "u";
  if (first == "and") return "n";
  if (first == "are") return "r";
  if (first == "see" && second == "you") return "cu";
  if (first == "by" && second == "the" && third == "way") return "btw";
  return "";
}

}  // namespace strings
