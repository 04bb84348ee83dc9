// Texts of wide characters as UTF-8: what languages are made of, and what the engine
// knows the texts of tests as. Those of bytes are what they are.
#pragma once

#include <string_view>

#include "base/utf8_encoding.h"
#include "distance/text_distance.h"

namespace covolve::runtime {

/// How many bytes were written, up to 4. What is no character becomes the replacement character.
inline size_t encode(uint32_t character, char* out) {
  constexpr uint32_t kReplacement = 0xfffd;
  const bool isSurrogate = character >= 0xd800 && character < 0xe000;
  return encodeUtf8(isSurrogate || character > 0x10ffff ? kReplacement : character, out);
}

/// The character at `index`, and where the next one begins. Two of UTF-16 may be one.
inline uint32_t characterAt(const distance::Text& text, uint64_t& index) {
  const uint32_t first = text[index++];
  if (text.width != 2 || first < 0xd800 || first >= 0xdc00 || index == text.size) return first;
  const uint32_t second = text[index];
  if (second < 0xdc00 || second >= 0xe000) return first;
  ++index;
  return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

/// Refers to the text where that is of bytes already, else to a copy of its beginning.
class Utf8 {
 public:
  explicit Utf8(const distance::Text& text) {
    if (text.width == 1) {
      bytes_ = std::string_view(static_cast<const char*>(text.data), text.size);
      return;
    }
    size_t size = 0;
    for (uint64_t i = 0; i < text.size && size + 4 <= sizeof copy_;) {
      size += encode(characterAt(text, i), copy_ + size);
    }
    bytes_ = std::string_view(copy_, size);
  }
  Utf8(const Utf8&) = delete;
  Utf8& operator=(const Utf8&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
  char copy_[1024];
};

}  // namespace covolve::runtime
