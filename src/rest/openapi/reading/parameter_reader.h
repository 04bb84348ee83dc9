// Parameters as the search needs them, of all versions.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/parameter_list.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// Those in paths, queries, headers and cookies. `path` loses what is not OpenAPI's way to write templates.
/// Path parameters come first, in the order of the path.
Result<std::vector<Parameter>> readParameters(const std::vector<DeclaredParameter>& declared,
                                              const std::string& operation, std::string& path,
                                              Reading& reading);

}  // namespace covolve::rest::openapi
