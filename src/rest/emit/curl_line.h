// Requests as lines for a shell (bash, zsh): whoever reads about a fault can repeat
// it at once.
#pragma once

#include <string>

#include "rest/request/call.h"

namespace covolve::rest {

/// One line, whatever the request contains.
std::string curlLine(const HttpRequest& request, const std::string& baseUrl);

/// A line a call. What a call took from an earlier response stands there as it was.
std::string curlLines(const CallList& calls, const std::string& baseUrl);

}  // namespace covolve::rest
