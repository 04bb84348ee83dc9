// The probes: smallest distances of the running test, and the list of touched
// sites. They run inside the code under test, in any of its threads and signal
// handlers: no allocation, no lock, no library call.
#include <sys/syscall.h>

#include "distance/branch_distance.h"
#include "endless_loop.h"
#include "mapping.h"
#include "reporting.h"

using namespace covolve;
using runtime::isRegistered;
using runtime::isTrailed;
using runtime::isWatched;
using runtime::recordFirst;
using runtime::update;

// The worker's, where there is one.
extern "C" {
/// Returns when the process has to end.
__attribute__((weak)) void __covolve_out_of_steps();
/// True when the test in that loop has got more steps.
__attribute__((weak)) bool __covolve_more_steps(uint32_t loop);
}

__attribute__((noinline, cold)) void runtime::recordFirst(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
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

__attribute__((noinline, cold)) void runtime::noteInTrail(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
  const uint32_t place = __covolve_shared->trailCount++;
  runtime::trail()[place % abi::kMostTrail] = {site, __covolve_shared->action, toTrue, toFalse};
}

[[noreturn]] __attribute__((noinline, cold)) void runtime::runOutOfSteps(uint32_t loop) {
  constexpr int kOutOfStepsStatus = 99;
  __covolve_shared->ending = static_cast<uint32_t>(abi::Ending::OutOfSteps);
  __covolve_shared->lastBlock = loop;
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

namespace {

/// True for a step that is watched: the one before was made to look like the last.
inline bool takeStep() {
  abi::Shared& shared = *__covolve_shared;
  const uint64_t left = shared.stepsLeft;
  if (left == 0) return false;
  shared.stepsLeft = left - 1;
  return __builtin_expect(left == 1, 0);
}

void watchStep(uint32_t site, const void* frame) {
  abi::Shared& shared = *__covolve_shared;
  if (shared.watchedStepsLeft == 0) {
    const uint32_t loop = runtime::findEndlessLoop();
    if (__covolve_more_steps != nullptr && __covolve_more_steps(loop)) return;
    runtime::runOutOfSteps(loop);
  }
  --shared.watchedStepsLeft;
  shared.stepsLeft = 1;
  runtime::seeStep(site, reinterpret_cast<uintptr_t>(frame));
}

/// Kept out of line and jumped to: probes need no frame of their own then, and those of one function are seen
/// in one place of the stack.
template <auto report, class... Arguments>
__attribute__((noinline, cold)) void reportWatched(uint32_t site, Arguments... arguments) {
  watchStep(site, __builtin_frame_address(0));
  report(site, arguments...);
}

/// A step, and what its probe has to report.
template <auto report, class... Arguments>
inline void reportStep(uint32_t site, Arguments... arguments) {
  if (takeStep()) return reportWatched<report>(site, arguments...);
  report(site, arguments...);
}

/// In a loop both sides are soon at 0: the distance is only computed where it can still matter.
inline bool canMatter(uint32_t site) {
  const abi::SiteState& state = runtime::states()[site];
  return (state.toTrue | state.toFalse) != 0 || isTrailed(site);
}

/// A wanted side that comes nearer takes the operands with it. When both are wanted, the first execution
/// brings one of them to 0, and from then on the other one decides. The first touch always keeps. In the
/// trail the last one counts where a wanted side was taken already, and is missed now.
void recordWatched(abi::Operands operands, distance::Pair distances) {
  const uint8_t wanted = runtime::watched()[operands.site];
  const abi::SiteState& state = runtime::states()[operands.site];
  const bool isNearer = ((wanted & abi::kWatchTrue) != 0 && distances.toTrue < state.toTrue) ||
                        ((wanted & abi::kWatchFalse) != 0 && distances.toFalse < state.toFalse);
  const bool isMissedNow =
      isTrailed(operands.site) &&
      (((wanted & abi::kWatchTrue) != 0 && state.toTrue == 0 && distances.toTrue != 0) ||
       ((wanted & abi::kWatchFalse) != 0 && state.toFalse == 0 && distances.toFalse != 0));
  if (isNearer || isMissedNow) runtime::operands()[operands.site] = operands;
  update(operands.site, distances);
}

abi::Operands operandsOf(uint32_t site, abi::OperandKind kind, uint8_t predicate, distance::Uint128 left,
                         distance::Uint128 right) {
  const auto low = [](distance::Uint128 number) { return static_cast<uint64_t>(number); };
  return {site, static_cast<uint8_t>(kind),   predicate,
          0,    {low(left), low(left >> 64)}, {low(right), low(right >> 64)}};
}

distance::Uint128 extended(int64_t number) {
  return static_cast<distance::Uint128>(static_cast<distance::Int128>(number));
}

abi::Operands floatingOperands(uint32_t site, uint8_t predicate, double left, double right) {
  return operandsOf(site, abi::OperandKind::Floating, predicate, __builtin_bit_cast(uint64_t, left),
                    __builtin_bit_cast(uint64_t, right));
}

// Out of line and with the probes' own parameters: a probe of a site that is not watched pays one load and a
// jump that is not taken.
#define COVOLVE_WATCHED __attribute__((noinline, cold)) void

COVOLVE_WATCHED watchedSigned(uint32_t site, uint8_t predicate, int64_t left, int64_t right) {
  recordWatched(operandsOf(site, abi::OperandKind::Signed, predicate, extended(left), extended(right)),
                distance::ofSigned(predicate, left, right));
}

COVOLVE_WATCHED watchedUnsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right) {
  recordWatched(operandsOf(site, abi::OperandKind::Unsigned, predicate, left, right),
                distance::ofUnsigned(predicate, left, right));
}

COVOLVE_WATCHED watchedWide(uint32_t site, uint8_t predicate, bool isSigned, distance::Uint128 left,
                            distance::Uint128 right) {
  const abi::OperandKind kind = isSigned ? abi::OperandKind::Signed : abi::OperandKind::Unsigned;
  recordWatched(operandsOf(site, kind, predicate, left, right),
                distance::ofWide(predicate, isSigned, left, right));
}

COVOLVE_WATCHED watchedDouble(uint32_t site, uint8_t predicate, double left, double right) {
  recordWatched(floatingOperands(site, predicate, left, right), distance::ofDoubles(predicate, left, right));
}

COVOLVE_WATCHED watchedLongDouble(uint32_t site, uint8_t predicate, long double left, long double right) {
  recordWatched(floatingOperands(site, predicate, static_cast<double>(left), static_cast<double>(right)),
                distance::ofLongDoubles(predicate, left, right));
}

COVOLVE_WATCHED keepCase(uint32_t site, int64_t value, int64_t label) {
  runtime::operands()[site] =
      operandsOf(site, abi::OperandKind::Switch, abi::Equal, extended(value), extended(label));
}

inline void recordCase(uint32_t site, uint64_t distance, int64_t value, int64_t label) {
  uint64_t& smallest = runtime::states()[site].toTrue;
  if (isTrailed(site)) runtime::noteInTrail(site, distance, abi::kNever);
  if (distance >= smallest) return;
  if (isWatched(site)) keepCase(site, value, label);
  if (smallest != abi::kNever) {
    smallest = distance;
  } else {
    recordFirst(site, distance, abi::kNever);
  }
}

// What the probes report; always inlined, as each has one caller on the hot path.
#define COVOLVE_REPORT inline __attribute__((always_inline)) void

COVOLVE_REPORT reportBlock(uint32_t site) {
  if (isTrailed(site)) runtime::noteInTrail(site, 0, abi::kNever);
  if (__builtin_expect(runtime::states()[site].toTrue != 0, 0)) recordFirst(site, 0, abi::kNever);
}

COVOLVE_REPORT reportSigned(uint32_t site, uint8_t predicate, int64_t left, int64_t right) {
  if (!canMatter(site)) return;
  if (isWatched(site)) return watchedSigned(site, predicate, left, right);
  update(site, distance::ofSigned(predicate, left, right));
}

COVOLVE_REPORT reportUnsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right) {
  if (!canMatter(site)) return;
  if (isWatched(site)) return watchedUnsigned(site, predicate, left, right);
  update(site, distance::ofUnsigned(predicate, left, right));
}

COVOLVE_REPORT reportWide(uint32_t site, uint8_t predicate, bool isSigned, distance::Uint128 left,
                          distance::Uint128 right) {
  if (!canMatter(site)) return;
  if (isWatched(site)) return watchedWide(site, predicate, isSigned, left, right);
  update(site, distance::ofWide(predicate, isSigned, left, right));
}

COVOLVE_REPORT reportPointers(uint32_t site, uint8_t predicate, uintptr_t left, uintptr_t right) {
  if (canMatter(site)) update(site, distance::ofPointers(predicate, left, right));
}

COVOLVE_REPORT reportDoubles(uint32_t site, uint8_t predicate, double left, double right) {
  if (!canMatter(site)) return;
  if (isWatched(site)) return watchedDouble(site, predicate, left, right);
  update(site, distance::ofDoubles(predicate, left, right));
}

COVOLVE_REPORT reportLongDoubles(uint32_t site, uint8_t predicate, long double left, long double right) {
  if (!canMatter(site)) return;
  if (isWatched(site)) return watchedLongDouble(site, predicate, left, right);
  update(site, distance::ofLongDoubles(predicate, left, right));
}

COVOLVE_REPORT reportBoolean(uint32_t site, bool value) {
  if (canMatter(site)) update(site, distance::ofBoolean(value));
}

COVOLVE_REPORT reportTruth(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
  if (canMatter(site)) update(site, {toTrue, toFalse});
}

COVOLVE_REPORT reportSwitch(uint32_t first, int64_t value, const int64_t* cases, uint32_t count) {
  bool taken = false;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t distance = distance::toCase(value, cases[i]);
    taken |= distance == 0;
    recordCase(first + i, distance, value, cases[i]);
  }
  recordCase(first + count, taken ? 1 : 0, value, 0);
}

}  // namespace

extern "C" {

void __covolve_block(uint32_t site) {
  if (!isRegistered(site)) return;
  __covolve_shared->lastBlock = site;
  reportStep<reportBlock>(site);
}

void __covolve_compare_signed(uint32_t site, uint8_t predicate, int64_t left, int64_t right) {
  if (isRegistered(site)) reportStep<reportSigned>(site, predicate, left, right);
}

void __covolve_compare_unsigned(uint32_t site, uint8_t predicate, uint64_t left, uint64_t right) {
  if (isRegistered(site)) reportStep<reportUnsigned>(site, predicate, left, right);
}

void __covolve_compare_wide(uint32_t site, uint8_t predicate, bool isSigned, uint64_t leftLow,
                            uint64_t leftHigh, uint64_t rightLow, uint64_t rightHigh) {
  if (!isRegistered(site)) return;
  const distance::Uint128 left = (distance::Uint128{leftHigh} << 64) | leftLow;
  const distance::Uint128 right = (distance::Uint128{rightHigh} << 64) | rightLow;
  reportStep<reportWide>(site, predicate, isSigned, left, right);
}

void __covolve_compare_pointer(uint32_t site, uint8_t predicate, const void* left, const void* right) {
  if (!isRegistered(site)) return;
  reportStep<reportPointers>(site, predicate, reinterpret_cast<uintptr_t>(left),
                             reinterpret_cast<uintptr_t>(right));
}

void __covolve_compare_double(uint32_t site, uint8_t predicate, double left, double right) {
  if (isRegistered(site)) reportStep<reportDoubles>(site, predicate, left, right);
}

void __covolve_compare_long_double(uint32_t site, uint8_t predicate, long double left, long double right) {
  if (isRegistered(site)) reportStep<reportLongDoubles>(site, predicate, left, right);
}

void __covolve_boolean(uint32_t site, bool value) {
  if (isRegistered(site)) reportStep<reportBoolean>(site, value);
}

void __covolve_truth(uint32_t site, uint64_t toTrue, uint64_t toFalse) {
  if (isRegistered(site)) reportStep<reportTruth>(site, toTrue, toFalse);
}

void __covolve_switch(uint32_t first, int64_t value, const int64_t* cases, uint32_t count) {
  if (isRegistered(first + count)) reportStep<reportSwitch>(first, value, cases, count);
}

void __covolve_output(uint32_t site) {
  if (!isRegistered(site)) return;
  if (runtime::states()[site].toTrue != 0) recordFirst(site, 0, abi::kNever);
}
}
