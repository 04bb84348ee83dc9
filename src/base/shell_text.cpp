#include "base/shell_text.h"

#include <algorithm>
#include <cctype>

namespace covolve {

std::string shellWord(std::string_view text) {
  const auto isHarmless = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-+=./:,@%").contains(static_cast<char>(c));
  };
  if (!text.empty() && std::ranges::all_of(text, isHarmless)) return std::string(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace covolve
