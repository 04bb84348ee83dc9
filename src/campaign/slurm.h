// Runs as tasks of Slurm job arrays. The campaign's folder is on a file system
// that all nodes share: tasks read what to run from it and leave their results
// in it, a file each; this process gathers them. Slurm schedules, limits,
// requeues after a node failed; nothing of that is done here.
#pragma once

#include <filesystem>
#include <memory>

#include "campaign/engine.h"

namespace covolve::campaign {

/// An Error if there is no sbatch or no controller answers.
Result<std::unique_ptr<Engine>> makeSlurm(const std::filesystem::path& folder,
                                          const std::filesystem::path& covolve, const RunNeeds& needs,
                                          const std::vector<std::string>& options);

/// What a task of the array does on its node: `covolve campaign-task BATCH`.
Result<void> runSlurmTask(const std::filesystem::path& batch);

}  // namespace covolve::campaign
