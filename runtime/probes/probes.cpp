// The probes: smallest distances of the running test, and the list of touched
// sites. They run inside the code under test, in any of its threads and signal
// handlers: no allocation, no lock, no library call.
#include <sys/syscall.h>

#include "distance/branch_distance.h"
#include "mapping.h"

using namespace covolve;

/// The worker's, where there is one: returns when the process has to end.
extern "C" __attribute__((weak)) void __covolve_out_of_steps();

namespace {

constexpr int kOutOfStepsStatus = 99;

[[noreturn]] __attribute__((noinline, cold)) void runOutOfSteps() {
  __covolve_shared->ending = static_cast<uint32_t>(abi::Ending::OutOfSteps);
  if (__covolve_out_of_steps != nullptr) __covolve_out_of_steps();
  // Not exit(): that would run the handlers and destructors of the code under test.
#if defined(__x86_64__)
  long result = SYS_exit_group;
  __asm__ volatile("syscall" : "+a"(result) : "D"(long{kOutOfStepsStatus}) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long number __asm__("x8") = SYS_exit_group;
  register long status __asm__("x0") = kOutOfStepsStatus;
  __asm__ volatile("svc 0" : "+r"(status) : "r"(number) : "memory");
#else
#error "the step limit needs this processor's way to call the kernel"
#endif
  __builtin_trap();
}

inline void countStep(abi::Shared& shared) {
  const uint64_t left = shared.stepsLeft;
  if (left == 0) return;
  shared.stepsLeft = left - 1;
  if (__builtin_expect(left == 1, 0)) runOutOfSteps();
}

/// The first touch decides, among threads too, who enters the site into the list. Kept out of line: the
/// probes then end in a jump and need no frame of their own.
__attribute__((noinline, cold)) void recordFirst(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
  abi::SiteState& state = runtime::states()[site];
  uint64_t expected = abi::kNever;
  const bool isFirst = __atomic_compare_exchange_n(&state.toTrue, &expected, toTrue, false, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED);
  if (!isFirst && toTrue < expected) state.toTrue = toTrue;
  if (toFalse < state.toFalse) state.toFalse = toFalse;
  if (!isFirst) return;
  const uint32_t place = __atomic_fetch_add(&__covolve_shared->touchedCount, 1u, __ATOMIC_RELAXED);
  if (place < abi::kMaximumSites) runtime::touched()[place] = site;
}

/// Also false for all sites before the first registration, and for those of modules that did not fit.
inline bool isRegistered(uint32_t site) { return site < __covolve_shared->siteCount; }

/// In a loop both sides are soon at 0: the distance is only computed where it can still matter.
template <class Compute>
inline void record(uint32_t site, Compute compute) {
  if (!isRegistered(site)) return;
  countStep(*__covolve_shared);
  abi::SiteState& state = runtime::states()[site];
  if ((state.toTrue | state.toFalse) == 0) return;
  const distance::Pair distances = compute();
  if (__builtin_expect(state.toTrue == abi::kNever, 0)) {
    return recordFirst(site, distances.toTrue, distances.toFalse);
  }
  if (distances.toTrue < state.toTrue) state.toTrue = distances.toTrue;
  if (distances.toFalse < state.toFalse) state.toFalse = distances.toFalse;
}

inline void recordCase(uint32_t site, uint64_t distance) {
  uint64_t& smallest = runtime::states()[site].toTrue;
  if (distance >= smallest) return;
  if (smallest != abi::kNever) {
    smallest = distance;
  } else {
    recordFirst(site, distance, abi::kNever);
  }
}

}  // namespace

extern "C" {

void __covolve_block(uint32_t site) {
  if (!isRegistered(site)) return;
  abi::Shared& shared = *__covolve_shared;
  shared.lastBlock = site;
  countStep(shared);
  if (__builtin_expect(runtime::states()[site].toTrue != 0, 0)) recordFirst(site, 0, abi::kNever);
}

void __covolve_compare_signed(uint32_t site, uint8_t predicate, int64_t left, int64_t right) {
  record(site, [=] { return distance::ofSigned(predicate, left, right); });
}

void __covolve_compare_unsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right) {
  record(site, [=] { return distance::ofUnsigned(predicate, left, right); });
}

void __covolve_compare_wide(uint32_t site, uint8_t predicate, bool isSigned, uint64_t leftLow,
                            uint64_t leftHigh, uint64_t rightLow, uint64_t rightHigh) {
  record(site, [=] {
    return distance::ofWide(predicate, isSigned, (distance::Uint128{leftHigh} << 64) | leftLow,
                            (distance::Uint128{rightHigh} << 64) | rightLow);
  });
}

void __covolve_compare_pointer(uint32_t site, uint8_t predicate, const void* left, const void* right) {
  record(site, [=] {
    return distance::ofPointers(predicate, reinterpret_cast<uintptr_t>(left),
                                reinterpret_cast<uintptr_t>(right));
  });
}

void __covolve_compare_double(uint32_t site, uint8_t predicate, double left, double right) {
  record(site, [=] { return distance::ofDoubles(predicate, left, right); });
}

void __covolve_compare_long_double(uint32_t site, uint8_t predicate, long double left, long double right) {
  record(site, [=] { return distance::ofLongDoubles(predicate, left, right); });
}

void __covolve_boolean(uint32_t site, bool value) {
  record(site, [=] { return distance::ofBoolean(value); });
}

void __covolve_switch(uint32_t first, int64_t value, const int64_t* cases, uint32_t count) {
  if (!isRegistered(first + count)) return;
  countStep(*__covolve_shared);
  bool taken = false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t distance = distance::toCase(value, cases[i]);
    taken |= distance == 0;
    recordCase(first + i, distance);
  }
  recordCase(first + count, taken ? 1 : 0);
}
}
