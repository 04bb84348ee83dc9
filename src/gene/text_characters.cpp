#include "gene/text_characters.h"

#include "base/utf8.h"

namespace covolve::gene {

std::u32string charactersOf(std::string_view text, bool isUnicode) {
  std::u32string characters;
  characters.reserve(text.size());
  if (isUnicode) {
    while (!text.empty()) characters += takeCharacter(text);
  } else {
    for (const char c : text) characters += static_cast<unsigned char>(c);
  }
  return characters;
}

std::string textOf(const std::u32string& characters, bool isUnicode) {
  std::string text;
  text.reserve(characters.size());
  for (const char32_t character : characters) {
    if (isUnicode) {
      appendCharacter(text, character);
    } else {
      text += static_cast<char>(character);
    }
  }
  return text;
}

}  // namespace covolve::gene
