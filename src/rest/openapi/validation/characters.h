// Characters of ASCII, whatever the locale.
#pragma once

#include <cstddef>
#include <string_view>

namespace covolve::rest {

constexpr bool isAsciiDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isAsciiLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAlphanumeric(char c) { return isAsciiDigit(c) || isAsciiLetter(c); }
constexpr bool isHexadecimal(char c) {
  return isAsciiDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// Takes the character off the text's front, where it is there.
inline bool takeIf(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// The digits that a text begins with, taken off it; may be none.
inline std::string_view takeDigits(std::string_view& text) {
  size_t count = 0;
  while (count < text.size() && isAsciiDigit(text[count])) ++count;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

}  // namespace covolve::rest
