// The worker gives up rights for good: the engine's seccomp program from the
// shared mapping, and one of its own that only lets it signal itself, whose
// process id the engine cannot know.
#pragma once

#include <cstdint>

namespace covolve::worker {

/// False when the kernel refuses; the worker must not run tests then. length: instructions, 0 = no program.
bool installFilters(uint32_t length);

}  // namespace covolve::worker
