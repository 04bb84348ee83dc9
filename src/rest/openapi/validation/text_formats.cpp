#include <algorithm>

#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"

namespace covolve::rest {

bool isJsonPointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') return false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '~') continue;
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

bool isRelativeJsonPointer(std::string_view text) {
  const auto takeCount = [&] {
    const std::string_view digits = takeDigits(text);
    return !digits.empty() && (digits.size() == 1 || digits.front() != '0');
  };
  if (!takeCount()) return false;
  if ((takeIf(text, '+') || takeIf(text, '-')) && !takeCount()) return false;
  return text == "#" || isJsonPointer(text);
}

bool isRegex(std::string_view text) { return !Pattern(text).isWrong(); }

bool isUuid(std::string_view text) {
  constexpr std::string_view kShape = "00000000-0000-0000-0000-000000000000";
  return std::ranges::equal(text, kShape,
                            [](char c, char shape) { return shape == '-' ? c == '-' : isHexadecimal(c); });
}

/// Both alphabets of RFC 4648, lines, and left out padding: services write all of these.
bool isBase64(std::string_view text) {
  size_t characters = 0;
  size_t padding = 0;
  for (const char c : text) {
    if (c == '\r' || c == '\n') continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    if (padding > 0 || !(isAlphanumeric(c) || c == '+' || c == '/' || c == '-' || c == '_')) return false;
    ++characters;
  }
  const size_t rest = characters % 4;
  return rest != 1 && (padding == 0 || (rest > 0 && padding == 4 - rest));
}

}  // namespace covolve::rest
