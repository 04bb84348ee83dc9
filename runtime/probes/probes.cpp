// The probes: smallest distances of the running test, and the list of touched
// sites. They run inside the code under test, in any of its threads and signal
// handlers: no allocation, no lock, no library call.
#include <sys/syscall.h>

#include "distance/branch_distance.h"
#include "mapping.h"

using namespace covolve;

namespace {

constexpr int kOutOfStepsStatus = 99;

__attribute__((noinline, cold)) void runOutOfSteps() {
  __covolve_shared->ending = static_cast<uint32_t>(abi::Ending::OutOfSteps);
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

/// The first touch decides, among threads too, who enters the site into the list.
__attribute__((noinline, cold)) void touch(uint32_t site, uint64_t toTrue) {
  abi::SiteState& state = runtime::states()[site];
  uint64_t expected = abi::kNever;
  if (!__atomic_compare_exchange_n(&state.toTrue, &expected, toTrue, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
    return;
  const uint32_t place = __atomic_fetch_add(&__covolve_shared->touchedCount, 1u, __ATOMIC_RELAXED);
  if (place < abi::kMaximumSites) runtime::touched()[place] = site;
}

inline bool isRecorded(uint32_t site) { return site < abi::kMaximumSites && runtime::isMapped(); }

inline void lowerToTrue(uint32_t site, uint64_t distance) {
  uint64_t& smallest = runtime::states()[site].toTrue;
  if (__builtin_expect(smallest == abi::kNever, 0)) touch(site, distance);
  if (distance < smallest) smallest = distance;
}

inline void record(uint32_t site, distance::Pair distances) {
  if (!isRecorded(site)) return;
  countStep(*__covolve_shared);
  lowerToTrue(site, distances.toTrue);
  uint64_t& toFalse = runtime::states()[site].toFalse;
  if (distances.toFalse < toFalse) toFalse = distances.toFalse;
}

}  // namespace

extern "C" {

void __covolve_block(uint32_t site) {
  if (!isRecorded(site)) return;
  abi::Shared& shared = *__covolve_shared;
  shared.lastBlock = site;
  countStep(shared);
  if (__builtin_expect(runtime::states()[site].toTrue != 0, 0)) touch(site, 0);
}

void __covolve_compare_signed(uint32_t site, uint8_t predicate, int64_t left, int64_t right) {
  record(site, distance::ofSigned(predicate, left, right));
}

void __covolve_compare_unsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right) {
  record(site, distance::ofUnsigned(predicate, left, right));
}

void __covolve_compare_wide(uint32_t site, uint8_t predicate, bool isSigned, uint64_t leftLow,
                            uint64_t leftHigh, uint64_t rightLow, uint64_t rightHigh) {
  record(site, distance::ofWide(predicate, isSigned, (distance::Uint128{leftHigh} << 64) | leftLow,
                                (distance::Uint128{rightHigh} << 64) | rightLow));
}

void __covolve_compare_pointer(uint32_t site, uint8_t predicate, const void* left, const void* right) {
  record(site, distance::ofPointers(predicate, reinterpret_cast<uintptr_t>(left),
                                    reinterpret_cast<uintptr_t>(right)));
}

void __covolve_compare_double(uint32_t site, uint8_t predicate, double left, double right) {
  record(site, distance::ofDoubles(predicate, left, right));
}

void __covolve_compare_long_double(uint32_t site, uint8_t predicate, long double left, long double right) {
  record(site, distance::ofLongDoubles(predicate, left, right));
}

void __covolve_boolean(uint32_t site, bool value) { record(site, distance::ofBoolean(value)); }

void __covolve_switch(uint32_t first, int64_t value, const int64_t* cases, uint32_t count) {
  if (!isRecorded(first) || !isRecorded(first + count)) return;
  countStep(*__covolve_shared);
  bool taken = false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t distance = distance::toCase(value, cases[i]);
    taken |= distance == 0;
    lowerToTrue(first + i, distance);
  }
  lowerToTrue(first + count, taken ? 1 : 0);
}
}
