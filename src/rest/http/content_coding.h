// Undoes the compression of a response's body (gzip, deflate).
#pragma once

#include "rest/http/message.h"

namespace covolve::rest {

/// False where the body is not coded as its Content-Encoding says. A coding that nobody knows leaves the body
/// as it is.
bool decodeContent(HttpResponse& response, size_t bodyLimit);

}  // namespace covolve::rest
