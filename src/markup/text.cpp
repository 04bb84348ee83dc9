#include "markup/text.h"

namespace covolve::markup {

namespace {

bool isAllowed(char32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n';
  return !(character >= 0x7F && character < 0xA0) && character != 0xFFFE && character != 0xFFFF;
}

}  // namespace

std::string cleaned(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const char32_t character = takeCharacter(text);
    appendCharacter(result, isAllowed(character) ? character : kReplacementCharacter);
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

}  // namespace covolve::markup
