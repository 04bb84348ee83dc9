// What a death means to the user: a kind, a place in the source, one line of text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/executor.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// "SIGSEGV", "abort", "exit", "endless loop", ...
std::string faultKind(const execute::Death& death);

/// The place is the innermost frame in the requested files, else in code outside the system's headers, else
/// the last block that was entered.
Fault describeFault(const execute::Death& death, const std::filesystem::path& harness,
                    const execute::SiteTable& sites,
                    const std::vector<std::filesystem::path>& requestedFiles);

}  // namespace covolve::unit
