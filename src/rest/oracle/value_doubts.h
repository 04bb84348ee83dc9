// Values that are valid by their schema and may be refused all the same: names of
// resources that may not exist, formats nobody here knows, numbers and texts
// beyond what every JSON parser takes (RFC 8259, sections 6 to 9).
#pragma once

#include <span>

#include "rest/request/call.h"

namespace covolve::rest {

struct ValueDoubts {
  bool isDoubtful = false;
  /// It names resources that were seen in the test (unless it is doubtful).
  bool namesResources = false;
};

/// `argument` is one of the last call's.
ValueDoubts findValueDoubts(std::span<const Call> calls, const Argument& argument);

}  // namespace covolve::rest
