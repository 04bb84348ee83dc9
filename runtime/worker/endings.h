// How a test that does not return is written down before the worker dies:
// signal or cause, and where it happened, into the shared mapping.
//
// Easy to get wrong: these functions run in broken processes. They allocate
// nothing, and a second fault while unwinding still ends in a proper death.
#pragma once

#include "covolve/abi.h"

namespace covolve::worker {

/// Once, for all workers: alternate stack and signal handlers.
void installEndings();
/// Puts the handlers back after a test that installed its own.
void reinstallSignalHandlers();
/// Records the ending with the callers' addresses and dies. The first recorded ending of a test stands.
[[noreturn]] void endTest(abi::Ending ending, const char* text);
/// After a test was dropped (recovery.h): ready for the next ending.
void settleDroppedTest();
/// The process ends without a word and without running anybody's exit handlers.
[[noreturn]] void leave(int status);
/// Once static initialisation is over; until then nobody listens, and messages go to standard error. Takes
/// over std::terminate, whose handler is part of the state that the snapshot keeps.
void declareTestsRunning();

}  // namespace covolve::worker
