// Whether a text has a word as C and C++ tell words: not as a part of a longer one.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace covolve {

inline bool containsWord(std::string_view text, std::string_view word) {
  const auto isOfWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (word.empty()) return false;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isOfWord(text[at - 1])) && (end == text.size() || !isOfWord(text[end]))) return true;
  }
  return false;
}

}  // namespace covolve
