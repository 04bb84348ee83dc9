// Values as texts of a URL or header, by OpenAPI's styles (the expansions of
// RFC 6570, and deepObject).
//
// Easy to get wrong: what separates the parts of a list is written as it is, the
// same characters within a part are encoded.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rest/openapi/api.h"

namespace covolve::rest {

/// How texts inside of a value are written: percent-encoded, or as they are.
enum class TextEncoding { Url, UrlWithReserved, None };

/// Of a path or header: simple, label or matrix.
std::string expandInline(const std::string& name, const Json& value, Parameter::Style style, bool explode,
                         TextEncoding encoding);

/// Of a query, a cookie or a form: names and values, both encoded, to be joined by '&'. Some styles give
/// several, and what has no elements gives none.
using NamedTexts = std::vector<std::pair<std::string, std::string>>;
NamedTexts expandNamed(const std::string& name, const Json& value, Parameter::Style style, bool explode,
                       TextEncoding encoding);

/// One line, whatever bytes its texts have.
std::string jsonText(const Json& value);

}  // namespace covolve::rest
