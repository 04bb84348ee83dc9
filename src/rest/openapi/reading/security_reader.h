// Who may call: the document's security schemes, and which of them an operation
// needs.
#pragma once

#include <string>
#include <vector>

#include "rest/openapi/api.h"
#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

std::vector<SecurityScheme> readSecuritySchemes(Reading& reading);

/// The operation's own needs, or the document's.
Result<std::vector<std::vector<std::string>>> readSecurity(const Site& operation, Reading& reading);

}  // namespace covolve::rest::openapi
