// Brings a campaign to its end: gives an engine the runs that have no result
// yet and stores what comes of them, one by one.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "campaign/engine/engine.h"
#include "campaign/run/run.h"
#include "campaign/store/store.h"

namespace covolve::campaign {

struct Tally {
  uint64_t planned = 0;
  uint64_t finished = 0;
  uint64_t failed = 0;
  uint64_t running = 0;

  uint64_t left() const { return planned - finished - failed; }
};

struct CampaignProgress {
  Tally all;
  std::vector<std::pair<std::string, Tally>> configurations;  // in the plan's order
  double seconds = 0;                                         // of this sitting
  std::optional<double> secondsLeft;                          // once a run of this sitting is done
};

struct Conduct {
  const std::vector<PlannedRun>& runs;
  Store& store;
  Engine& engine;
  bool retryFailed = false;
  const std::atomic<bool>& stop;
  std::function<void(const CampaignProgress&)> onProgress;
};

/// Until every run has a result or `stop` is set. An Error (of the store, of the engine) ends it, too; what
/// was stored before is kept in any case.
Result<CampaignProgress> conduct(const Conduct& what);

}  // namespace covolve::campaign
