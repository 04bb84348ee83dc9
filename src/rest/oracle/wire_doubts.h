// Which values arrive as they were meant. Paths, headers, cookies and forms are
// texts with rules of their own: what a server makes of "a/b" in a path, of an
// empty text in a query, or of a comma within a list, differs between servers
// that are all correct.
#pragma once

#include "rest/openapi/api.h"

namespace covolve::rest {

bool survivesAsParameter(const Parameter& parameter, const Json& value);

/// As a form, as multipart, or as plain text: whatever is no JSON.
bool survivesAsForm(const Json& value);

}  // namespace covolve::rest
