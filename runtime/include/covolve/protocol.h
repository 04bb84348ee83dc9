// How the engine feeds tests to a worker: two lanes in the shared mapping, used
// alternately, so that the engine prepares one batch while the worker runs the
// other. Lanes are handed over by a futex on `state`: no descriptor is needed
// in the worker, so code under test that closes them all disturbs nothing.
//
//   engine --exec--> fork server --fork--> worker (runs batches, may die)
//   engine <--socket--> fork server: Order and Report below
//
// Easy to get wrong: results are written test by test and `completed` only
// moves on after a result is whole, so that a death loses nothing before it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "covolve/abi.h"

namespace covolve::abi {

/// Interrupted: set by the fork server when the worker died while the lane was Ready, so that the engine
/// wakes up.
enum class LaneState : uint32_t { Idle = 0, Ready = 1, Done = 2, Interrupted = 3 };

constexpr uint32_t kLaneCount = 2;
constexpr size_t kLaneInputCapacity = size_t{8} << 20;
constexpr size_t kLaneOutputCapacity = size_t{64} << 20;

constexpr uint32_t kMaximumSlowLoops = 32;

/// Input: for each test a uint32_t length, marked with kInFull where it gets the full limit of steps, and its
/// bytes, one after the other.
/// Output: for each test a ResultHeader, touchedCount TouchedSite, operandCount
/// Operands, textCount TextOperands, thrownCount ThrownCall and trailCount
/// TrailNote records, then observationBytes bytes; each result starts at a
/// multiple of 8.
/// A third region holds the lane's watched sites, a byte a site: what is watched
/// belongs to a batch, so that it does not matter when a worker gets to it.
struct Lane {
  uint32_t state;  // LaneState, a futex
  uint32_t testCount;
  uint32_t observe;    // 1: results carry observations
  uint32_t first;      // start at this test (after a death the engine goes on behind the test that died)
  uint32_t completed;  // tests whose results are whole, counted from 0
  uint32_t running;    // the test that is running or died; kNoTest between tests
  uint64_t inputBytes;
  uint64_t outputBytes;     // whole results
  uint64_t stepsPerTest;    // 0 = no limit
  uint64_t stepsInFull;     // of tests marked kInFull
  uint32_t outputFull;      // 1: the worker stopped because the next result may not fit
  uint32_t startedActions;  // of the running test, see CovolveObservations; 0: unknown
  uint32_t
      testsPerWorker;  // the worker ends itself in good order after so many tests (1: one process a test)
  uint32_t recoveriesPerWorker;  // and after so many survived deaths; 0: every death is a real one
  uint32_t watches;              // 0: no site is watched, whatever the lane's region says
  uint32_t recordTexts;          // 1: results carry the texts that were compared
  uint32_t workerSleeps;  // 1: has to be woken when the lane is ready; a call of the system less if not
  uint32_t engineSleeps;  // 1: has to be woken when the lane is done
  /// Loops that are known to end, only late: a test that is in one of them gets stepsInFull. kNoSite: where
  /// no loop can be told.
  uint32_t slowLoopCount;
  uint32_t slowLoops[kMaximumSlowLoops];
};
constexpr uint32_t kNoTest = ~uint32_t{0};
constexpr uint32_t kInFull = uint32_t{1} << 31;

/// How a test that came to an end by itself ended.
enum class Outcome : uint32_t {
  Returned = 0,
  Invalid,  // the test cannot be run as it is (e.g. refers to an object that was never made)
  Died,     // in a way that is known already: survived in process. A DiedRecord stands for the observations
};

struct ResultHeader {
  uint32_t outcome;          // Outcome
  uint32_t executedActions;  // including those that threw, and those whose objects were not made
  uint32_t touchedCount;
  uint32_t observationBytes;
  uint32_t operandCount;
  uint32_t textCount;
  uint32_t thrownCount;
  uint32_t trailCount;
  uint64_t steps;  // taken; 0 where there is no limit
};
/// Of one test; the first in the order of first touch.
constexpr uint32_t kMaximumOperands = 4096;

struct TouchedSite {
  uint32_t site;
  uint32_t reserved;
  uint64_t toTrue;
  uint64_t toFalse;
};

/// One execution of a decision, or of a block, that is watched with kWatchTrail, or where an exception left a
/// call of the test: site kNoSite. Of one test the last, in their order.
struct TrailNote {
  uint32_t site;
  uint32_t action;  // that was under way, or threw
  uint64_t toTrue;
  uint64_t toFalse;
};
constexpr uint32_t kMostTrail = 2048;  // a power of two

enum class TextKind : uint32_t {
  Compare = 1,    // memcmp, strcmp and relatives
  CompareFolded,  // strcasecmp, strncasecmp
  Find,           // strstr, memchr and relatives: `right` was not found in `left`
};
constexpr uint32_t kTextKept = 64;
constexpr uint32_t kMaximumTexts = 32;
/// Two texts that code under test compared and that differ, or one that was not found in the other.
struct TextOperands {
  uint32_t kind;  // TextKind
  /// The most bytes that the call was to compare; kWholeTexts: up to their ends. What memcmp was to compare
  /// may be less than what is kept: std::string compares as many characters as the shorter text has, so the
  /// characters behind, up to a NUL, are kept too.
  uint32_t compared;
  uint32_t leftSize;  // bytes kept
  uint32_t rightSize;
  uint32_t site;  // of the known call that asked; kNoSite where none did
  uint32_t reserved;
  uint8_t left[kTextKept];
  uint8_t right[kTextKept];
};
constexpr uint32_t kWholeTexts = ~uint32_t{0};

/// Of the running test.
struct TextList {
  uint32_t count;
  uint32_t reserved;
  TextOperands entries[kMaximumTexts];
};

/// A call that an exception left, or that was not made at all. The test goes on, without the calls that need
/// what it did not make.
struct ThrownCall {
  uint32_t action;
  uint32_t callSite;   // X site, or kNoSite
  uint32_t type;       // hashTypeName of what was thrown, 0: unknown or foreign
  uint32_t isLeftOut;  // 1: not called, for lack of an object that another call was to lend
};
/// Of one test, which ends with the last of them: a throw costs as much as ten short tests.
constexpr uint32_t kMostThrown = 16;

/// The names behind the hashes of exceptions' types, by open addressing from hash % kExceptionTypes on. The
/// first throw of a type in a worker writes it (again): the code under test may have overwritten it.
constexpr uint32_t kExceptionTypes = 512;
struct ExceptionType {
  uint32_t hash;   // 0: free
  char name[508];  // mangled; cut if longer
};
/// FNV-1a of as much of a mangled name as the table holds; never 0.
constexpr uint32_t hashTypeName(const char* name) {
  uint32_t hash = 0x811c9dc5u;
  for (size_t i = 0; i + 1 < sizeof(ExceptionType::name) && name[i] != 0; ++i) {
    hash = (hash ^ static_cast<uint8_t>(name[i])) * 0x01000193u;
  }
  return hash != 0 ? hash : 1;
}

struct DiedRecord {
  uint32_t known;  // index into KnownDeaths
  uint32_t ending;
  int32_t signal;
  int32_t exitStatus;
  uint32_t lastBlock;
  uint32_t reserved;
};

/// Deaths that a test has died alone in a fresh process. The engine adds to them while no worker runs; a
/// worker whose test is about to die in a way that stands here drops the test and goes on.
struct KnownDeath {
  uint32_t ending;
  int32_t signal;
  uint32_t lastBlock;
  uint32_t reserved;
  uint64_t place;
};
constexpr uint32_t kMaximumKnownDeaths = 1024;
struct KnownDeaths {
  uint32_t count;
  uint32_t watchedTests;  // after so many tests more the workers look whether libc's data has changed
  KnownDeath entries[kMaximumKnownDeaths];
};

static_assert(sizeof(Lane) <= 4096);
constexpr size_t kLaneStride = 4096 + kLaneInputCapacity + kLaneOutputCapacity + kMaximumSites;
constexpr size_t laneOffset(uint32_t lane) { return kLanesOffset + lane * kLaneStride; }
constexpr size_t laneInputOffset(uint32_t lane) { return laneOffset(lane) + 4096; }
constexpr size_t laneOutputOffset(uint32_t lane) { return laneInputOffset(lane) + kLaneInputCapacity; }
constexpr size_t laneWatchedOffset(uint32_t lane) { return laneOutputOffset(lane) + kLaneOutputCapacity; }
/// A classic BPF program (struct sock_filter[]) that every worker installs, so that libseccomp stays in the
/// engine.
constexpr size_t kFilterOffset = laneOffset(kLaneCount);
constexpr size_t kFilterCapacity = 1u << 16;
constexpr size_t kKnownDeathsOffset = kFilterOffset + kFilterCapacity;
constexpr size_t kKnownDeathsCapacity = 1u << 16;
static_assert(sizeof(KnownDeaths) <= kKnownDeathsCapacity);
constexpr size_t kTextsOffset = kKnownDeathsOffset + kKnownDeathsCapacity;  // TextList
constexpr size_t kTextsCapacity = 8192;
static_assert(sizeof(TextList) <= kTextsCapacity);
constexpr size_t kExceptionTypesOffset = kTextsOffset + kTextsCapacity;  // ExceptionType[kExceptionTypes]
constexpr size_t kThrownOffset = kExceptionTypesOffset + kExceptionTypes * sizeof(ExceptionType);
constexpr size_t kTrailOffset = kThrownOffset + kMostThrown * sizeof(ThrownCall);  // of the running test
constexpr size_t kMappingBytes = kTrailOffset + kMostTrail * sizeof(TrailNote);

/// Messages on the fork server's socket (SOCK_SEQPACKET), its descriptor number in COVOLVE_SERVER_FD.
constexpr const char* kServerFdVariable = "COVOLVE_SERVER_FD";
/// Bytes of live heap after which a test counts as allocating without end.
constexpr const char* kHeapLimitVariable = "COVOLVE_HEAP_LIMIT";
/// The tests' working directory; emptied after every test that made files. Unset: left alone.
constexpr const char* kTestDirectoryVariable = "COVOLVE_TEST_DIRECTORY";
enum class Order : uint32_t { Spawn = 1, Kill = 2 };
enum class Event : uint32_t { Ready = 1, Spawned = 2, Died = 3 };
struct OrderMessage {
  uint32_t order;
  uint32_t filterLength;  // instructions of the seccomp program, 0 = none
  uint32_t firstLane;     // Spawn: the lane the worker waits for first
};
struct EventMessage {
  uint32_t event;
  int32_t waitStatus;  // for Died
};

}  // namespace covolve::abi

// What a harness (generated for one target) offers to the worker.
extern "C" {
struct CovolveObservations {  // a growing buffer owned by the worker; bytes beyond capacity are dropped and
                              // `full` set
  uint8_t* bytes;
  uint64_t size;
  uint64_t capacity;
  bool wanted;
  bool full;
  uint32_t*
      startedActions;  // the harness stores here how many actions it has begun, so that a death tells where
};
struct CovolveTestResult {
  uint32_t outcome;
  uint32_t executedActions;
};
/// Interprets one test. Never lets an exception out. Observations as described in harness.h.
CovolveTestResult covolve_run_test(const uint8_t* bytes, uint64_t size, CovolveObservations* observations);
}
