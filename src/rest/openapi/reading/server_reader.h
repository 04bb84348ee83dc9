// Where a service is: only the path of it concerns an operation, the host is the
// user's choice.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rest/openapi/reading/reading.h"

namespace covolve::rest::openapi {

/// The document's servers, variables replaced by their defaults.
std::vector<std::string> readServers(Reading& reading);

/// The path of the first server that a path item or an operation names; none: it names none.
std::optional<std::string> ownServerPath(const Site& owner, Reading& reading);

/// "/v2" of "https://example.org/v2/"; "" where there is none. A relative one is relative to the document.
std::string pathOfServer(const std::string& server, const std::string& document);

}  // namespace covolve::rest::openapi
