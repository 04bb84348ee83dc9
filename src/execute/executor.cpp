#include "execute/executor.h"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstring>

#include "execute/result_reader.h"

namespace covolve::execute {

namespace {

constexpr uint32_t kFruitlessAllowed = 5;

void setState(abi::Lane& lane, abi::LaneState state) {
  std::atomic_ref(lane.state).store(static_cast<uint32_t>(state));
}

bool isDone(abi::Lane& lane) {
  return std::atomic_ref(lane.state).load(std::memory_order_acquire) ==
         static_cast<uint32_t>(abi::LaneState::Done);
}

bool isSame(const abi::KnownDeath& a, const abi::KnownDeath& b) {
  return a.ending == b.ending && a.signal == b.signal && a.lastBlock == b.lastBlock && a.place == b.place;
}

/// The worker can tell of these while it still runs, and memory is whole.
bool canBeSurvived(uint32_t ending) {
  switch (static_cast<abi::Ending>(ending)) {
    case abi::Ending::Signal:
    case abi::Ending::Exit:
    case abi::Ending::Terminate:
    case abi::Ending::OutOfSteps:
    case abi::Ending::OutOfMemory:
    case abi::Ending::BeyondMemory:
    case abi::Ending::StackOverflow:
      return true;
    default:
      return false;
  }
}

/// A stack overflows wherever its last frame happens to be: only what calls itself, round some corners, is to
/// blame.
void keepRecursion(std::span<const uint64_t> functions, Death& death) {
  const auto recurs = [&](uint64_t function) {
    return function != 0 && std::ranges::count(functions, function) > 1;
  };
  std::vector<uint64_t> frames;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (!recurs(functions[i])) continue;
    frames.push_back(death.frames[i]);
    death.recursion.push_back(functions[i]);
  }
  if (frames.empty()) return;
  death.frames = std::move(frames);
  std::ranges::sort(death.recursion);
  const auto rest = std::ranges::unique(death.recursion);
  death.recursion.erase(rest.begin(), rest.end());
}

std::vector<abi::SitePlace> placesOf(const SiteTable& sites) {
  std::vector<abi::SitePlace> places;
  uint32_t function = abi::kNoSite;  // the one whose sites follow
  for (uint32_t i = 0; i < sites.size(); ++i) {
    if (sites[i].kind == abi::SiteKind::Function) function = i;
    const bool belongs = function != abi::kNoSite && sites[function].function == sites[i].function;
    places.push_back({belongs ? function : i, sites[i].line});
  }
  return places;
}

/// Another core wrote the results: while one is read, those some way behind it are on their way over here.
void fetchAhead(std::span<const uint8_t> output, size_t at, size_t bytes) {
  constexpr size_t kAhead = 2048;
  constexpr size_t kLine = 64;
  const size_t end = std::min(at + kAhead + bytes, output.size());
  for (size_t line = at + kAhead; line < end; line += kLine) __builtin_prefetch(output.data() + line);
}

void wake(abi::Lane& lane) {
  if (std::atomic_ref(lane.workerSleeps).load() == 0) return;
  syscall(SYS_futex, &lane.state, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

}  // namespace

Result<Executor> Executor::start(const std::filesystem::path& harness, const Sandbox& sandbox,
                                 ExecutorOptions options) {
  auto made = SharedMemory::make();
  if (!made) return std::unexpected(made.error());
  auto memory = std::make_unique<SharedMemory>(std::move(*made));
  ForkServer::Options serverOptions;
  serverOptions.harness = harness;
  serverOptions.heapLimit = options.heapLimit;
  serverOptions.descriptors = options.descriptors;
  auto worker = WorkerProcess::start(serverOptions, sandbox, *memory);
  if (!worker) return std::unexpected(worker.error());
  auto sites = SiteTable::parse(memory->siteText());
  if (!sites) return std::unexpected(sites.error());
  if (sites->size() != memory->header().siteCount) {
    return ownError(fmt::format("the harness registered {} sites but described {}",
                                memory->header().siteCount, sites->size()));
  }
  return Executor(std::move(options), std::move(memory), std::move(*worker), std::move(*sites));
}

Executor::Executor(ExecutorOptions options, std::unique_ptr<SharedMemory> memory, WorkerProcess worker,
                   SiteTable sites)
    : options_(std::move(options)),
      memory_(std::move(memory)),
      worker_(std::move(worker)),
      sites_(std::move(sites)),
      places_(placesOf(sites_)),
      earlySteps_(options_.stepsPerTest) {}

ExecutorStatistics Executor::statistics() const {
  ExecutorStatistics statistics = statistics_;
  statistics.workers = worker_.forked();
  statistics.serverStarts = worker_.serverStarts();
  return statistics;
}

bool Executor::add(std::span<const uint8_t> test, Steps steps) {
  if (memory_->laneInput(nextLane_).size() - addedBytes_ < sizeof(uint32_t) + test.size()) return false;
  std::ranges::copy(test, room().begin());
  addWritten(test.size(), steps);
  return true;
}

/// Behind the length, which stands ahead of each test.
std::span<uint8_t> Executor::room() {
  assert(hasFreeLane());
  const std::span<uint8_t> left = memory_->laneInput(nextLane_).subspan(addedBytes_);
  return left.subspan(std::min(left.size(), sizeof(uint32_t)));
}

void Executor::addWritten(size_t bytes, Steps steps) {
  const auto marked = static_cast<uint32_t>(bytes) | (steps == Steps::InFull ? abi::kInFull : 0);
  memcpy(memory_->laneInput(nextLane_).data() + addedBytes_, &marked, sizeof marked);
  addedBytes_ += sizeof marked + bytes;
  ++addedTests_;
}

Result<void> Executor::submit(bool observe) {
  assert(hasFreeLane());
  if (addedTests_ == 0) return {};
  Batch& batch = batches_[nextLane_];
  batch.testCount = std::exchange(addedTests_, 0);
  batch.inputBytes = std::exchange(addedBytes_, 0);
  batch.observe = observe;
  batch.recordTexts = recordTexts_;
  batch.earlySteps = earlySteps_;
  batch.slowLoops = slowLoops_;
  batch.watched = watched_.snapshot(sites_.size());
  batch.parsedBytes = 0;
  batch.executions.clear();
  batch.deaths.clear();
  batch.operands.clear();
  batch.texts.clear();
  batch.thrown.clear();
  batch.trails.clear();
  batch.touchedAside.clear();
  batch.outputAside.clear();
  memory_->lane(nextLane_).completed = 0;
  arm(nextLane_, batch.testCount, options_.recoveriesPerWorker);
  const uint32_t lane = std::exchange(nextLane_, (nextLane_ + 1) % abi::kLaneCount);
  inFlight_.push_back(lane);
  // With an older batch on its way, a death is settled when that one is collected.
  if (!worker_.isAlive() && inFlight_.size() == 1) return spawn(lane);
  return {};
}

/// Forks a worker. It gets a fresh copy of the known deaths and of the number of sites: the code under test
/// can write there.
Result<void> Executor::spawn(uint32_t lane) {
  abi::KnownDeaths& table = memory_->knownDeaths();
  for (size_t i = 0; i < known_.size(); ++i) table.entries[i] = known_[i].key;
  table.count = static_cast<uint32_t>(known_.size());
  memory_->header().siteCount = static_cast<uint32_t>(sites_.size());
  std::ranges::copy(places_, memory_->places().begin());
  return worker_.spawn(*memory_, lane);
}

/// Hands the tests behind those that have a result, up to `end`, to the worker.
void Executor::arm(uint32_t index, uint32_t end, uint32_t recoveries) {
  const Batch& batch = batches_[index];
  abi::Lane& lane = memory_->lane(index);
  const uint32_t first = static_cast<uint32_t>(batch.executions.size());
  lane.testCount = end;
  lane.observe = batch.observe ? 1 : 0;
  lane.first = first;
  lane.completed = first;
  lane.running = abi::kNoTest;
  lane.inputBytes = batch.inputBytes;
  lane.outputBytes = batch.parsedBytes;
  lane.stepsPerTest = batch.earlySteps;
  lane.stepsInFull = options_.stepsPerTest;
  lane.slowLoopCount =
      static_cast<uint32_t>(std::min<size_t>(batch.slowLoops.size(), abi::kMaximumSlowLoops));
  std::copy_n(batch.slowLoops.begin(), lane.slowLoopCount, lane.slowLoops);
  lane.outputFull = 0;
  lane.testsPerWorker = statistics_.processPerTest ? 1 : options_.testsPerWorker;
  lane.recoveriesPerWorker = recoveries;
  lane.recordTexts = batch.recordTexts ? 1 : 0;
  lane.watches = batch.watched != nullptr ? 1 : 0;
  // Each time anew: the code under test can write there.
  if (batch.watched) std::ranges::copy(*batch.watched, memory_->laneWatched(index).begin());
  setState(lane, abi::LaneState::Ready);
  wake(lane);
}

/// No worker is running: every batch that is not done gets ready for the next one.
void Executor::armAll() {
  for (const uint32_t index : inFlight_) {
    Batch& batch = batches_[index];
    if (isDone(memory_->lane(index))) continue;
    takeResults(index);
    arm(index, batch.testCount, options_.recoveriesPerWorker);
  }
}

Result<std::span<const Execution>> Executor::collect() {
  assert(hasSubmitted());
  const uint32_t index = inFlight_.front();
  Batch& batch = batches_[index];
  while (batch.executions.size() < batch.testCount) {
    if (!worker_.isAlive() && !isDone(memory_->lane(index))) {
      armAll();
      if (auto spawned = spawn(index); !spawned) return std::unexpected(spawned.error());
    }
    const WorkerProcess::End end = worker_.watch(*memory_, index, options_.hangLimit);
    const size_t before = batch.executions.size();
    const bool whole = takeResults(index);
    if (batch.executions.size() > before) fruitless_ = 0;
    if (end == WorkerProcess::End::LaneDone && whole && batch.executions.size() == batch.testCount) break;
    Result<void> settled;
    if (end == WorkerProcess::End::LaneDone) {
      const bool full = whole && memory_->lane(index).outputFull != 0;
      worker_.end();
      if (full) setOutputAside(index);
      if (!full || batch.executions.size() == before) settled = countFruitless(index);
      setState(memory_->lane(index), abi::LaneState::Idle);
    } else {
      settled = settleDeath(index, end == WorkerProcess::End::Hung);
    }
    if (!settled) return std::unexpected(settled.error());
  }
  setState(memory_->lane(index), abi::LaneState::Done);
  inFlight_.pop_front();
  statistics_.tests += batch.testCount;
  return std::span<const Execution>(batch.executions);
}

/// Whole results, counted by `completed`; false when they do not look like the worker's. The code under test
/// can write to this memory, so nothing in it is believed.
bool Executor::takeResults(uint32_t index) {
  Batch& batch = batches_[index];
  const std::span<const uint8_t> output = memory_->laneOutput(index);
  const uint32_t completed = std::atomic_ref(memory_->lane(index).completed).load(std::memory_order_acquire);
  if (completed > batch.testCount) return false;
  RawResult result;
  while (batch.executions.size() < completed) {
    if (!readResult(output.subspan(batch.parsedBytes), sites_.size(), result)) return false;
    const abi::ResultHeader& header = result.header;
    const Death* death = nullptr;
    if (header.outcome == static_cast<uint32_t>(abi::Outcome::Died)) {
      abi::DiedRecord record;
      if (result.observations.size() != sizeof record) return false;
      memcpy(&record, result.observations.data(), sizeof record);
      death = survivedDeath(batch, record);
      if (death == nullptr) return false;
    }
    Execution& execution = batch.executions.emplace_back();
    execution.death = death;
    if (death == nullptr) {
      execution.outcome = static_cast<abi::Outcome>(header.outcome);
      execution.observations = result.observations;
    }
    execution.executedActions = header.executedActions;
    execution.steps = header.steps;
    execution.touched = result.touched;
    execution.trail = result.trail;
    if (header.operandCount != 0)
      execution.operands = copyOperands(result.operands, sites_.size(), batch.operands);
    if (header.textCount != 0) execution.texts = copyTexts(result.texts, batch.texts);
    if (header.thrownCount != 0) keepThrown(result.thrown, batch, execution);
    fetchAhead(output, batch.parsedBytes, result.bytes);
    batch.parsedBytes += result.bytes;
  }
  return true;
}

void Executor::keepThrown(std::span<const uint8_t> records, Batch& batch, Execution& execution) {
  const std::span<abi::ThrownCall> thrown = copyThrown(records, execution.executedActions, batch.thrown);
  for (abi::ThrownCall& call : thrown) {
    if (call.callSite >= sites_.size()) call.callSite = abi::kNoSite;
    call.type = believedType(call.type);
  }
  execution.thrown = thrown;
}

/// The hash if its name is known or can be found.
uint32_t Executor::believedType(uint32_t hash) {
  if (hash == 0 || exceptionTypes_.contains(hash)) return hash;
  std::string name = findExceptionType(memory_->exceptionTypes(), hash);
  if (name.empty()) return 0;
  exceptionTypes_.emplace(hash, std::move(name));
  return hash;
}

std::string Executor::exceptionType(uint32_t hash) const {
  const auto known = exceptionTypes_.find(hash);
  return known != exceptionTypes_.end() ? known->second : "";
}

/// nullptr when there is no such known death.
const Death* Executor::survivedDeath(Batch& batch, const abi::DiedRecord& record) {
  if (record.known >= known_.size()) return nullptr;
  const Known& known = known_[record.known];
  if (record.ending != known.key.ending || record.signal != known.key.signal ||
      record.lastBlock != known.key.lastBlock) {
    return nullptr;
  }
  ++statistics_.deaths;
  ++statistics_.deathsBy[known.death.ending];
  ++statistics_.recoveries;
  if (record.exitStatus == known.death.exitStatus) return &known.death;
  Death& death = batch.deaths.emplace_back(known.death);
  death.exitStatus = record.exitStatus;
  return &death;
}

/// The lane is full: its results move, and the rest of the tests start with an empty output.
void Executor::setOutputAside(uint32_t index) {
  Batch& batch = batches_[index];
  const uint8_t* from = memory_->laneOutput(index).data();
  const uint8_t* to = batch.outputAside.emplace_back(from, from + batch.parsedBytes).data();
  for (Execution& execution : batch.executions) {
    const auto* touched = reinterpret_cast<const uint8_t*>(execution.touched.data());
    if (touched >= from && touched < from + abi::kLaneOutputCapacity) {
      execution.touched = {reinterpret_cast<const abi::TouchedSite*>(to + (touched - from)),
                           execution.touched.size()};
      if (!execution.trail.empty()) {
        const auto* trail = reinterpret_cast<const uint8_t*>(execution.trail.data());
        execution.trail = {reinterpret_cast<const abi::TrailNote*>(to + (trail - from)),
                           execution.trail.size()};
      }
      if (execution.observations.empty()) continue;
      execution.observations = {to + (execution.observations.data() - from), execution.observations.size()};
    }
  }
  batch.parsedBytes = 0;
}

/// The worker is dead before the lane was done.
Result<void> Executor::settleDeath(uint32_t index, bool hung) {
  const uint32_t running = memory_->lane(index).running;
  // Between two tests nobody is to blame: most likely the worker has ended itself to be replaced.
  if (running != batches_[index].executions.size()) return countFruitless(index);
  return settleTest(index, running, hung);
}

Result<void> Executor::settleTest(uint32_t index, uint32_t test, bool hung) {
  Batch& batch = batches_[index];
  abi::Lane& lane = memory_->lane(index);
  const abi::KnownDeath first = readKey();
  // A hang is confirmed in any case: the machine may have been busy with something else.
  if (hung || !worker_.isFirstTest(index, test)) {
    for (const uint32_t other : inFlight_) {
      if (other != index && !isDone(memory_->lane(other))) {
        takeResults(other);
        setState(memory_->lane(other), abi::LaneState::Idle);
      }
    }
    arm(index, test + 1, 0);
    if (auto spawned = spawn(index); !spawned) return spawned;
    const WorkerProcess::End end = worker_.watch(*memory_, index, options_.hangLimit);
    takeResults(index);
    hung = end == WorkerProcess::End::Hung;
    const bool survived = batch.executions.size() > test;
    if (survived) {
      worker_.end();
      setState(lane, abi::LaneState::Idle);
      batch.executions.back().unstable = true;
      ++statistics_.unstable;
      distrusted_.push_back(first);  // few: after some in a row every test gets its own process
      if (++unstableInARow_ > options_.unstableInARow) statistics_.processPerTest = true;
      return {};
    }
    if (end == WorkerProcess::End::LaneDone || lane.running != test) {
      worker_.end();
      setState(lane, abi::LaneState::Idle);
      return countFruitless(index);
    }
  }
  unstableInARow_ = 0;
  fruitless_ = 0;
  Death death = readDeath(hung);
  if (!hung) learn(readKey(), death);
  addDeath(index, std::move(death));
  return {};
}

/// A worker that ended without a test to blame. Time and again at the same test: then it is that test's doing
/// after all, or no worker can be kept running.
Result<void> Executor::countFruitless(uint32_t index) {
  if (++fruitless_ <= kFruitlessAllowed) return {};
  const int status = worker_.waitStatus();
  if (status == -1) return ownError("the fork server cannot fork workers any more");
  if (memory_->lane(index).running == abi::kNoTest && batches_[index].executions.empty() &&
      statistics_.tests == 0) {
    return ownError(fmt::format("workers end before they run a test (wait status {:#x})", status));
  }
  fruitless_ = 0;
  Death death;
  death.ending = abi::Ending::HeapCorruption;
  death.text = "the memory shared with covolve was overwritten";
  addDeath(index, std::move(death));
  return {};
}

Death Executor::readDeath(bool hung) {
  const abi::Shared& shared = memory_->header();
  Death death;
  if (shared.ending <= static_cast<uint32_t>(abi::Ending::HeapCorruption)) {
    death.ending = static_cast<abi::Ending>(shared.ending);
  }
  death.signal = shared.signal;
  death.exitStatus = shared.exitStatus;
  const uint32_t frames = std::min(shared.frameCount, abi::kMaximumFrames);
  death.frames.assign(shared.frames, shared.frames + frames);
  if (death.ending == abi::Ending::StackOverflow) keepRecursion({shared.functions, frames}, death);
  death.text.assign(shared.text, strnlen(shared.text, sizeof shared.text));
  death.lastBlock = shared.lastBlock < sites_.size() ? shared.lastBlock : abi::kNoSite;
  if (death.ending != abi::Ending::None) return death;
  // It had no chance to say more: the wait status tells.
  const int status = worker_.waitStatus();
  if (hung) {
    death.ending = abi::Ending::OutOfTime;
  } else if (status != -1 && WIFEXITED(status)) {
    death.ending = abi::Ending::Exit;
    death.exitStatus = WEXITSTATUS(status);
  } else {
    death.ending = abi::Ending::Signal;
    death.signal = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
  }
  return death;
}

abi::KnownDeath Executor::readKey() const {
  const abi::Shared& shared = std::as_const(*memory_).header();
  return {shared.ending, shared.signal, shared.lastBlock, 0, shared.place};
}

/// Confirmed: from now on workers survive it.
void Executor::learn(const abi::KnownDeath& key, const Death& death) {
  if (!canBeSurvived(key.ending) || known_.size() == abi::kMaximumKnownDeaths) return;
  const auto isIt = [&](const abi::KnownDeath& other) { return isSame(key, other); };
  const auto keyOf = [](const Known& known) -> const abi::KnownDeath& { return known.key; };
  if (std::ranges::any_of(known_, isIt, keyOf) || std::ranges::any_of(distrusted_, isIt)) return;
  known_.push_back({key, death});
}

void Executor::addDeath(uint32_t index, Death death) {
  Batch& batch = batches_[index];
  ++statistics_.deaths;
  ++statistics_.deathsBy[death.ending];
  Execution execution;
  execution.death = &batch.deaths.emplace_back(std::move(death));
  execution.executedActions = memory_->lane(index).startedActions;
  auto& touched = batch.touchedAside.emplace_back();
  const auto states = memory_->states();
  for (const uint32_t site : memory_->touched()) {
    if (site < states.size() && site < sites_.size()) {
      touched.push_back({site, 0, states[site].toTrue, states[site].toFalse});
    }
  }
  execution.touched = touched;
  readRecordsOfDead(batch, execution);
  batch.executions.push_back(execution);
}

/// As the worker would have written them, had it survived.
void Executor::readRecordsOfDead(Batch& batch, Execution& execution) {
  const auto asBytes = [](const auto& records) {
    const auto bytes = std::as_bytes(std::span(records));
    return std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  };
  if (batch.watched) {
    std::vector<abi::Operands> kept;
    for (const abi::TouchedSite& touch : execution.touched) {
      if (((*batch.watched)[touch.site] & (abi::kWatchTrue | abi::kWatchFalse)) == 0) continue;
      const abi::Operands operands = memory_->operands()[touch.site];
      const bool isKept = operands.kind != static_cast<uint8_t>(abi::OperandKind::None);
      if (isKept && kept.size() < abi::kMaximumOperands) kept.push_back(operands);
    }
    execution.operands = copyOperands(asBytes(kept), sites_.size(), batch.operands);
    const uint32_t made = memory_->header().trailCount;
    const std::span<abi::TrailNote> trail = batch.trails.add(std::min(made, abi::kMostTrail));
    for (uint32_t i = 0; i < trail.size(); ++i)
      trail[i] = memory_->trail()[(made - trail.size() + i) % abi::kMostTrail];
    execution.trail = trail;
  }
  if (batch.recordTexts) execution.texts = copyTexts(asBytes(memory_->texts()), batch.texts);
  keepThrown(asBytes(memory_->thrown()), batch, execution);
}

}  // namespace covolve::execute
