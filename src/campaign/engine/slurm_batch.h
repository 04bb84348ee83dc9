// The folder of one job array, shared by the process that submitted it, the
// tasks on their nodes, and a later process that takes over:
//   tasks.jsonl      a run a line, written before the array is submitted
//   job              Slurm's number for the array, written after that
//   result-3.json    what came of task 3; appears by a rename
//   log-3.txt        what task 3 printed
//   closed-3         nobody waits for task 3 any more
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "campaign/run/run.h"

namespace covolve::campaign {

class SlurmBatch {
 public:
  /// A new folder in `parent`.
  static Result<SlurmBatch> create(const std::filesystem::path& parent, const std::vector<PlannedRun>& runs);
  static Result<SlurmBatch> open(const std::filesystem::path& folder);
  /// Whether its process was killed before it had anything to submit. No, as long as that is not sure.
  static bool isUnborn(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  const std::vector<RunKey>& keys() const { return keys_; }
  /// Unique among the user's jobs.
  std::string jobName() const;

  const std::optional<std::string>& job() const { return job_; }
  Result<void> setJob(const std::string& job);

  /// Numbers of the tasks that have a result.
  std::vector<size_t> results() const;
  bool hasResult(size_t task) const;
  /// What went wrong with reading it is in the record.
  RunRecord result(size_t task) const;
  /// For a task that ended without a result.
  RunRecord vanished(size_t task) const;

  bool isClosed(size_t task) const;
  void close(size_t task) const;
  void remove() const;

 private:
  SlurmBatch(std::filesystem::path folder, std::vector<RunKey> keys)
      : folder_(std::move(folder)), keys_(std::move(keys)) {}
  RunRecord failedRecord(size_t task, const std::string& failure) const;

  std::filesystem::path folder_;
  std::vector<RunKey> keys_;
  std::optional<std::string> job_;
};

/// The run of a task.
Result<PlannedRun> taskOf(const std::filesystem::path& batch, size_t task);
std::filesystem::path resultFile(const std::filesystem::path& batch, size_t task);
bool isTaskClosed(const std::filesystem::path& batch, size_t task);

}  // namespace covolve::campaign
