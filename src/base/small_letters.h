// Names of headers and media types are the same in any case. ASCII only: neither
// has other letters.
#pragma once

#include <string>
#include <string_view>

namespace covolve {

constexpr char inSmall(char one) {
  return one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one;
}

inline std::string inSmallLetters(std::string_view text) {
  std::string small(text);
  for (char& one : small) one = inSmall(one);
  return small;
}

}  // namespace covolve
