// Where runs are executed. An engine is given runs and reports, in any order,
// which began and what came of them; it knows nothing of definitions, stores or
// statistics.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "campaign/run/run.h"

namespace covolve::campaign {

struct Event {
  RunKey key;
  std::optional<RunRecord> record;  // absent: the run began
};

class Engine {
 public:
  virtual ~Engine() = default;

  /// "2 runs at a time on this machine", for the user.
  virtual std::string description() const = 0;
  /// Runs that an earlier process of ours gave to a scheduler which still has them, or has results of. They
  /// must not be submitted again; their events come with poll().
  virtual Result<std::vector<RunKey>> adopt() = 0;
  /// Does not wait for them.
  virtual Result<void> submit(std::vector<PlannedRun> runs) = 0;
  /// What happened since the last call; waits at most so long for something to happen.
  virtual Result<std::vector<Event>> poll(std::chrono::milliseconds atMost) = 0;
  /// Called after the events' records are stored safely: whatever the engine keeps of those runs may go.
  virtual void forget(const std::vector<RunKey>& stored) = 0;
  /// The user wants to stop: runs in flight are ended, nothing is left behind.
  virtual void cancel() = 0;
};

}  // namespace covolve::campaign
