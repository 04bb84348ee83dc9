#include "gene/text/base64_gene.h"

#include <algorithm>

namespace covolve::gene {

namespace {

constexpr std::string_view kBase64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string encodeBase64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0u);
    for (size_t k = 0; k < 4; ++k) text += k <= group.size() ? kBase64Digits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::string> decodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t bits = 0;
    size_t digits = 0;
    for (; digits < 4; ++digits) {
      const size_t digit = kBase64Digits.find(text[i + digits]);
      if (digit == std::string_view::npos) break;
      bits |= static_cast<uint32_t>(digit) << (18 - 6 * digits);
    }
    for (size_t k = 1; k < std::max<size_t>(digits, 1); ++k)
      bytes += static_cast<char>(bits >> (24 - 8 * k) & 255);
  }
  // Padding in the middle, stray bits and foreign characters do not come back the same.
  if (encodeBase64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace covolve::gene
