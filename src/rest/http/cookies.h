// Cookies by name, as a service sets them (RFC 6265). One service is tested at a
// time, so that domains and paths do not matter; what ends a cookie does.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "rest/http/message.h"

namespace covolve::rest {

using CookieTime = std::chrono::sys_seconds;

/// What one Set-Cookie header says.
struct SetCookie {
  std::string name;
  std::string value;
  bool isDeleted = false;  // it has ended already: Max-Age is 0 or below, or Expires is over

  bool operator==(const SetCookie&) const = default;
};

/// None where it is no cookie.
std::optional<SetCookie> parseSetCookie(std::string_view header, CookieTime now);

/// A date as cookies have it, in any of the forms that servers write: "Wed, 21 Oct 2015 07:28:00 GMT",
/// "Wed, 21-Oct-15 07:28:00 GMT", "Wed Oct 21 07:28:00 2015".
std::optional<CookieTime> parseCookieDate(std::string_view text);

/// Takes over what a response sets and takes away what it deletes.
void takeCookies(const HttpResponse& response, CookieTime now, HeaderList& cookies);

/// The value of a Cookie header: what the request has of its own, with the cookies instead of those of the
/// same name.
std::string cookieHeader(std::string_view own, const HeaderList& cookies);

}  // namespace covolve::rest
