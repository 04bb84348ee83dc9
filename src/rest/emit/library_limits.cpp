#include "rest/emit/library_limits.h"

#include <algorithm>
#include <array>
#include <set>

#include "rest/http/message.h"

namespace covolve::rest::emit {

namespace {

constexpr std::array<std::string_view, 7> kFetchMethods{"GET",   "HEAD",   "POST",   "PUT",
                                                        "PATCH", "DELETE", "OPTIONS"};
/// Those that fetch refuses or sets itself.
constexpr std::array<std::string_view, 7> kFetchHeaders{"Connection", "Expect",  "Host",   "Keep-Alive",
                                                        "TE",         "Trailer", "Upgrade"};

/// With a letter in the places of variables, whose values are encoded.
std::string shapeOf(const TextTemplate& target) {
  std::string text;
  for (const TextPiece& piece : target) text += piece.isVariable ? "x" : piece.text;
  return text;
}

bool consistsOf(std::string_view text, std::string_view marks) {
  return std::ranges::all_of(text, [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || marks.contains(c);
  });
}

/// "." and "..", however they are encoded.
bool isDots(std::string_view segment) {
  size_t dots = 0;
  while (!segment.empty()) {
    const bool isEncoded = segment.starts_with("%2e") || segment.starts_with("%2E");
    if (!isEncoded && segment.front() != '.') return false;
    segment.remove_prefix(isEncoded ? 3 : 1);
    ++dots;
  }
  return dots == 1 || dots == 2;
}

bool hasDots(std::string_view path) {
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size());
    if (isDots(path.substr(0, end))) return true;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

/// Whether every % begins a code in capital letters.
bool hasCapitalCodes(std::string_view text) {
  const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
  for (size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    if (at + 2 >= text.size() || !isDigit(text[at + 1]) || !isDigit(text[at + 2])) return false;
  }
  return true;
}

bool hasRepeated(const SentHeaders& headers) {
  return std::ranges::any_of(headers, [](const auto& header) { return header.second.size() > 1; });
}

/// a=1&b=, where no name comes twice.
bool hasOnlyPairs(std::string_view query) {
  std::set<std::string_view> names;
  if (query.empty() || !consistsOf(query, "-._~!$'()*,;:@%/=&")) return false;
  while (true) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    const size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string_view::npos) return false;
    if (pair.find('=', equals + 1) != std::string_view::npos) return false;
    if (!names.insert(pair.substr(0, equals)).second) return false;
    if (end == query.size()) return true;
    query.remove_prefix(end + 1);
  }
}

}  // namespace

bool isKeptByFetch(const std::string& method, const TextTemplate& target, const SentHeaders& headers,
                   bool hasBody) {
  if (std::ranges::find(kFetchMethods, method) == kFetchMethods.end()) return false;
  if (hasBody && (method == "GET" || method == "HEAD")) return false;
  const bool isOwnHeader = std::ranges::any_of(headers, [](const auto& header) {
    return std::ranges::any_of(kFetchHeaders,
                               [&](std::string_view own) { return isSameHeader(own, header.first); });
  });
  const std::string text = shapeOf(target);
  return !isOwnHeader && !hasRepeated(headers) && consistsOf(text, "-._~!$&()*+,;=:@%/?[]") &&
         !text.ends_with('?') && !hasDots(std::string_view(text).substr(0, text.find('?')));
}

bool isKeptByRestAssured(const std::string& method, const TextTemplate& target, const SentHeaders& headers,
                         bool hasBody) {
  if (std::ranges::find(kFetchMethods, method) == kFetchMethods.end()) return false;
  const auto isNamed = [&](std::string_view name) {
    return [name](const auto& header) { return isSameHeader(header.first, name); };
  };
  if (hasBody && std::ranges::none_of(headers, isNamed("Content-Type"))) return false;
  const bool isOwnHeader = std::ranges::any_of(
      kFetchHeaders, [&](std::string_view own) { return std::ranges::any_of(headers, isNamed(own)); });
  const auto isPlain = [](const auto& header) {
    return std::ranges::all_of(header.second, [](const TextTemplate& value) {
      return hasVariables(value) || isAscii(literalText(value));
    });
  };
  if (isOwnHeader || hasRepeated(headers) || !std::ranges::all_of(headers, isPlain)) return false;
  const std::string text = shapeOf(target);
  const size_t mark = text.find('?');
  const std::string_view path = std::string_view(text).substr(0, mark);
  if (!consistsOf(path, "-._~!$&'()*+,;=:@%/") || hasDots(path) || path.starts_with("//")) return false;
  return mark == std::string::npos || hasOnlyPairs(std::string_view(text).substr(mark + 1));
}

bool isKeptByRequests(const TextTemplate& target, const SentHeaders& headers) {
  const std::string text = shapeOf(target);
  return !hasRepeated(headers) && consistsOf(text, "-._~!$&'()*+,;=:@%/?") && hasCapitalCodes(text) &&
         !text.starts_with("//") && !text.ends_with('?');
}

}  // namespace covolve::rest::emit
