// Arguments as they go over the wire: every place and style of a parameter, every
// content type of a body.
#pragma once

#include <span>

#include "rest/request/call.h"

namespace covolve::rest {

/// Path, query, headers, cookies, body and Content-Type. A path parameter that is not given stays as an empty
/// segment. Authentication is added by somebody else.
HttpRequest writeRequest(const Operation& operation, const std::string& method,
                         std::span<const Argument> arguments, const MediaType* bodyType);

/// How a query or path spells a scalar: text as it is, numbers and truth values as in JSON, null empty.
std::string plainText(const Json& value);

}  // namespace covolve::rest
