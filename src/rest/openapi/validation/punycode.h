// Punycode (RFC 3492): Unicode in the letters, digits and hyphens of host names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covolve::rest {

/// What stands behind "xn--", in UTF-8; none where it is no Punycode.
std::optional<std::string> decodePunycode(std::string_view text);

}  // namespace covolve::rest
