// What we say to Slurm's programs and how their answers are read: pure but for
// callSlurm, which runs them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "campaign/definition/definition.h"

namespace covolve::campaign {

/// An array of tasks to be submitted.
struct SlurmJob {
  std::string name;
  std::filesystem::path batch;    // its folder
  std::filesystem::path covolve;  // the program on the nodes
  size_t tasks = 0;
  RunNeeds needs;
  std::vector<std::string> options;  // the user's, after ours: the later ones count
};

std::string slurmScript(const SlurmJob& job);
/// All is said on the command line: environment variables (SBATCH_...) would win against the script.
std::vector<std::string> sbatchArguments(const SlurmJob& job, const std::filesystem::path& script);
std::vector<std::string> squeueArguments(const std::vector<std::string>& jobs);

/// "1234" or "1234;cluster".
std::optional<std::string> parseJobId(const std::string& output);
/// "[0-5,7,9-11%3]", "4": numbers of tasks.
std::vector<size_t> parseTaskList(const std::string& text);
/// Of `scontrol show config`.
std::optional<size_t> parseMaxArraySize(const std::string& output);

enum class TaskState { Waiting, Running, Over };

/// PENDING, RUNNING, COMPLETED... A task that was taken off its node counts as waiting: Slurm starts it
/// again.
TaskState parseState(const std::string& state);

/// By job and number of the task.
using TaskStates = std::map<std::string, std::map<size_t, TaskState>>;
TaskStates parseQueue(const std::string& output);

/// Slurm's own words without the program's name before them, in one line.
std::string slurmWords(const std::string& errors);
/// Whether sbatch refused because there is too much already, which passes.
bool isLimit(const std::string& words);

/// Standard output of one of Slurm's programs, or an Error with Slurm's words.
Result<std::string> callSlurm(const std::vector<std::string>& command);

}  // namespace covolve::campaign
