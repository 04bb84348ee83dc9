// How long a service asks to be left alone.
#pragma once

#include <chrono>
#include <optional>

#include "rest/http/message.h"

namespace covolve::rest {

/// By the Retry-After header of a 429 or 503: seconds or a date (RFC 9110, 10.2.3). Nothing where there is
/// none that can be understood; no wait for a date in the past.
std::optional<std::chrono::milliseconds> retryAfter(const HttpResponse& response,
                                                    std::chrono::system_clock::time_point now);

}  // namespace covolve::rest
