// Whether a request is what the document asks for. Independent of who made the
// data: values that were taken from responses may break a schema, too.
#pragma once

#include "rest/request/call.h"

namespace covolve::rest {

/// Everything that is required is given, and everything given is valid.
bool conforms(const Call& call);

}  // namespace covolve::rest
