// The worker's life: wait for a lane, run its tests, hand the results back.
#pragma once

#include <cstdint>

namespace covolve::worker {

/// Never returns; the process ends when the engine wants, a test kills it, or it has to be replaced.
[[noreturn]] void runBatches(uint32_t firstLane);
/// The running test is out of steps in that loop: it gets the full number where the loop is known to end
/// late.
bool allowMoreSteps(uint32_t loop);

}  // namespace covolve::worker
