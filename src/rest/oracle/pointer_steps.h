// Steps along a JSON pointer (RFC 6901), without exceptions.
#pragma once

#include <string>
#include <string_view>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// The field or element of that name; null where there is none.
const Json* childOf(const Json& value, const std::string& token);

bool isIndex(std::string_view token);

}  // namespace covolve::rest
