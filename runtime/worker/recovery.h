// Deaths that are known already cost no process: the test is dropped where it
// stands, the batch loop goes on, and the usual reset restores memory. What the
// reset does not cover is checked before (other threads, libc in the middle of
// something: then the worker dies as ever) or set right here.
//
// Easy to get wrong: whether a test recovers or really dies must make no
// difference to its result. In doubt this returns, and the worker dies.
#pragma once

#include <cstdint>

#include "covolve/protocol.h"
#include "floating_control.h"

namespace covolve::worker {

/// In each worker, on its main thread.
void prepareRecovery();
/// Before a batch: how many deaths this worker may still survive.
void allowRecoveries(uint32_t perWorker);
/// False when the worker has survived as many as it may.
bool mayStillRecover();
/// Calls function(argument); true when a test in it was dropped. Its ending stands in the shared mapping.
bool runDroppingTests(void (*function)(void*), void* argument);

/// Around the code under test, and only there.
extern bool isTestRunning;
/// What a test may change of the processor itself; restored after each.
extern FloatingControl floatingAtStart;
/// After each test, dropped or not.
void watchLibc();

/// The running test is about to die of the ending in the shared mapping. Drops it if that is known and safe,
/// else returns. `faultAt`: the instruction in a signal handler, 0 in an ordinary call.
void dropTestIfKnown(uintptr_t faultAt);
/// Of the test that was dropped: its index in KnownDeaths.
uint32_t knownIndexOfDropped();

}  // namespace covolve::worker
