// A value as XML in its simplest form: an element for every member, repeated for
// the elements of an array.
#pragma once

#include <string>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// `name` is that of the root element; what XML does not allow in names is left out.
std::string xmlText(const Json& value, const std::string& name);

}  // namespace covolve::rest
