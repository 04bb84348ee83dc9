// Texts as they come over the wire: percent-encoded, UTF-8, base64, dates.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace service {

/// How many code points a text has; none where its bytes are no UTF-8.
std::optional<std::size_t> codePointsOf(std::string_view text);

/// A broken escape stays as it is.
std::string percentDecoded(std::string_view text, bool plusIsSpace);

std::optional<std::string> base64Decoded(std::string_view text);

/// An empty text has one part, which is empty.
std::vector<std::string> split(std::string_view text, char separator);

std::string trimmed(std::string_view text);

std::string lowered(std::string_view text);

/// A day of the calendar: "2024-02-29".
bool isDate(std::string_view text);

/// RFC 3339, with a leap second and small letters. A space counts as the + that a query's decoding took away.
bool isDateTime(std::string_view text);

/// Now, in UTC: "2024-02-29T12:00:00Z".
std::string currentTime();

}  // namespace service
