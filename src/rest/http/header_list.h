// Changing the headers of a request, and telling what can be the name of one.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "rest/http/message.h"

namespace covolve::rest {

/// Instead of all of that name.
inline void setHeader(HeaderList& headers, std::string_view name, std::string value) {
  std::erase_if(headers, [&](const auto& header) { return isSameHeader(header.first, name); });
  headers.emplace_back(std::string(name), std::move(value));
}

inline bool hasHeader(const HeaderList& headers, std::string_view name) {
  return std::ranges::any_of(headers, [&](const auto& header) { return isSameHeader(header.first, name); });
}

/// A name that can stand in front of the colon (RFC 9110: a token).
inline bool isHeaderName(std::string_view text) {
  const auto belongs = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").contains(static_cast<char>(c));
  };
  return !text.empty() && std::ranges::all_of(text, belongs);
}

/// What can stand behind it: no control characters, which would end it or worse.
inline bool isHeaderValue(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; });
}

/// A wrong one would have the service wait for what never comes; the right one follows from the body.
inline bool saysWhereTheBodyEnds(std::string_view name) {
  return isSameHeader(name, "Content-Length") || isSameHeader(name, "Transfer-Encoding");
}

inline bool isBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos;
}

/// Line breaks, which would begin a header of their own, become blanks.
inline void appendWithoutBreaks(std::string& line, std::string_view text) {
  const size_t begin = line.size();
  line += text;
  std::replace_if(
      line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(),
      [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
}

}  // namespace covolve::rest
