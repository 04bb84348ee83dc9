// Requests as lines for a shell (bash, zsh): whoever reads about a fault can repeat
// it at once.
#pragma once

#include <string>

#include "rest/http/message.h"

namespace covolve::rest {

/// One line, whatever the request contains.
std::string curlLine(const HttpRequest& request, const std::string& baseUrl);

}  // namespace covolve::rest
