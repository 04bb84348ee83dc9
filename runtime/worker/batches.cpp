#include "batches.h"

#include <linux/futex.h>

#include <cerrno>
#include <cstring>

#include "covolve/protocol.h"
#include "endings.h"
#include "heap.h"
#include "probes/languages.h"
#include "process_state.h"
#include "raw_syscall.h"
#include "recovery.h"
#include "snapshot.h"
#include "state.h"
#include "text_operands.h"

namespace covolve::worker {

namespace {

// As long as the engine takes to prepare a batch; waking a process takes the engine longer than a test.
constexpr int kSpins = 5000;
constexpr size_t kObservationCapacity = size_t{1} << 20;
constexpr uint64_t kLastingAllowed = uint64_t{256} << 20;
constexpr size_t kStackCleared = size_t{4} << 10;
constexpr uint64_t kWatchedShare = 4;  // of the steps before the limit one in so many

COVOLVE_STATE uint8_t* observationBytes = nullptr;
COVOLVE_STATE uint64_t testsRun = 0;
COVOLVE_STATE int spins = -1;           // before a wait becomes a sleep; -1: not known yet
COVOLVE_STATE bool probesWatch = true;  // a dead worker may have left something

char* region(size_t offset) { return reinterpret_cast<char*>(__covolve_shared) + offset; }
abi::SiteState* states() { return reinterpret_cast<abi::SiteState*>(region(abi::kStatesOffset)); }
const uint32_t* touchedSites() { return reinterpret_cast<const uint32_t*>(region(abi::kTouchedOffset)); }
abi::Lane* laneAt(uint32_t index) { return reinterpret_cast<abi::Lane*>(region(abi::laneOffset(index))); }

/// Whoever waits on a core that it shares with the other one keeps it from what it waits for.
bool hasCoreOfItsOwn() {
  uint64_t cores[16] = {};
  const long bytes = rawSyscall(SYS_sched_getaffinity, 0, sizeof cores, asArgument(cores));
  int count = 0;
  for (long i = 0; i < bytes / static_cast<long>(sizeof cores[0]); ++i)
    count += __builtin_popcountll(cores[i]);
  return count > 1;
}

void pauseBriefly() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

void waitUntilReady(abi::Lane* lane) {
  if (spins < 0) spins = hasCoreOfItsOwn() ? kSpins : 0;
  for (int spun = 0;; ++spun) {
    const uint32_t state = __atomic_load_n(&lane->state, __ATOMIC_ACQUIRE);
    if (state == static_cast<uint32_t>(abi::LaneState::Ready)) return;
    if (spun < spins) {
      pauseBriefly();
      continue;
    }
    // Said before the state is looked at for the last time, by the kernel: the engine sees it, or we see the
    // state.
    __atomic_store_n(&lane->workerSleeps, 1, __ATOMIC_SEQ_CST);
    rawSyscall(SYS_futex, asArgument(&lane->state), FUTEX_WAIT, state, 0);
    __atomic_store_n(&lane->workerSleeps, 0, __ATOMIC_SEQ_CST);
  }
}

void handBack(abi::Lane* lane) {
  __atomic_store_n(&lane->state, static_cast<uint32_t>(abi::LaneState::Done), __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&lane->engineSleeps, __ATOMIC_SEQ_CST) == 0) return;
  rawSyscall(SYS_futex, asArgument(&lane->state), FUTEX_WAKE, 1);
}

/// Uninitialised locals of a test must not see the last test's: runs would differ.
__attribute__((noinline)) void clearStack() {
  char below[kStackCleared];
  memset(below, 0, sizeof below);
  __asm__ volatile("" ::"r"(below) : "memory");
}

/// The limit of the running test, and the full one that it may still get.
COVOLVE_STATE uint64_t stepLimit = 0;
COVOLVE_STATE uint64_t fullStepLimit = 0;
COVOLVE_STATE abi::Lane* runningLane = nullptr;

void allowSteps(uint64_t steps) {
  __covolve_shared->watchedStepsLeft = steps / kWatchedShare;
  __covolve_shared->stepsLeft = steps - steps / kWatchedShare;
}

uint64_t stepsTaken() {
  const uint64_t left = __covolve_shared->stepsLeft + __covolve_shared->watchedStepsLeft;
  return left < stepLimit ? stepLimit - left : 0;
}

void beginTest(abi::Lane* lane, uint32_t test) {
  abi::Shared& shared = *__covolve_shared;
  lane->startedActions = 0;
  lane->running = test;
  shared.touchedCount = 0;
  ++shared.watch;
  shared.lastBlock = abi::kNoSite;
  shared.lastCall = abi::kNoSite;
  shared.thrownAt = abi::kNoSite;
  shared.thrownCount = 0;
  shared.trailCount = 0;
  shared.ending = static_cast<uint32_t>(abi::Ending::None);
  shared.signal = 0;
  shared.exitStatus = 0;
  shared.frameCount = 0;
  shared.text[0] = 0;
  shared.place = 0;
  errno = 0;
}

/// Copies the touched sites out and forgets them in one go.
uint32_t takeTouchedSites(abi::TouchedSite* out, uint32_t siteCount) {
  const uint32_t* sites = touchedSites();
  uint32_t count = __covolve_shared->touchedCount;
  if (count > siteCount) count = siteCount;
  uint32_t written = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t site = sites[i];
    if (site >= siteCount) continue;  // the code under test wrote where it should not
    abi::SiteState& state = states()[site];
    out[written++] = {site, 0, state.toTrue, state.toFalse};
    state = {abi::kNever, abi::kNever};
  }
  __covolve_shared->touchedCount = 0;
  return written;
}

uint8_t* watchedSites() { return reinterpret_cast<uint8_t*>(region(abi::kWatchedOffset)); }

/// Of the watched among the sites that were taken out. Each has kept its operands when it was first touched.
uint32_t takeOperands(abi::Operands* out, const abi::TouchedSite* sites, uint32_t count) {
  const auto* kept = reinterpret_cast<const abi::Operands*>(region(abi::kOperandsOffset));
  uint32_t written = 0;
  for (uint32_t i = 0; i < count && written < abi::kMaximumOperands; ++i) {
    const uint32_t site = sites[i].site;
    const bool keepsOperands = (watchedSites()[site] & (abi::kWatchTrue | abi::kWatchFalse)) != 0;
    if (!keepsOperands || kept[site].kind == static_cast<uint8_t>(abi::OperandKind::None)) continue;
    out[written++] = kept[site];
  }
  return written;
}

uint32_t takeThrown(abi::ThrownCall* out) {
  uint32_t count = __covolve_shared->thrownCount;
  if (count > abi::kMostThrown) count = 0;  // the code under test wrote where it should not
  memcpy(out, region(abi::kThrownOffset), count * sizeof *out);
  return count;
}

/// The last of them, the oldest first.
uint32_t takeTrail(abi::TrailNote* out) {
  const auto* const notes = reinterpret_cast<const abi::TrailNote*>(region(abi::kTrailOffset));
  const uint32_t made = __covolve_shared->trailCount;
  const uint32_t count = made < abi::kMostTrail ? made : abi::kMostTrail;
  for (uint32_t i = 0; i < count; ++i) out[i] = notes[(made - count + i) % abi::kMostTrail];
  return count;
}

/// Of which a malformed batch (never the engine's) holds fewer than it says.
struct Input {
  const char* at;
  const char* end;

  bool next(const uint8_t*& bytes, uint32_t& size, bool& inFull) {
    if (end - at < static_cast<ptrdiff_t>(sizeof size)) return false;
    memcpy(&size, at, sizeof size);
    at += sizeof size;
    inFull = (size & abi::kInFull) != 0;
    size &= ~abi::kInFull;
    if (static_cast<size_t>(end - at) < size) return false;
    bytes = reinterpret_cast<const uint8_t*>(at);
    at += size;
    return true;
  }
};

class LaneRun {
 public:
  explicit LaneRun(uint32_t index)
      : lane_(laneAt(index)),
        output_(region(abi::laneOutputOffset(index))),
        siteCount_(__covolve_shared->siteCount) {
    const uint64_t bytes =
        lane_->inputBytes < abi::kLaneInputCapacity ? lane_->inputBytes : abi::kLaneInputCapacity;
    input_.at = region(abi::laneInputOffset(index));
    input_.end = input_.at + bytes;
    count_ = lane_->testCount;
    used_ = lane_->outputBytes;
    observe_ = lane_->observe != 0;
    stepsPerTest_ = lane_->stepsPerTest;
    fullStepLimit = lane_->stepsInFull;
    testsPerWorker_ = lane_->testsPerWorker;
    first_ = lane_->first;
    runningLane = lane_;
    recordTexts_ = lane_->recordTexts != 0;
    watch(index);
  }

  /// False when the worker has to be replaced.
  bool run() {
    allowRecoveries(lane_->recoveriesPerWorker);
    while (runDroppingTests([](void* self) { static_cast<LaneRun*>(self)->runTests(); }, this)) {
      endTexts();
      settleDroppedTest();
      writeDeath();
      if (!finishTest()) return false;
      ++test_;
    }
    return !mustEnd_;
  }

  abi::Lane* lane() { return lane_; }

 private:
  /// What the probes look at becomes this lane's own set.
  void watch(uint32_t index) {
    watches_ = lane_->watches != 0;
    if (watches_) {
      memcpy(watchedSites(), region(abi::laneWatchedOffset(index)), siteCount_);
    } else if (probesWatch) {
      memset(watchedSites(), 0, siteCount_);
    }
    probesWatch = watches_;
  }

  /// From test_ on; left in the middle when a test is dropped, so all that must last is in members.
  void runTests() {
    const uint8_t* bytes = nullptr;
    uint32_t size = 0;
    bool inFull = false;
    for (; test_ < count_; ++test_) {
      if (!input_.next(bytes, size, inFull)) return;
      if (test_ < first_) continue;
      if (!hasRoom()) {
        lane_->outputFull = 1;
        return;
      }
      stepLimit = inFull ? fullStepLimit : stepsPerTest_;
      runTest(test_, bytes, size);
      if (!finishTest()) {
        mustEnd_ = true;
        return;
      }
    }
  }

  /// Its result is written. False when the worker has to be replaced.
  bool finishTest() {
    const bool wasReset = reset();
    lane_->completed = test_ + 1;
    lane_->running = abi::kNoTest;
    ++testsRun;
    const bool goesOn = wasReset && (testsPerWorker_ == 0 || testsRun < testsPerWorker_) &&
                        lastingBytes() <= kLastingAllowed && mayStillRecover();
    if (!goesOn && test_ + 1 == count_) handBack(lane_);
    return goesOn;
  }

  bool hasRoom() const {
    const size_t largest = sizeof(abi::ResultHeader) + size_t{siteCount_} * sizeof(abi::TouchedSite) +
                           (watches_ ? abi::kMaximumOperands * sizeof(abi::Operands) : 0) +
                           (recordTexts_ ? abi::kMaximumTexts * sizeof(abi::TextOperands) : 0) +
                           abi::kMostThrown * sizeof(abi::ThrownCall) +
                           (watches_ ? abi::kMostTrail * sizeof(abi::TrailNote) : 0) +
                           (observe_ ? kObservationCapacity : sizeof(abi::DiedRecord)) + 8;
    return used_ <= abi::kLaneOutputCapacity && abi::kLaneOutputCapacity - used_ >= largest;
  }

  void runTest(uint32_t test, const uint8_t* bytes, uint32_t size) {
    beginTest(lane_, test);
    CovolveObservations observations{observationBytes, 0,     kObservationCapacity,
                                     observe_,         false, &lane_->startedActions};
    clearStack();
    allowSteps(stepLimit);
    runtime::releaseLanguages();  // a handler of the test before may have jumped out of a question
    isTestRunning = true;
    if (recordTexts_) beginTexts(bytes, size);
    const CovolveTestResult result = covolve_run_test(bytes, size, &observations);
    endTexts();
    isTestRunning = false;
    const uint64_t steps = stepsTaken();
    __covolve_shared->stepsLeft = 0;
    floatingAtStart.restore();
    checkTestHeap();

    const uint32_t observed =
        observe_ && observations.size <= kObservationCapacity ? static_cast<uint32_t>(observations.size) : 0;
    writeResult(result.outcome, result.executedActions, steps, observationBytes, observed);
  }

  /// Of a test that was dropped.
  void writeDeath() {
    const abi::Shared& shared = *__covolve_shared;
    const abi::DiedRecord record{knownIndexOfDropped(), shared.ending,    shared.signal,
                                 shared.exitStatus,     shared.lastBlock, 0};
    writeResult(static_cast<uint32_t>(abi::Outcome::Died), lane_->startedActions, 0, &record, sizeof record);
  }

  /// The header, what the test touched, compared and threw, and what was observed.
  void writeResult(uint32_t outcome, uint32_t executedActions, uint64_t steps, const void* observed,
                   uint32_t observedBytes) {
    abi::ResultHeader header{outcome, executedActions, 0, observedBytes, 0, 0, 0, 0, steps};
    char* out = output_ + used_;
    auto* sites = reinterpret_cast<abi::TouchedSite*>(out + sizeof header);
    header.touchedCount = takeTouchedSites(sites, siteCount_);
    auto* operands = reinterpret_cast<abi::Operands*>(sites + header.touchedCount);
    if (watches_) header.operandCount = takeOperands(operands, sites, header.touchedCount);
    auto* texts = reinterpret_cast<abi::TextOperands*>(operands + header.operandCount);
    if (recordTexts_) header.textCount = takeTexts(texts);
    auto* thrown = reinterpret_cast<abi::ThrownCall*>(texts + header.textCount);
    if (__covolve_shared->thrownCount != 0) header.thrownCount = takeThrown(thrown);
    auto* trail = reinterpret_cast<abi::TrailNote*>(thrown + header.thrownCount);
    if (__covolve_shared->trailCount != 0 && watches_) header.trailCount = takeTrail(trail);
    char* end = reinterpret_cast<char*>(trail + header.trailCount);
    memcpy(end, observed, header.observationBytes);
    memcpy(out, &header, sizeof header);
    used_ += static_cast<size_t>(end - out + header.observationBytes + 7) & ~size_t{7};
    lane_->outputBytes = used_;
  }

  /// After this the process is as it was before the test; false when it cannot be.
  bool reset() {
    const bool repaired = repairProcessState();
    if (!repaired) return false;
    restoreSnapshot();
    resetTestHeap();
    watchLibc();
    return true;
  }

  abi::Lane* lane_;
  char* output_;
  uint32_t siteCount_;
  uint32_t count_ = 0;
  uint32_t first_ = 0;
  uint32_t test_ = 0;
  uint64_t used_ = 0;
  uint64_t stepsPerTest_ = 0;
  uint32_t testsPerWorker_ = 0;
  bool observe_ = false;
  bool watches_ = false;
  bool recordTexts_ = false;
  bool mustEnd_ = false;
  Input input_{};
};

/// Left over from a worker that died, or from static initialisation.
void forgetSites() {
  const uint32_t count = __covolve_shared->siteCount;
  memset(static_cast<void*>(states()), 0xff, size_t{count} * sizeof(abi::SiteState));
  __covolve_shared->touchedCount = 0;
}

}  // namespace

bool allowMoreSteps(uint32_t loop) {
  const abi::Lane* const lane = runningLane;
  if (lane == nullptr || !isTestRunning || stepLimit >= fullStepLimit) return false;
  for (uint32_t i = 0; i < lane->slowLoopCount && i < abi::kMaximumSlowLoops; ++i) {
    if (lane->slowLoops[i] != loop) continue;
    ++__covolve_shared->watch;  // what was seen until now says nothing of the rest
    allowSteps(fullStepLimit - stepLimit);
    stepLimit = fullStepLimit;
    return true;
  }
  return false;
}

void runBatches(uint32_t firstLane) {
  static_assert(abi::kNever == ~uint64_t{0});
  testsRun = 0;
  observationBytes = reinterpret_cast<uint8_t*>(mapMemory(kObservationCapacity));
  if (observationBytes == nullptr) leave(1);
  forgetSites();
  prepareTexts();
  changes = 0;
  for (uint32_t index = firstLane % abi::kLaneCount;; index = (index + 1) % abi::kLaneCount) {
    waitUntilReady(laneAt(index));
    LaneRun run(index);
    if (!run.run()) leave(0);
    handBack(run.lane());
  }
}

}  // namespace covolve::worker
