#include <fmt/format.h>
#include <stdlib.h>

#include <charconv>
#include <string_view>
#include <thread>

#include "base/files.h"
#include "base/interrupt.h"
#include "campaign/engine/slurm.h"
#include "campaign/engine/slurm_batch.h"
#include "campaign/run/provenance_book.h"
#include "campaign/run/runner.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

std::optional<size_t> taskNumber() {
  const char* text = getenv("SLURM_ARRAY_TASK_ID");
  if (text == nullptr) return std::nullopt;
  size_t number = 0;
  const std::string_view digits = text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

/// Slurm ends a task by a signal to all its processes, in no order: the run may have failed of it before we
/// know. Such a task is requeued or unwanted; either way this is not the run's result.
bool isEndedBySlurm(const RunRecord& record) {
  for (int i = 0; i < 10 && record.failed() && !interruptRequested(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return record.failed() && interruptRequested();
}

}  // namespace

Result<void> runSlurmTask(const fs::path& batch) {
  const auto task = taskNumber();
  if (!task) return userError("campaign-task is for Slurm, which sets SLURM_ARRAY_TASK_ID");
  const auto run = taskOf(batch, *task);
  if (!run) return std::unexpected(run.error());
  // A task that is started again after its node failed may have been done already.
  std::error_code ignored;
  if (isTaskClosed(batch, *task) || fs::exists(resultFile(batch, *task), ignored)) return {};
  const auto provenance = provenanceHere();
  if (!provenance) return std::unexpected(provenance.error());
  installInterruptHandler();
  const auto record = executeRun(*run, ProvenanceBook(*provenance).of(*run), {}, interruptRequested());
  if (!record) return std::unexpected(record.error());
  if (isEndedBySlurm(*record)) return userError("Slurm ended the task");
  return replaceFile(resultFile(batch, *task), toJson(*record));
}

}  // namespace covolve::campaign
