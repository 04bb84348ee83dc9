#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "rest/openapi/pattern.h"
#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"
#include "rest/openapi/validation/punycode.h"

namespace covolve::rest {

namespace {

constexpr size_t kLongestName = 253;
constexpr size_t kLongestLabel = 63;

/// Letters, digits and, between them, hyphens.
bool isPlainLabel(std::string_view label) {
  if (label.empty() || label.size() > kLongestLabel) return false;
  if (label.starts_with('-') || label.ends_with('-')) return false;
  return std::ranges::all_of(label, [](char c) { return isAlphanumeric(c) || c == '-'; });
}

bool isEncodedLabel(std::string_view label) {
  return label.size() >= 4 && (label[0] == 'x' || label[0] == 'X') && (label[1] == 'n' || label[1] == 'N') &&
         label.substr(2, 2) == "--";
}

/// What RFC 5892 has to say about characters and their neighbours, as far as it is about more than a few
/// scripts: kinds of characters, then those that are explicitly or by their place disallowed.
constexpr std::string_view kAllowedInLabels =
    R"(^[\-\p{L}\p{M}\p{Nd}\u06FD\u06FE\u0F0B\u3007\u00B7\u0375\u05F3\u05F4\u30FB\u200C\u200D]+$)";
constexpr std::string_view kForbiddenInLabels =
    R"(^-|-$|^..--|^\p{M}|[\u0640\u07FA\u302E\u302F\u3031-\u3035\u303B])"
    R"(|(?<!l)\u00B7|\u00B7(?!l)|\u0375(?!\p{sc=Greek})|(?<!\p{sc=Hebrew})[\u05F3\u05F4])"
    R"(|^(?=.*\u30FB)[^\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]*$)"
    R"(|[\u0660-\u0669].*[\u06F0-\u06F9]|[\u06F0-\u06F9].*[\u0660-\u0669])"
    R"(|(?<!\p{M})\u200D|^\u200C)";

bool isUnicodeLabel(std::string_view label) {
  // With "xn--" and a character for each, it would be longer than a label may be.
  if (lengthOf(label) > kLongestLabel - 4) return false;
  return Pattern(kAllowedInLabels).isFoundIn(label) != Answer::No &&
         Pattern(kForbiddenInLabels).isFoundIn(label) != Answer::Yes;
}

/// A label of ASCII: as it is, or another one in Punycode.
bool isAsciiLabel(std::string_view label) {
  if (!isPlainLabel(label)) return false;
  if (!isEncodedLabel(label)) return true;
  const auto decoded = decodePunycode(label.substr(4));
  return decoded && !std::ranges::all_of(*decoded, isAscii) && isUnicodeLabel(*decoded);
}

template <class IsLabel>
bool allLabels(std::string_view text, IsLabel isLabel) {
  for (;;) {
    const size_t dot = text.find('.');
    if (!isLabel(text.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

/// With "." for the other characters that separate labels (RFC 3490).
std::string withPlainDots(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const char32_t c = takeCharacter(text);
    appendCharacter(plain, c == 0x3002 || c == 0xFF0E || c == 0xFF61 ? U'.' : c);
  }
  return plain;
}

}  // namespace

bool isHostname(std::string_view text) {
  return text.size() <= kLongestName && allLabels(text, isAsciiLabel);
}

bool isIdnHostname(std::string_view text) {
  if (!isUtf8(text) || lengthOf(text) > kLongestName) return false;
  const auto isLabel = [](std::string_view label) {
    return std::ranges::all_of(label, isAscii) ? isAsciiLabel(label) : isUnicodeLabel(label);
  };
  return allLabels(withPlainDots(text), isLabel);
}

bool isIpv4(std::string_view text) {
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && !takeIf(text, '.')) return false;
    const std::string_view digits = takeDigits(text);
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits.front() == '0')) return false;
    if (digits.size() == 3 && digits > "255") return false;
  }
  return text.empty();
}

bool isIpv6(std::string_view text) {
  size_t groups = 0;
  bool hasGap = text.starts_with("::");
  if (hasGap) text.remove_prefix(2);
  if (text.empty()) return hasGap;
  for (;;) {
    const size_t end = text.find(':');
    const std::string_view group = text.substr(0, end);
    if (end == std::string_view::npos && group.find('.') != std::string_view::npos) {
      if (!isIpv4(group)) return false;
      groups += 2;
      break;
    }
    if (group.empty() || group.size() > 4 || !std::ranges::all_of(group, isHexadecimal)) return false;
    ++groups;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
    if (takeIf(text, ':')) {
      if (hasGap) return false;
      hasGap = true;
      if (text.empty()) break;
    }
  }
  return hasGap ? groups < 8 : groups == 8;
}

}  // namespace covolve::rest
