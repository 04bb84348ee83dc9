// What a schema says about names: which fields a response may have.
#pragma once

#include <set>
#include <string>

#include "rest/openapi/api.h"

namespace covolve::rest {

/// Names (see likeName) of the scalar fields of an operation's successful responses, a few levels deep.
std::set<std::string> namesInResponses(const Operation& operation);

}  // namespace covolve::rest
