#include <algorithm>

#include "base/utf8.h"
#include "rest/openapi/validation/characters.h"
#include "rest/openapi/validation/formats.h"

namespace covolve::rest {

namespace {

constexpr std::string_view kUnreservedSigns = "-._~";
constexpr std::string_view kSubDelimiters = "!$&'()*+,;=";

enum class Charset { Ascii, Unicode };

bool isEscape(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && isHexadecimal(text[1]) && isHexadecimal(text[2]);
}

/// Characters that stand for themselves, those of `more`, and escapes such as %20.
bool consistsOf(std::string_view text, std::string_view more, Charset charset) {
  while (!text.empty()) {
    const char c = text.front();
    if (isEscape(text)) {
      text.remove_prefix(3);
      continue;
    }
    const bool isAllowed = isAscii(c)
                               ? isAlphanumeric(c) || kUnreservedSigns.find(c) != std::string_view::npos ||
                                     kSubDelimiters.find(c) != std::string_view::npos ||
                                     more.find(c) != std::string_view::npos
                               : charset == Charset::Unicode;
    if (!isAllowed) return false;
    text.remove_prefix(1);
  }
  return true;
}

bool isScheme(std::string_view text) {
  return !text.empty() && isAsciiLetter(text.front()) && std::ranges::all_of(text, [](char c) {
    return isAlphanumeric(c) || c == '+' || c == '-' || c == '.';
  });
}

/// What stands in square brackets: IPv6, or "v1.anything" for what may come.
bool isBracketedHost(std::string_view text) {
  if (!text.starts_with('v') && !text.starts_with('V')) return isIpv6(text);
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot < 2 || dot + 1 == text.size()) return false;
  const std::string_view rest = text.substr(dot + 1);
  return std::ranges::all_of(text.substr(1, dot - 1), isHexadecimal) &&
         rest.find('%') == std::string_view::npos && consistsOf(rest, ":", Charset::Ascii);
}

bool isAuthority(std::string_view text, Charset charset) {
  if (const size_t at = text.rfind('@'); at != std::string_view::npos) {
    if (!consistsOf(text.substr(0, at), ":", charset)) return false;
    text.remove_prefix(at + 1);
  }
  if (takeIf(text, '[')) {
    const size_t end = text.find(']');
    if (end == std::string_view::npos || !isBracketedHost(text.substr(0, end))) return false;
    text.remove_prefix(end + 1);
  } else {
    const std::string_view name = text.substr(0, text.find(':'));
    if (!consistsOf(name, "", charset)) return false;
    text.remove_prefix(name.size());
  }
  if (text.empty()) return true;
  return takeIf(text, ':') && std::ranges::all_of(text, isAsciiDigit);
}

/// What stands behind the first such character, taken off the text together with it; may be none.
std::string_view takeBehind(std::string_view& text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) return {};
  const std::string_view behind = text.substr(at + 1);
  text = text.substr(0, at);
  return behind;
}

bool isReference(std::string_view text, Charset charset, bool needsScheme) {
  const std::string_view fragment = takeBehind(text, '#');
  const std::string_view query = takeBehind(text, '?');
  if (!consistsOf(fragment, ":@/?", charset) || !consistsOf(query, ":@/?", charset)) return false;
  // Without a scheme, the first part of a path has no colon, so that it cannot be taken for one.
  const size_t colon = text.substr(0, text.find('/')).find(':');
  if (colon != std::string_view::npos) {
    if (!isScheme(text.substr(0, colon))) return false;
    text.remove_prefix(colon + 1);
  } else if (needsScheme) {
    return false;
  }
  if (text.starts_with("//")) {
    text.remove_prefix(2);
    const std::string_view authority = text.substr(0, text.find('/'));
    if (!isAuthority(authority, charset)) return false;
    text.remove_prefix(authority.size());
  }
  return consistsOf(text, ":@/", charset);
}

bool isVariableName(std::string_view text) {
  bool mayEnd = false;
  while (!text.empty()) {
    const bool isCharacter = isAlphanumeric(text.front()) || text.front() == '_' || isEscape(text);
    if (!isCharacter && (text.front() != '.' || !mayEnd)) return false;
    mayEnd = isCharacter;
    text.remove_prefix(isEscape(text) ? 3 : 1);
  }
  return mayEnd;
}

/// "name", "name:3" or "name*".
bool isVariable(std::string_view text) {
  if (text.ends_with('*')) return isVariableName(text.substr(0, text.size() - 1));
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return isVariableName(text);
  const std::string_view length = text.substr(colon + 1);
  return isVariableName(text.substr(0, colon)) && !length.empty() && length.size() <= 4 &&
         length.front() != '0' && std::ranges::all_of(length, isAsciiDigit);
}

/// What stands in braces.
bool isExpression(std::string_view text) {
  constexpr std::string_view kOperators = "+#./;?&=,!@|";
  if (!text.empty() && kOperators.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  for (;;) {
    const size_t comma = text.find(',');
    if (!isVariable(text.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool isTemplateLiteral(std::string_view text) {
  constexpr std::string_view kForbidden = "\"<>\\^`|}";
  const char c = text.front();
  if (c == '%') return isEscape(text);
  if (!isAscii(c)) return true;
  return c > ' ' && c != 0x7F && kForbidden.find(c) == std::string_view::npos;
}

}  // namespace

bool isUri(std::string_view text) { return isReference(text, Charset::Ascii, true); }

bool isUriReference(std::string_view text) { return isReference(text, Charset::Ascii, false); }

bool isIri(std::string_view text) { return isUtf8(text) && isReference(text, Charset::Unicode, true); }

bool isIriReference(std::string_view text) {
  return isUtf8(text) && isReference(text, Charset::Unicode, false);
}

bool isUriTemplate(std::string_view text) {
  while (!text.empty()) {
    if (takeIf(text, '{')) {
      const size_t end = text.find('}');
      if (end == std::string_view::npos || !isExpression(text.substr(0, end))) return false;
      text.remove_prefix(end + 1);
    } else {
      if (!isTemplateLiteral(text)) return false;
      text.remove_prefix(1);
    }
  }
  return true;
}

}  // namespace covolve::rest
