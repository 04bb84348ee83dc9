// Requests as lines for a shell (bash, zsh): whoever reads about a fault can repeat
// it at once.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rest/emit/rest_tests.h"
#include "rest/http/message.h"

namespace covolve::rest {

/// Headers with variables of the environment in them.
using HeaderTemplates = std::vector<std::pair<std::string, emit::TextTemplate>>;

/// One line, whatever the request contains. Headers of `authentication` take the place of those of the same
/// name.
std::string curlLine(const HttpRequest& request, const std::string& baseUrl,
                     const HeaderTemplates& authentication = {});

}  // namespace covolve::rest
