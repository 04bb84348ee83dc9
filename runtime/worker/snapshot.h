// The memory of the program after static initialisation: globals, statics,
// thread-locals of the main thread, the heap they own. Restored after each test.
//
// Small ranges are compared and copied back where they differ. Large ones
// become private mappings of a file that holds the saved bytes: the kernel
// knows which pages a test has written and drops just those. (Write-protecting
// pages and catching the fault would make read(2) into a global fail.)
#pragma once

#include "modules.h"

namespace covolve::worker {

/// Saves all writable ranges and `heap`. Nothing may be running beside.
void takeSnapshot(MemoryRange heap);
void restoreSnapshot();

}  // namespace covolve::worker
