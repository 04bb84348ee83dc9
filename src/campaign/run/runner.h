// Executes one planned run to its end, whatever happens to it, and reads what
// came of it from its covolve.json.
#pragma once

#include <atomic>
#include <filesystem>
#include <vector>

#include "campaign/run/run.h"

namespace covolve::campaign {

/// What went wrong with the run is in the record; an Error is no fault of the run, but of this machine (a
/// full disk), where no other would do better. Processors: those it may use; empty: all. When `stop` becomes
/// true the run is ended at once (its record says so).
Result<RunRecord> executeRun(const PlannedRun& run, const Provenance& provenance,
                             const std::vector<unsigned>& processors, const std::atomic<bool>& stop);

/// This machine and this program.
Result<Provenance> provenanceHere();

/// As files, between the machines of a cluster.
std::string toJson(const RunRecord& record);
Result<RunRecord> recordFromJson(const std::string& text);
std::string toJson(const PlannedRun& run);
Result<PlannedRun> plannedRunFromJson(const std::string& text);

}  // namespace covolve::campaign
