// Tests that leave something behind which others see: a locale, a global, a file.
// Where many tests differ from run to run it is rarely their own doing; without the
// one that changed a setting all others keep what they expect. A test is only worth
// losing where that was shown: its victims pass without it, and they are many.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::unit {

/// Of fewer each loses the expectation that differs.
inline constexpr size_t kManyVictims = 3;

/// Runs the named tests together, each behind each other one, and tells which failed.
using RunTogether = std::function<Result<std::set<std::string>>(const std::vector<std::string>&)>;

/// Those of `tests` whose loss lets at least three `victims` each pass, which pass alone and fail
/// when all run together. Gives up after a few searches in vain, each of which takes about twice the
/// logarithm of all tests in runs, or when there are too few victims left for the polluters found.
Result<std::set<std::string>> findPolluters(const std::vector<std::string>& tests,
                                            std::vector<std::string> victims, const RunTogether& run,
                                            const std::function<bool()>& isTimeUp);

}  // namespace covolve::unit
