#include "recovery.h"

#include <unwind.h>

#include "guarded_call.h"
#include "heap.h"
#include "libc_quiet.h"
#include "modules.h"
#include "probes/languages.h"
#include "process_state.h"
#include "state.h"

namespace covolve::worker {

COVOLVE_STATE bool isTestRunning = false;
COVOLVE_STATE FloatingControl floatingAtStart = {};

namespace {

constexpr int kFramesFollowed = 256;
constexpr uint32_t kWatchedTests = 1000;  // to look at libc's data so often costs as much as one real death

COVOLVE_STATE void* mainThread = nullptr;
COVOLVE_STATE void* wayBack = nullptr;
COVOLVE_STATE uint32_t allowed = 0;
COVOLVE_STATE uint32_t recoveries = 0;
COVOLVE_STATE uint32_t droppedAs = 0;

abi::KnownDeaths& knownDeaths() {
  return *reinterpret_cast<abi::KnownDeaths*>(reinterpret_cast<char*>(__covolve_shared) +
                                              abi::kKnownDeathsOffset);
}

uint32_t knownCount() {
  const uint32_t count = knownDeaths().count;
  return count < abi::kMaximumKnownDeaths ? count : abi::kMaximumKnownDeaths;
}

/// The index of the running test's death, or knownCount().
uint32_t findKnown() {
  const abi::Shared& shared = *__covolve_shared;
  const abi::KnownDeath* entries = knownDeaths().entries;
  const uint32_t count = knownCount();
  for (uint32_t i = 0; i < count; ++i) {
    if (entries[i].place == shared.place && entries[i].lastBlock == shared.lastBlock &&
        entries[i].ending == shared.ending && entries[i].signal == shared.signal) {
      return i;
    }
  }
  return count;
}

struct Walk {
  uintptr_t faultAt;  // frames up to this one belong to the handler; 0: none do
  int followed;
  bool arrived;  // at the batch loop, through code under test alone
};

_Unwind_Reason_Code followFrame(_Unwind_Context* context, void* argument) {
  Walk& walk = *static_cast<Walk*>(argument);
  int exact = 0;
  const uintptr_t address = _Unwind_GetIPInfo(context, &exact);
  if (walk.faultAt != 0) {
    if (exact == 0 || address != walk.faultAt) return _URC_NO_REASON;
    walk.faultAt = 0;
  }
  if (_Unwind_GetCFA(context) >= reinterpret_cast<uintptr_t>(wayBack)) {
    walk.arrived = true;
    return _URC_END_OF_STACK;
  }
  const bool goesOn =
      ++walk.followed < kFramesFollowed && isCodeUnderTest(reinterpret_cast<const void*>(address));
  return goesOn ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool isOutsideLibc(uintptr_t faultAt) {
  Walk walk{faultAt, 0, false};
  _Unwind_Backtrace(followFrame, &walk);
  return walk.arrived;
}

/// Libc keeps its state across tests: it must not be left half done.
bool canLeaveLibc(uintptr_t faultAt) {
  if (!areStreamsUnlocked()) return false;
  uint32_t& watched = knownDeaths().watchedTests;
  if (isLibcQuiet()) {
    if (watched != 0 && isLibcItself(reinterpret_cast<const void*>(faultAt))) watched = kWatchedTests;
    return true;
  }
  if (isOutsideLibc(faultAt)) return true;
  // Perhaps an earlier test has changed libc's data. Where that happens often, it pays to look after each.
  watched = kWatchedTests;
  return false;
}

}  // namespace

void prepareRecovery() {
  mainThread = __builtin_thread_pointer();
  floatingAtStart = FloatingControl::current();
  recoveries = 0;
  isTestRunning = false;
}

void allowRecoveries(uint32_t perWorker) {
  allowed = perWorker;
  if (allowed != 0 && knownCount() != 0) noteLibcQuiet();
}

bool mayStillRecover() { return allowed == 0 || recoveries < allowed; }

bool runDroppingTests(void (*function)(void*), void* argument) {
  return covolveCallGuarded(function, argument, &wayBack);
}

void watchLibc() {
  uint32_t& watched = knownDeaths().watchedTests;
  if (__builtin_expect(watched == 0, 1)) return;
  --watched;
  noteLibcQuiet();
}

void dropTestIfKnown(uintptr_t faultAt) {
  if (!isTestRunning || !mayStillRecover() || allowed == 0) return;
  if (__builtin_thread_pointer() != mainThread) return;
  const uint32_t known = findKnown();
  if (known == knownCount()) return;
  if ((changes & kThreads) != 0 && !isAlone()) return;
  if (!canLeaveLibc(faultAt)) return;
  ++recoveries;
  droppedAs = known;
  __covolve_shared->stepsLeft = 0;
  isTestRunning = false;
  unlockHeap();
  runtime::releaseLanguages();
  floatingAtStart.restore();
  if (hasUnknownDescriptor()) noteChange(kDescriptors);
  covolveJumpBack(wayBack);
}

uint32_t knownIndexOfDropped() { return droppedAs; }

}  // namespace covolve::worker
