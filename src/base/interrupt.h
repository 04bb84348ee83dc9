// Ctrl-C: the first one asks the work to come to an end with what it has, the
// second one ends the process at once. A closed terminal counts as one Ctrl-C,
// however often it is told.
#pragma once

#include <atomic>

namespace covolve {

/// Set by the first SIGINT, SIGTERM or SIGHUP once the handler is installed.
const std::atomic<bool>& interruptRequested();

void installInterruptHandler();

}  // namespace covolve
