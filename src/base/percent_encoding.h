// Percent-encoding (RFC 3986): "a b" is "a%20b" in URLs and forms.
#pragma once

#include <string>
#include <string_view>

namespace covolve {

/// What means nothing but itself anywhere in a URL: letters, digits, - . _ ~.
bool isUnreserved(char c);

/// Everything but unreserved characters and those allowed.
std::string percentEncoded(std::string_view text, std::string_view alsoAllowed = "");

/// A percent sign that begins no code stays as it is.
std::string percentDecoded(std::string_view text);

}  // namespace covolve
