#include "campaign/run/runner.h"

#include <fmt/format.h>
#include <sched.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/files.h"
#include "base/process.h"
#include "campaign/run/claimed_directory.h"
#include "campaign/run/descendants.h"
#include "campaign/run/disk_room.h"
#include "campaign/run/failure_text.h"
#include "campaign/run/file_hash.h"
#include "campaign/run/output_place.h"
#include "campaign/run/processors.h"
#include "campaign/run/run_output.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr int kFaultsFound = 3;  // of --fail-on-fault: a result like any other
constexpr size_t kOutputLimit = 1 << 16;

std::string nowInUtc() {
  const time_t now = ::time(nullptr);
  tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string durationText(std::chrono::seconds duration) {
  const auto seconds = duration.count();
  if (seconds % 3600 == 0) return fmt::format("{}h", seconds / 3600);
  if (seconds % 60 == 0) return fmt::format("{}m", seconds / 60);
  return fmt::format("{}s", seconds);
}

std::vector<std::string> withOutput(std::vector<std::string> command, const fs::path& output) {
  const auto place = std::ranges::find(command, "--");
  command.insert(place, {"--output", output.string()});
  return command;
}

/// Empty when it went well.
std::string failureOf(const Completed& completed, const PlannedRun& run) {
  if (completed.stopped) return "it was stopped";
  if (completed.timedOut) return fmt::format("it took longer than {}", durationText(run.needs.timeout));
  if (completed.signal != 0) {
    const char* name = sigdescr_np(completed.signal);
    return fmt::format("it was ended by signal {} ({})", completed.signal,
                       name == nullptr ? "unknown" : name);
  }
  if (completed.status == 0 || completed.status == kFaultsFound) return {};
  return failureText(completed.status, completed.errors);
}

/// What came of a run that was executed: an Error if it failed.
using Outcome = Result<void>;

Outcome executeIn(const ClaimedDirectory& scratch, const PlannedRun& run,
                  const std::vector<unsigned>& processors, const std::atomic<bool>& stop, RunRecord& record) {
  auto output = OutputPlace::make(run.output, run.keep, scratch.path());
  if (!output) return std::unexpected(output.error());

  const ProcessorSet allowed = processorSet(processors);
  const auto begin = std::chrono::steady_clock::now();
  const auto completed = covolve::run({.arguments = withOutput(run.command, output->path()),
                                       .directory = run.directory,
                                       .environment = {{"TMPDIR", scratch.path().string()}},
                                       .timeout = run.needs.timeout,
                                       .beforeExec =
                                           [&allowed, &processors, owner = getpid()] {
                                             if (!processors.empty()) allowed.restrictThisProcess();
                                             endDescendantsWithProgram(owner);
                                           },
                                       .outputLimit = kOutputLimit,
                                       .stop = &stop,
                                       .endSignal = SIGTERM});
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!completed) return std::unexpected(completed.error());
  if (std::string failure = failureOf(*completed, run); !failure.empty()) return userError(failure);
  if (auto read = readRunOutput(output->path(), record); !read) return read;
  return output->keepOutput();
}

/// So that runs of other targets do not count for the number: runs of one target that come one after the
/// other have the same paths, and `--compiler-launcher ccache` finds again what the one before has compiled.
std::string nameOfTarget(const PlannedRun& run) {
  return fmt::format("{:016x}-", hashPaths(run.directory, run.inputs));
}

/// The outer Error: it is no fault of the run.
Result<Outcome> execute(const PlannedRun& run, const std::vector<unsigned>& processors,
                        const std::atomic<bool>& stop, RunRecord& record) {
  std::error_code failed;
  const fs::path temporary = fs::temp_directory_path(failed);
  if (failed) return userError("there is no directory for temporary files: " + failed.message());
  const auto withRoom = [&](Outcome outcome) -> Result<Outcome> {
    if (outcome || stop) return outcome;
    if (const auto full = placeWithoutRoom({temporary, run.output})) {
      return userError(
          fmt::format("no room left on the disk of {}: what was stored before is kept, and --resume goes on "
                      "with it",
                      full->string()));
    }
    return outcome;
  };
  // Whatever a killed program leaves among temporary files goes with this.
  const auto scratch = ClaimedDirectory::make(temporary / "covolve-campaign-", nameOfTarget(run));
  if (!scratch) return withRoom(std::unexpected(scratch.error()));
  return withRoom(executeIn(*scratch, run, processors, stop, record));
}

RunRecord failedRecord(const RunRecord& record, const std::string& failure) {
  RunRecord failed;
  failed.key = record.key;
  failed.failure = failure;
  failed.command = record.command;
  failed.started = record.started;
  failed.seconds = record.seconds;
  failed.inputs = record.inputs;
  failed.provenance = record.provenance;
  return failed;
}

}  // namespace

Result<RunRecord> executeRun(const PlannedRun& run, const Provenance& provenance,
                             const std::vector<unsigned>& processors, const std::atomic<bool>& stop) {
  RunRecord record;
  record.key = run.key;
  record.command = shellText(run);
  record.started = nowInUtc();
  record.provenance = provenance;
  if (stop) return failedRecord(record, "it was stopped");
  // Before the run: what is changed meanwhile was not tested. Files that cannot be read fail the run.
  if (!run.inputs.empty()) record.inputs = hashFiles(run.inputs).value_or("");
  const auto executed = execute(run, processors, stop, record);
  if (!executed) return std::unexpected(executed.error());
  return *executed ? record : failedRecord(record, executed->error().message);
}

}  // namespace covolve::campaign
