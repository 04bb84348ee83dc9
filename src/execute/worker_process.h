// The current worker: forked when one is needed, watched while it works on a
// lane, ended when it hangs. Restarts the fork server should that be gone.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "execute/fork_server.h"
#include "execute/sandbox.h"
#include "execute/shared_memory.h"

namespace covolve::execute {

class WorkerProcess {
 public:
  enum class End { LaneDone, Died, Hung };

  static Result<WorkerProcess> start(const ForkServer::Options& options, const Sandbox& sandbox,
                                     SharedMemory& memory);

  bool isAlive() const { return alive_; }
  /// Forks a worker that begins with this lane, whose header is ready.
  Result<void> spawn(SharedMemory& memory, uint32_t lane);
  /// Until the lane is done or the worker is dead. Without progress for `hangLimit` the worker is ended.
  End watch(SharedMemory& memory, uint32_t lane, std::chrono::milliseconds hangLimit);
  void end();
  /// Was this the first test this worker ever ran, so that no other can have spoilt it?
  bool isFirstTest(uint32_t lane, uint32_t test) const {
    return lanesDone_ == 0 && lane == firstLane_ && test == firstTest_;
  }
  /// Of the last worker that died; -1 when it could not be forked or its end is unknown.
  int waitStatus() const { return waitStatus_; }
  uint64_t forked() const { return forked_; }
  uint64_t serverStarts() const { return serverStarts_; }

 private:
  WorkerProcess(ForkServer::Options options, const Sandbox& sandbox, ForkServer server)
      : options_(std::move(options)), sandbox_(&sandbox), server_(std::move(server)) {}
  void listen(std::chrono::milliseconds limit);

  ForkServer::Options options_;
  const Sandbox* sandbox_;
  std::optional<ForkServer> server_;  // none: gone
  bool alive_ = false;
  int waitStatus_ = -1;
  uint32_t firstLane_ = 0;
  uint32_t firstTest_ = 0;
  uint32_t lanesDone_ = 0;
  uint64_t forked_ = 0;
  uint64_t serverStarts_ = 1;
};

}  // namespace covolve::execute
