// Durations as people write them: 20s, 1.5m, 2h, 500ms; a bare number is seconds.
#pragma once

#include <chrono>
#include <string>

#include "base/error.h"

namespace covolve {

/// A user Error for anything that is not a positive duration.
Result<std::chrono::duration<double>> parseDuration(const std::string& text);

}  // namespace covolve
