// Runs as tasks of Slurm job arrays. The campaign's folder is on a file system
// that all nodes share: tasks read what to run from it and leave their results
// in it, a file each; this process gathers them. Slurm schedules, limits,
// requeues after a node failed; nothing of that is done here.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "campaign/engine/engine.h"

namespace covolve::campaign {

/// How often this process looks, and how patient it is.
struct SlurmPace {
  std::chrono::milliseconds scan{1000};        // between looks for results
  std::chrono::milliseconds queue{5000};       // between questions to Slurm
  std::chrono::milliseconds grace{60'000};     // a result may need so long to be seen on a shared file system
  std::chrono::milliseconds silence{600'000};  // Slurm may be without answer so long
};

/// An Error if there is no sbatch or no controller answers.
Result<std::unique_ptr<Engine>> makeSlurm(const std::filesystem::path& folder,
                                          const std::filesystem::path& covolve, const RunNeeds& needs,
                                          const std::vector<std::string>& options,
                                          const SlurmPace& pace = {});

/// What a task of the array does on its node: `covolve campaign-task BATCH`.
Result<void> runSlurmTask(const std::filesystem::path& batch);

}  // namespace covolve::campaign
