// JSON as a value that genes can take over.
#pragma once

#include "gene/value.h"
#include "rest/openapi/schema.h"

namespace covolve::rest {

Value toValue(const Json& json);

}  // namespace covolve::rest
