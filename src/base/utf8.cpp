#include "base/utf8.h"

#include <algorithm>

#include "base/utf8_encoding.h"

namespace covolve {

namespace {

/// How many bytes the character has that begins so; 0: none does.
size_t byteCount(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

struct Decoded {
  size_t bytes = 0;  // 0: the text does not begin with a character
  char32_t character = kReplacementCharacter;
};

Decoded decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const size_t count = byteCount(first);
  if (count == 0 || count > text.size()) return {};
  char32_t character = count == 1 ? first : first & (0x7F >> count);
  for (size_t i = 1; i < count; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    character = character << 6 | (next & 0x3F);
  }
  const bool isOverlong = (count == 3 && character < 0x800) || (count == 4 && character < 0x10000);
  const bool isHalfOfPair = character >= 0xD800 && character < 0xE000;
  if (isOverlong || isHalfOfPair || character > 0x10FFFF) return {};
  return {count, character};
}

}  // namespace

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t bytes = decode(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

char32_t takeCharacter(std::string_view& text) {
  const Decoded first = decode(text);
  text.remove_prefix(first.bytes == 0 ? 1 : first.bytes);
  return first.character;
}

size_t lengthOf(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void appendCharacter(std::string& text, char32_t character) {
  char bytes[4];
  text.append(bytes, encodeUtf8(character, bytes));
}

}  // namespace covolve
