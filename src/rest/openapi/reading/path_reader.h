// The paths of a document: every operation that stands there, readable or not.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/reading/operation_reader.h"

namespace covolve::rest::openapi {

/// In the document's order. A user Error where there are more than anybody could test.
Result<std::vector<OperationDraft>> readPaths(const Site& paths, const std::string& serverPath,
                                              Reading& reading);

}  // namespace covolve::rest::openapi
