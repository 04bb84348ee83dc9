// A place in a JSON value without what belongs to one test only: array indices
// and the keys of maps become "*". "/pets/0/name" -> "/pets/*/name".
#pragma once

#include <string>
#include <string_view>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// `pointer` may lead to something that is missing in the value.
std::string generalPlace(std::string_view pointer, const Json& value, const Schema& schema);

}  // namespace covolve::rest
