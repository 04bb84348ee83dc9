// URLs that requests can be sent to: http and https, absolute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace covolve::rest {

struct HttpUrl {
  std::string origin;  // "http://localhost:8080", with the user where one is given
  std::string host;    // without the brackets of an IPv6 address
  uint16_t port = 0;   // the scheme's where none is given
  std::string path;    // begins with a slash
  std::string query;   // without the question mark

  /// As in a request's first line.
  std::string target() const { return query.empty() ? path : path + '?' + query; }
};

/// A user Error where it is none.
Result<HttpUrl> parseHttpUrl(const std::string& text);

/// Where a Location header of an answer from `from` leads; nothing where that is no place for a request.
std::optional<HttpUrl> followReference(const HttpUrl& from, std::string_view reference);

/// Appends the text, with what can be in no request line (blanks, control characters, what is beyond ASCII)
/// percent-encoded. Everything else is left as it is: what looks strange may be meant to.
void appendSendable(std::string& text, std::string_view added);

/// Stands for a port that is not known yet, in URLs and commands.
constexpr std::string_view kPortMark = "{port}";
/// Of a service that is started here, where no other is given.
constexpr std::string_view kUrlOfStarted = "http://127.0.0.1:{port}";
std::string withPort(std::string text, uint16_t port);

/// "http://user:password@host/v1" -> "http://host/v1"
std::string withoutUser(const std::string& url);
/// Of the same "password"; empty where there is none.
std::string passwordIn(const std::string& url);

}  // namespace covolve::rest
