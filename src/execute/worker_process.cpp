#include "execute/worker_process.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace covolve::execute {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kTick{100};
constexpr milliseconds kDeathLimit{10'000};  // a killed process is gone in no time, also on a busy machine
constexpr int kSpins = 500;

uint32_t stateOf(abi::Lane& lane) { return std::atomic_ref(lane.state).load(std::memory_order_acquire); }

/// Until the lane's state is no longer Ready, at most `limit`.
void sleepOn(abi::Lane& lane, milliseconds limit) {
  constexpr uint32_t ready = static_cast<uint32_t>(abi::LaneState::Ready);
  for (int i = 0; i < kSpins; ++i) {
    if (stateOf(lane) != ready) return;
  }
  const timespec duration{limit.count() / 1000, (limit.count() % 1000) * 1'000'000};
  // Said before the kernel looks at the state: the worker sees it, or the kernel sees that the lane is done.
  std::atomic_ref(lane.engineSleeps).store(1);
  syscall(SYS_futex, &lane.state, FUTEX_WAIT, ready, &duration, nullptr, 0);
  std::atomic_ref(lane.engineSleeps).store(0);
}

/// What a working worker changes.
struct Progress {
  uint32_t completed = 0;
  uint32_t running = 0;

  static Progress of(abi::Lane& lane) {
    return {std::atomic_ref(lane.completed).load(std::memory_order_relaxed),
            std::atomic_ref(lane.running).load(std::memory_order_relaxed)};
  }
  bool operator==(const Progress&) const = default;
};

}  // namespace

Result<WorkerProcess> WorkerProcess::start(const ForkServer::Options& options, const Sandbox& sandbox,
                                           SharedMemory& memory) {
  auto server = ForkServer::start(options, sandbox, memory);
  if (!server) return std::unexpected(server.error());
  return WorkerProcess(options, sandbox, std::move(*server));
}

Result<void> WorkerProcess::spawn(SharedMemory& memory, uint32_t lane) {
  const auto filter = sandbox_->workerFilter();
  std::copy(filter.begin(), filter.end(), memory.filter().begin());
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!server_) {
      memory.forgetRegistrations();
      auto server = ForkServer::start(options_, *sandbox_, memory);
      if (!server) return std::unexpected(server.error());
      server_ = std::move(*server);
      ++serverStarts_;
    }
    if (server_->spawn(static_cast<uint32_t>(filter.size()), lane)) break;
    server_.reset();
  }
  if (!server_) return ownError("the fork server ends as soon as it is started");
  alive_ = true;
  firstLane_ = lane;
  firstTest_ = memory.lane(lane).first;
  lanesDone_ = 0;
  ++forked_;
  return {};
}

void WorkerProcess::listen(milliseconds limit) {
  const ForkServer::News news = server_->listen(limit);
  if (news.serverGone) {
    server_.reset();
    alive_ = false;
    waitStatus_ = -1;
  } else if (news.died) {
    alive_ = false;
    waitStatus_ = *news.died;
  }
}

void WorkerProcess::end() {
  if (!alive_) return;
  if (server_->kill()) listen(kDeathLimit);
  if (alive_) server_.reset();  // it does not answer: end it and all it has started
  alive_ = false;
}

WorkerProcess::End WorkerProcess::watch(SharedMemory& memory, uint32_t index, milliseconds hangLimit) {
  abi::Lane& lane = memory.lane(index);
  Progress last = Progress::of(lane);
  auto lastChange = Clock::now();
  for (;;) {
    // First, as it costs no system call: most of the time the worker is ahead.
    if (stateOf(lane) == static_cast<uint32_t>(abi::LaneState::Done)) {
      ++lanesDone_;
      return End::LaneDone;
    }
    if (!alive_) return End::Died;
    listen(milliseconds{0});
    if (!alive_) continue;  // it may have finished the lane before
    if (stateOf(lane) == static_cast<uint32_t>(abi::LaneState::Interrupted)) {
      listen(std::min(kTick, hangLimit));  // the report is on its way
      if (!alive_) continue;
    } else {
      sleepOn(lane, std::min(kTick, hangLimit));
    }
    const Progress now = Progress::of(lane);
    if (now != last) {
      last = now;
      lastChange = Clock::now();
    } else if (Clock::now() - lastChange > hangLimit) {
      end();
      return stateOf(lane) == static_cast<uint32_t>(abi::LaneState::Done) ? End::LaneDone : End::Hung;
    }
  }
}

}  // namespace covolve::execute
