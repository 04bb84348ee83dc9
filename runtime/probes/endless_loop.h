// Which loop does not end? Where the limit strikes says little: anywhere in the
// loop, or in what it calls. So the last steps before are watched. What goes on
// without end is the outermost frame in which they come by the same site again,
// and there the first line of the function that was not entered meanwhile (a
// callee that was inlined is; so is a function that calls itself without end).
//
// Easy to get wrong: frames are told by addresses of the stack, seen from the
// probes. Those of one frame may lie a word apart, those of two at least two.
#pragma once

#include "covolve/abi.h"

namespace covolve::runtime {

/// All steps from here on are watched, however many are left.
inline void watchStepsLeft(abi::Shared& shared) {
  if (shared.stepsLeft < 2) return;  // no limit, or watched already
  shared.watchedStepsLeft += shared.stepsLeft - 1;
  shared.stepsLeft = 1;
}

/// Something has cost as much as so many steps. The limit itself waits for the next probe.
inline void chargeSteps(abi::Shared& shared, uint64_t steps) {
  if (shared.stepsLeft == 0) return;  // no limit
  const uint64_t unwatched = steps < shared.stepsLeft ? steps : shared.stepsLeft - 1;
  shared.stepsLeft -= unwatched;
  const uint64_t watched = steps - unwatched;
  shared.watchedStepsLeft -= watched < shared.watchedStepsLeft ? watched : shared.watchedStepsLeft;
}

/// Ends the test. `loop`: the site that stands for what does not end.
[[noreturn]] void runOutOfSteps(uint32_t loop);

/// One of the watched steps; `frame` is an address in its probe's own frame.
void seeStep(uint32_t site, uintptr_t frame);

/// The site that stands for the loop; kNoSite where the watched steps show none.
uint32_t findEndlessLoop();

}  // namespace covolve::runtime
