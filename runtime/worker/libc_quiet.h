// Is the main thread in the middle of something inside libc? Libc's state is
// not reset between tests, so a test that is dropped must leave it whole: no
// lock held, no list half linked.
//
// All of libc's and the loader's data (some 65 KB) is compared with a copy made
// while no test was running. If nothing differs, no libc function can have
// begun anything, whatever stands on the stack: a null pointer handed to
// strlen, the most common crash of all, passes. The three standard streams may
// differ, being often used, as long as their locks are free.
#pragma once

namespace covolve::worker {

/// Between tests: this is what "quiet" looks like from now on.
void noteLibcQuiet();
bool isLibcQuiet();
/// Of all streams of the process. Told apart as a test may lock one itself and never enter libc again.
bool areStreamsUnlocked();

}  // namespace covolve::worker
