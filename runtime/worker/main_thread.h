// Tests run on the process's main thread; threads they start are others.
#pragma once

#include <sys/syscall.h>

#include "raw_syscall.h"

namespace covolve::worker {

inline bool onMainThread() { return rawSyscall(SYS_gettid) == rawSyscall(SYS_getpid); }

}  // namespace covolve::worker
