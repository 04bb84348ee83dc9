// Times that a service wrote because it was that time. They were the same in runs
// that followed each other quickly, and will not be tomorrow.
#pragma once

#include <chrono>
#include <string_view>

#include "rest/openapi/schema.h"

namespace covolve::rest {

using Moment = std::chrono::sys_seconds;

/// Whether the text has a date within it that is near to `now`: "2026-11-15T23:05:13Z", "15 Nov 2026".
bool tellsMoment(std::string_view text, Moment now);

/// The same for a value of a response; numbers may count seconds, milliseconds, microseconds or nanoseconds.
bool tellsMoment(const Json& value, Moment now);

}  // namespace covolve::rest
