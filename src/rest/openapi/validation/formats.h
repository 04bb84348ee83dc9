// One function a format: whether a text may be of it. Strict as the RFC that
// JSON Schema names, but where an RFC and the practice of many services part, the
// text is accepted.
//
// A new format is one function here and one line in formats.cpp.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "rest/openapi/schema.h"

namespace covolve::rest {

// date_formats.cpp: RFC 3339; durations by ISO 8601
bool isDateTime(std::string_view text);
bool isDate(std::string_view text);
bool isTime(std::string_view text);
bool isDuration(std::string_view text);

// host_formats.cpp: RFC 1123, 5890 to 5892, 4291
bool isHostname(std::string_view text);
bool isIdnHostname(std::string_view text);
bool isIpv4(std::string_view text);
bool isIpv6(std::string_view text);

// email_formats.cpp: RFC 5321, 6531
bool isEmail(std::string_view text);
bool isIdnEmail(std::string_view text);

// uri_formats.cpp: RFC 3986, 3987, 6570
bool isUri(std::string_view text);
bool isUriReference(std::string_view text);
bool isIri(std::string_view text);
bool isIriReference(std::string_view text);
bool isUriTemplate(std::string_view text);

// text_formats.cpp: RFC 6901, 4122, 4648; ECMA 262
bool isJsonPointer(std::string_view text);
bool isRelativeJsonPointer(std::string_view text);
bool isRegex(std::string_view text);
bool isUuid(std::string_view text);
bool isBase64(std::string_view text);

/// The least and the greatest integer of a format such as int32; none: it is no format of integers.
std::optional<std::pair<Number, Number>> rangeOfFormat(std::string_view format);

}  // namespace covolve::rest
