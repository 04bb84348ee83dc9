// Rounding, denormals, exception masks: state of the processor that a test can
// change and no snapshot of memory holds.
#pragma once

#include <cstdint>

namespace covolve::worker {

struct FloatingControl {
#if defined(__x86_64__)
  static constexpr uint32_t kFlags = 0x3f;  // of exceptions that have happened: no control
  uint32_t vector = 0;
  uint16_t legacy = 0;

  static FloatingControl current() {
    FloatingControl control;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(control.vector), "=m"(control.legacy));
    return control;
  }
  void restore() const {
    const FloatingControl now = current();
    if (((now.vector ^ vector) & ~kFlags) == 0 && now.legacy == legacy) return;
    __asm__ volatile("ldmxcsr %0\n\tfldcw %1" ::"m"(vector), "m"(legacy));
  }
#else
  uint64_t control = 0;

  static FloatingControl current() {
    FloatingControl now;
    __asm__ volatile("mrs %0, fpcr" : "=r"(now.control));
    return now;
  }
  void restore() const {
    if (current().control != control) __asm__ volatile("msr fpcr, %0" ::"r"(control));
  }
#endif
};

}  // namespace covolve::worker
