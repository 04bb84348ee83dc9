// Runs tests: batches in, one Execution a test out, whatever the code under
// test does to its process. Two batches can be on their way, so that the next
// is prepared while the last one runs:
//
//   executor.add(bytes) ... executor.submit(observe); ... executor.collect()
//
// A test that kills its worker is run once more, alone in a fresh one. If it
// dies again, that is its result; if not, it is called unstable: something
// before it had spoilt the process. The tests behind it go on as if nothing
// had happened. A death that was confirmed so is known from then on: the next
// test about to die that way, at that place, is dropped by the worker, which
// survives (docs/design/worker.md). Nobody sees a difference, but it is fast.
//
// Easy to get wrong: what collect() returns points into shared memory and
// holds until the submit() after the next. What is watched or recorded is a
// property of a batch, decided when it is submitted: two batches can be on
// their way, and neither sees what was asked for later.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "execute/record_store.h"
#include "execute/sandbox.h"
#include "execute/shared_memory.h"
#include "execute/site_table.h"
#include "execute/watch_set.h"
#include "execute/worker_process.h"

namespace covolve::execute {

/// How a test's process died.
struct Death {
  abi::Ending ending = abi::Ending::None;
  int signal = 0;
  int exitStatus = 0;
  std::vector<uint64_t> frames;  // return addresses, innermost first: look up each minus one
  std::string text;  // the (mangled) exception type for Terminate, a failed assertion, what befell the heap
  /// For a limit that struck in a loop: what stands for the outermost loop that did not end, if one was
  /// found.
  uint32_t lastBlock = abi::kNoSite;
  std::vector<uint64_t> recursion;  // StackOverflow: where the functions start that call each other; sorted
};

struct Execution {
  abi::Outcome outcome = abi::Outcome::Returned;  // when it did not die
  const Death* death = nullptr;
  bool unstable = false;  // died among others, not alone; the rest is from the run alone
  /// Including one that died, those that threw, and those left out because their objects were not made; 0 for
  /// a death: the harness did not tell.
  uint32_t executedActions = 0;
  std::span<const abi::ThrownCall> thrown;  // in their order, before a death too; types: exceptionType()
  uint64_t steps = 0;                       // taken, when it came to its end
  std::span<const abi::TouchedSite> touched;
  std::span<const abi::TrailNote> trail;     // of the sites watched so, before a death too
  std::span<const abi::Operands> operands;   // of the watched sites among the touched; checked
  std::span<const abi::TextOperands> texts;  // compared on the way, when asked for; checked
  std::span<const uint8_t> observations;
};

struct ExecutorOptions {
  uint64_t stepsPerTest = 10'000'000;         // probes; 0 = no limit
  std::chrono::milliseconds hangLimit{2000};  // without progress: for what the step limit does not see
  uint64_t heapLimit = uint64_t{1} << 30;     // bytes
  uint32_t testsPerWorker = 100'000;  // a worker is replaced after so many tests, whatever the clock says
  uint32_t unstableInARow = 20;       // after so many every test gets a process of its own
  uint32_t recoveriesPerWorker =
      10'000;  // also after so many survived deaths; 0: every death ends its worker
  std::map<std::string, int> descriptors = {};  // the program gets them under variables with these names
};

/// Of a test: ExecutorOptions::stepsPerTest, or what Executor::cutAfter says.
enum class Steps { InFull, CutEarly };

struct ExecutorStatistics {
  uint64_t tests = 0;
  uint64_t deaths = 0;      // of tests
  uint64_t recoveries = 0;  // of these: known ones, that cost no process
  std::map<abi::Ending, uint64_t> deathsBy;
  uint64_t workers = 0;  // forked so far
  uint64_t serverStarts = 0;
  uint64_t unstable = 0;
  bool processPerTest = false;  // too many deaths could not be reproduced
};

class Executor {
 public:
  /// The sandbox must outlive the executor.
  static Result<Executor> start(const std::filesystem::path& harness, const Sandbox& sandbox,
                                ExecutorOptions options = {});

  const SiteTable& sites() const { return sites_; }
  ExecutorStatistics statistics() const;

  /// From the next submitted batch on: results carry what these sites compared, nearest to a wanted side
  /// (abi::kWatchTrue, kWatchFalse), and every execution of them (kWatchTrail). One site, or all of them
  /// anew.
  void watch(uint32_t site, uint8_t sides) { watched_.watch(site, sides); }
  void watch(std::span<const uint8_t> bySite) { watched_.watch(bySite); }
  /// From the next submitted batch on: results carry the texts that were compared.
  void recordTexts(bool wanted) { recordTexts_ = wanted; }
  /// From the next submitted batch on: the limit of tests that do not get all steps.
  void cutAfter(uint64_t steps) { earlySteps_ = steps; }
  /// From the next submitted batch on: in these loops (Death::lastBlock) tests get all steps in any case. Of
  /// more than abi::kMaximumSlowLoops the first.
  void expectSlowLoops(std::span<const uint32_t> loops) { slowLoops_.assign(loops.begin(), loops.end()); }
  /// The mangled name of a type that some Execution named; empty for 0.
  std::string exceptionType(uint32_t hash) const;

  /// True when a batch can be prepared: fewer than two are on their way.
  bool hasFreeLane() const { return inFlight_.size() < abi::kLaneCount; }
  /// Adds a test to the batch being prepared. False when it does not fit any more: submit first. Needs a free
  /// lane.
  bool add(std::span<const uint8_t> test, Steps steps = Steps::InFull);
  /// The same in two steps, for who can write a test, which is never empty, to where the worker reads it: the
  /// room that is left, and how many bytes of it the test took.
  std::span<uint8_t> room();
  void addWritten(size_t bytes, Steps steps);
  uint32_t addedTests() const { return addedTests_; }
  /// Sends the batch being prepared on its way; nothing was added: no batch.
  Result<void> submit(bool observe);
  bool hasSubmitted() const { return !inFlight_.empty(); }
  /// Results of the oldest submitted batch, in order. An Error only when no worker can be kept running at
  /// all.
  Result<std::span<const Execution>> collect();

 private:
  struct Batch {
    uint32_t testCount = 0;
    uint64_t inputBytes = 0;
    bool observe = false;
    bool recordTexts = false;
    uint64_t earlySteps = 0;
    std::vector<uint32_t> slowLoops;
    WatchSet::Snapshot watched;
    uint64_t parsedBytes = 0;  // of the lane's output
    std::vector<Execution> executions;
    // What executions point to when it is not the lane's output.
    std::deque<Death> deaths;
    RecordStore<abi::Operands> operands;
    RecordStore<abi::TextOperands> texts;
    RecordStore<abi::ThrownCall> thrown;
    RecordStore<abi::TrailNote> trails;
    std::deque<std::vector<abi::TouchedSite>> touchedAside;
    std::deque<std::vector<uint8_t>> outputAside;
  };

  Executor(ExecutorOptions options, std::unique_ptr<SharedMemory> memory, WorkerProcess worker,
           SiteTable sites);

  /// A death that was confirmed, and what it looked like the first time.
  struct Known {
    abi::KnownDeath key;
    Death death;
  };

  void arm(uint32_t lane, uint32_t end, uint32_t recoveries);
  void armAll();
  Result<void> spawn(uint32_t lane);
  bool takeResults(uint32_t lane);
  const Death* survivedDeath(Batch& batch, const abi::DiedRecord& record);
  void setOutputAside(uint32_t lane);
  Result<void> settleDeath(uint32_t lane, bool hung);
  Result<void> settleTest(uint32_t lane, uint32_t test, bool hung);
  Result<void> countFruitless(uint32_t lane);
  Death readDeath(bool hung);
  abi::KnownDeath readKey() const;
  void learn(const abi::KnownDeath& key, const Death& death);
  void addDeath(uint32_t lane, Death death);
  void readRecordsOfDead(Batch& batch, Execution& execution);
  void keepThrown(std::span<const uint8_t> records, Batch& batch, Execution& execution);
  uint32_t believedType(uint32_t hash);

  ExecutorOptions options_;
  std::unique_ptr<SharedMemory> memory_;  // at a fixed address: executions point into it
  WorkerProcess worker_;
  SiteTable sites_;
  std::vector<abi::SitePlace> places_;  // of the sites, for the workers
  ExecutorStatistics statistics_;

  std::array<Batch, abi::kLaneCount> batches_;
  std::deque<uint32_t> inFlight_;  // lanes, oldest first
  uint32_t nextLane_ = 0;
  uint32_t addedTests_ = 0;
  uint64_t addedBytes_ = 0;
  WatchSet watched_;
  bool recordTexts_ = false;
  uint64_t earlySteps_;
  std::vector<uint32_t> slowLoops_;
  std::map<uint32_t, std::string> exceptionTypes_;  // seen so far
  uint32_t unstableInARow_ = 0;
  std::deque<Known> known_;                  // executions point into it; the workers see a copy
  std::vector<abi::KnownDeath> distrusted_;  // once a test died like this among others, but not alone
  uint32_t fruitless_ = 0;                   // workers in a row that ended without finishing a test
};

}  // namespace covolve::execute
