// What faults of several operations have in common: a router that answers 404 to
// everything, a header that every operation refuses. Such faults are one to whoever
// mends them.
#pragma once

#include <string>

#include "rest/request/call.h"

namespace covolve::rest {

/// What an answer says, without what belongs to this call only: numbers, and the values that were sent. Two
/// answers of one shape come from the same place of the service.
std::string messageShape(const Call& call);

}  // namespace covolve::rest
