#include "campaign/results/text.h"

namespace covolve::campaign::results {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool isAllowed(char32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n';
  return !(character >= 0x7F && character < 0xA0) && character != 0xFFFE && character != 0xFFFF;
}

/// How many bytes the character has that begins so; 0: none does.
size_t byteCount(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  if (first >= 0xF0 && first < 0xF5) return 4;
  return 0;
}

}  // namespace

char32_t takeCharacter(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  const size_t count = byteCount(first);
  const auto malformed = [&] {
    text.remove_prefix(1);
    return kReplacement;
  };
  if (count == 0 || count > text.size()) return malformed();
  char32_t character = count == 1 ? first : first & (0x7F >> count);
  for (size_t i = 1; i < count; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return malformed();
    character = character << 6 | (next & 0x3F);
  }
  const bool isOverlong = (count == 3 && character < 0x800) || (count == 4 && character < 0x10000);
  if (isOverlong || character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return malformed();
  text.remove_prefix(count);
  return character;
}

void appendCharacter(std::string& text, char32_t character) {
  const auto append = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    append(character);
  } else if (character < 0x800) {
    append(0xC0 | character >> 6);
    append(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    append(0xE0 | character >> 12);
    append(0x80 | (character >> 6 & 0x3F));
    append(0x80 | (character & 0x3F));
  } else {
    append(0xF0 | character >> 18);
    append(0x80 | (character >> 12 & 0x3F));
    append(0x80 | (character >> 6 & 0x3F));
    append(0x80 | (character & 0x3F));
  }
}

std::string cleaned(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = takeCharacter(text);
    appendCharacter(result, isAllowed(character) ? character : kReplacement);
  }
  return result;
}

size_t lengthOf(std::string_view text) {
  size_t length = 0;
  for (; !text.empty(); ++length) takeCharacter(text);
  return length;
}

std::string shortened(std::string_view text, size_t characters) {
  if (lengthOf(text) <= characters) return std::string(text);
  std::string result;
  for (size_t i = 0; i + 1 < characters; ++i) appendCharacter(result, takeCharacter(text));
  return result + "…";
}

std::string escapedForXml(std::string_view text) {
  std::string result;
  for (const char character : cleaned(text)) {
    switch (character) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += character;
    }
  }
  return result;
}

}  // namespace covolve::campaign::results
