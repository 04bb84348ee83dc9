// What a death means to the user: a kind, a place in the source, one line of text.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "execute/executor.h"
#include "unit/problem/fault_list.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

/// "SIGSEGV", "abort", "exit", "endless loop", ...
std::string faultKind(const execute::Death& death);

/// Of the user's code, without parameters, innermost first.
std::vector<std::string> runningFunctions(const execute::Death& death, const std::filesystem::path& harness);

/// The same for the one that calls abort(); nothing where that is a header of the system.
std::optional<std::string> abortingFunction(const execute::Death& death,
                                            const std::filesystem::path& harness);

/// Whoever runs the test sees nothing happen, until the clock ends it.
bool mustBeWaitedFor(const Fault& fault);

/// The place is the loop that did not end, if one was found; else the innermost frame in the requested files,
/// else in code outside the system's headers, else the last block that was entered, else the call that did
/// not return.
Fault describeFault(const FaultyTest& faulty, const program::Model& model,
                    const std::filesystem::path& harness, const execute::SiteTable& sites);

}  // namespace covolve::unit
