// What a test may change outside the program's own memory: descriptors, files
// in the working directory, signal handlers, timers, directory, environment,
// locale, libc's random numbers, threads. The calls that do so are intercepted
// (intercepted_calls.cpp) and only leave a mark; after a test the marked things
// are repaired, and what cannot be repaired costs the worker: it ends in good
// order and the next one is forked from the untouched server.
#pragma once

#include <cstdint>

namespace covolve::worker {

// Of the mask `changes`.
constexpr uint32_t kDescriptors = 1u << 0;
constexpr uint32_t kFiles = 1u << 1;
constexpr uint32_t kSignals = 1u << 2;
constexpr uint32_t kTimers = 1u << 3;
constexpr uint32_t kDirectory = 1u << 4;
constexpr uint32_t kFileMask = 1u << 5;
constexpr uint32_t kEnvironment = 1u << 6;
constexpr uint32_t kLocale = 1u << 7;
constexpr uint32_t kRandom = 1u << 8;
constexpr uint32_t kThreads = 1u << 9;
constexpr uint32_t kIrreparable = 1u << 31;

extern uint32_t changes;
inline void noteChange(uint32_t what) { __atomic_fetch_or(&changes, what, __ATOMIC_RELAXED); }

/// Open streams are remembered: closing their descriptor alone would leave libc a dangling stream.
void noteStreamOpened(void* stream);
void noteStreamClosed(void* stream);
/// Bytes mapped minus bytes unmapped by the test.
void noteMapping(int64_t bytes);

/// Standard streams to /dev/null, and what "unchanged" means from now on.
void captureProcessState();
/// In each worker: its descriptors are the server's without this one.
void closeServersDescriptor(int descriptor);
/// May libc have opened a descriptor that no intercepted call tells of?
bool hasUnknownDescriptor();
/// No other thread exists (any more). Only if one was started is it worth asking.
bool isAlone();
/// False when the worker has to end.
bool repairProcessState();

}  // namespace covolve::worker
