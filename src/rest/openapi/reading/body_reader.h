// What an operation takes as its body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/parameter_list.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// An Error where a body is needed, or may be, that cannot be read.
Result<std::optional<RequestBody>> readBody(const Site& operation, const std::string& method,
                                            const std::string& name,
                                            const std::vector<DeclaredParameter>& declared, Reading& reading);

}  // namespace covolve::rest::openapi
