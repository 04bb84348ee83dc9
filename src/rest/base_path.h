// The path in front of all operations: whose it is (the document's server, the
// URL that the user gave, an option), and what is wrong where nothing is found
// there.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "rest/http/message.h"
#include "rest/openapi/api.h"

namespace covolve::rest {

/// The URL to send operations to, which have the path of the document's server in front already: a URL that
/// ends with it names it once more.
std::string withoutServerPath(std::string url, const std::string& serverPath);

/// Puts this path in front of the operations in place of that of the document's server.
void setServerPath(Api& api, std::string path);

/// Sends GET to a path of the service; its status, 0 where no answer came.
using Look = std::function<int(const std::string& path)>;

/// What to tell the user where nearly all operations are answered by 404: the likely reason, and where they
/// would be found. None where some are found, or too few can be asked for without knowing any identifier.
std::optional<std::string> whyNothingIsFound(const Api& api, const std::string& url, const Look& look);

}  // namespace covolve::rest
