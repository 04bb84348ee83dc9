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
#include "campaign/engine/processors.h"
#include "campaign/run/descendants.h"
#include "campaign/run/output_place.h"
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

/// That says something.
std::string lastLine(std::string text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  text.resize(end + 1);
  const size_t start = text.find_last_of("\r\n");
  return start == std::string::npos ? text : text.substr(start + 1);
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
  const std::string reason = lastLine(completed.errors);
  return fmt::format("exit status {}{}{}", completed.status, reason.empty() ? "" : ": ", reason);
}

Result<void> execute(const PlannedRun& run, const std::vector<unsigned>& processors,
                     const std::atomic<bool>& stop, RunRecord& record) {
  if (stop) return userError("it was stopped");
  // Whatever a killed program leaves among temporary files goes with this.
  const auto scratch = ScratchDirectory::make("run");
  if (!scratch) return std::unexpected(scratch.error());
  auto output = OutputPlace::make(run.output, run.keep, scratch->path());
  if (!output) return std::unexpected(output.error());

  const ProcessorSet allowed = processorSet(processors);
  const auto begin = std::chrono::steady_clock::now();
  const auto completed = covolve::run({.arguments = withOutput(run.command, output->path()),
                                       .directory = run.directory,
                                       .environment = {{"TMPDIR", scratch->path().string()}},
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

}  // namespace

RunRecord executeRun(const PlannedRun& run, const Provenance& provenance,
                     const std::vector<unsigned>& processors, const std::atomic<bool>& stop) {
  RunRecord record;
  record.key = run.key;
  record.command = shellText(run);
  record.started = nowInUtc();
  record.provenance = provenance;
  if (const auto executed = execute(run, processors, stop, record); !executed) {
    RunRecord failed;
    failed.key = std::move(record.key);
    failed.failure = executed.error().message;
    failed.command = std::move(record.command);
    failed.started = std::move(record.started);
    failed.seconds = record.seconds;
    failed.provenance = provenance;
    return failed;
  }
  return record;
}

}  // namespace covolve::campaign
