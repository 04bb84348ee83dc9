// Ends a test that does not end. A ticking timer looks whether the same test is
// still running, so that a test costs one addition; it counts processor time,
// so that a busy machine makes no difference.
#pragma once

#include <atomic>
#include <cstdint>

namespace covolve::peers {

/// Of processor time after which `atHang` is called, in the handler of a signal. 0: never.
void startWatchdog(uint32_t milliseconds, void (*atHang)());

/// To be called at the start of each test.
inline std::atomic<uint64_t> testsStarted{0};
inline void watchNextTest() { testsStarted.fetch_add(1, std::memory_order_relaxed); }

}  // namespace covolve::peers
