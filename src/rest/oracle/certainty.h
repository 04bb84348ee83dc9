// Whether a service has no excuse for refusing a request. That the data are
// valid by their schemas is not enough: an identifier may name something that
// does not exist, a format may be unknown here, a text may not survive the way
// through headers and paths, and a second POST of the same may be a conflict.
#pragma once

#include <span>

#include "rest/request/call.h"

namespace covolve::rest {

/// For the last call; those before it are its history. When in doubt: false.
bool mustBeAccepted(std::span<const Call> calls);

}  // namespace covolve::rest
