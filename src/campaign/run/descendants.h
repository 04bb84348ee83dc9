// Nothing that a run started outlives it, whatever group or session it moved
// to and however the run ended: between us and the run stands a process that
// inherits all orphans below it and ends them. It notices our own death, too.
#pragma once

#include <sys/types.h>

namespace covolve::campaign {

/// To be called last in Command::beforeExec, with endSignal SIGTERM. Returns in the process that becomes the
/// program; the one above it stays, and ends as the program did once all descendants have ended. `owner` is
/// the process that called run(), in a thread that outlives the program.
void endDescendantsWithProgram(pid_t owner);

}  // namespace covolve::campaign
