#include <algorithm>

#include "base/utf8.h"
#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"

namespace covolve::rest {

namespace {

constexpr std::string_view kAtomSigns = "!#$%&'*+-/=?^_`{|}~";

bool isAtomCharacter(char c, bool isInternational) {
  if (!isAscii(c)) return isInternational;
  return isAlphanumeric(c) || kAtomSigns.find(c) != std::string_view::npos;
}

/// "joe.bloggs", taken off the text.
bool takeAtoms(std::string_view& text, bool isInternational) {
  do {
    size_t length = 0;
    while (length < text.size() && isAtomCharacter(text[length], isInternational)) ++length;
    if (length == 0) return false;
    text.remove_prefix(length);
  } while (takeIf(text, '.'));
  return true;
}

/// What stands between quotes; the opening one was taken. Takes the closing one, too.
bool takeQuoted(std::string_view& text, bool isInternational) {
  const auto isPrintable = [&](char c) { return isAscii(c) ? c >= ' ' && c != 0x7F : isInternational; };
  while (!text.empty()) {
    if (takeIf(text, '"')) return true;
    takeIf(text, '\\');
    if (text.empty() || !isPrintable(text.front())) return false;
    text.remove_prefix(1);
  }
  return false;
}

bool isAddressLiteral(std::string_view text) {
  constexpr std::string_view kTag = "ipv6:";
  const auto isSameLetter = [](char a, char b) { return (isAsciiLetter(a) ? a | 0x20 : a) == b; };
  if (std::ranges::equal(text.substr(0, kTag.size()), kTag, isSameLetter))
    return isIpv6(text.substr(kTag.size()));
  return isIpv4(text);
}

bool isPlainDomain(std::string_view text) {
  constexpr size_t kLongestLabel = 63;
  for (;;) {
    const std::string_view label = text.substr(0, text.find('.'));
    if (label.empty() || label.size() > kLongestLabel || label.starts_with('-') || label.ends_with('-'))
      return false;
    if (!std::ranges::all_of(label, [](char c) { return isAlphanumeric(c) || c == '-'; })) return false;
    if (label.size() == text.size()) return true;
    text.remove_prefix(label.size() + 1);
  }
}

bool isMailbox(std::string_view text, bool isInternational) {
  const bool hasName =
      takeIf(text, '"') ? takeQuoted(text, isInternational) : takeAtoms(text, isInternational);
  if (!hasName || !takeIf(text, '@')) return false;
  if (text.starts_with('[') && text.ends_with(']')) return isAddressLiteral(text.substr(1, text.size() - 2));
  return isPlainDomain(text) || (isInternational && isIdnHostname(text));
}

}  // namespace

bool isEmail(std::string_view text) { return isMailbox(text, false); }

bool isIdnEmail(std::string_view text) { return isUtf8(text) && isMailbox(text, true); }

}  // namespace covolve::rest
