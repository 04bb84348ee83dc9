// The schemas that a schema refers to directly.
#pragma once

#include <vector>

#include "rest/openapi/schema.h"

namespace covolve::rest {

/// Appends them, without null, properties first and in their order.
void appendParts(const Schema& schema, std::vector<const Schema*>& parts);

}  // namespace covolve::rest
