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

/// A name that can stand in front of the colon (RFC 9110: a token).
inline bool isHeaderName(std::string_view text) {
  const auto belongs = [](unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").contains(static_cast<char>(c));
  };
  return !text.empty() && std::ranges::all_of(text, belongs);
}

}  // namespace covolve::rest
