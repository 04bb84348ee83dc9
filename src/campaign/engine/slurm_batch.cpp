#include "campaign/engine/slurm_batch.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/files.h"
#include "base/hash.h"
#include "campaign/run/directory_entries.h"
#include "campaign/run/runner.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTasks = "tasks.jsonl";
constexpr const char* kJob = "job";

fs::path closedFile(const fs::path& batch, size_t task) { return batch / fmt::format("closed-{}", task); }

/// For sure: a file that cannot be looked for now is not absent.
bool isAbsent(const fs::path& file) {
  std::error_code reason;
  return fs::status(file, reason).type() == fs::file_type::not_found;
}

/// 3 of "result-3.json"; not of what a rename has yet to put there.
std::optional<size_t> resultNumber(const std::string& name) {
  constexpr std::string_view kBefore = "result-";
  size_t number = 0;
  if (!name.starts_with(kBefore)) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + kBefore.size(), name.data() + name.size(), number);
  return error == std::errc() && std::string_view(end) == ".json" ? std::optional(number) : std::nullopt;
}

/// The end of what a task printed, as the end of a sentence.
std::string endOfLog(const fs::path& file) {
  constexpr std::streamoff kTail = 4096;
  constexpr size_t kLongest = 400;
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return "its log does not exist";
  stream.seekg(std::max<std::streamoff>(0, std::streamoff(stream.tellg()) - kTail));
  std::string last;
  for (std::string line; std::getline(stream, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  }
  if (last.empty()) return "its log is empty";
  return fmt::format("its log ends with: {}", last.substr(0, kLongest));
}

}  // namespace

fs::path resultFile(const fs::path& batch, size_t task) {
  return batch / fmt::format("result-{}.json", task);
}

bool isTaskClosed(const fs::path& batch, size_t task) {
  std::error_code ignored;
  return fs::exists(closedFile(batch, task), ignored);
}

Result<PlannedRun> taskOf(const fs::path& batch, size_t task) {
  const auto text = readFile(batch / kTasks);
  if (!text) return std::unexpected(text.error());
  std::istringstream lines(*text);
  std::string line;
  for (size_t i = 0; std::getline(lines, line); ++i) {
    if (i == task) return plannedRunFromJson(line);
  }
  return userError(fmt::format("{} has no task {}", batch.string(), task));
}

Result<SlurmBatch> SlurmBatch::create(const fs::path& parent, const std::vector<PlannedRun>& runs) {
  std::error_code failed;
  fs::create_directories(parent, failed);
  std::string folder = (parent / "batch-XXXXXX").string();
  if (failed || mkdtemp(folder.data()) == nullptr) {
    return userError(fmt::format("cannot make a directory in {}: {}", parent.string(),
                                 failed ? failed.message() : strerror(errno)));
  }
  fs::permissions(folder, fs::perms(0755), failed);
  std::string tasks;
  std::vector<RunKey> keys;
  for (const PlannedRun& run : runs) {
    tasks += toJson(run) + "\n";
    keys.push_back(run.key);
  }
  SlurmBatch batch(folder, std::move(keys));
  if (auto written = replaceFile(batch.folder_ / kTasks, tasks); !written) {
    batch.remove();
    return std::unexpected(written.error());
  }
  return batch;
}

Result<SlurmBatch> SlurmBatch::open(const fs::path& folder) {
  const auto text = readFile(folder / kTasks);
  if (!text) return std::unexpected(text.error());
  std::vector<RunKey> keys;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    auto run = plannedRunFromJson(line);
    if (!run) {
      return userError(
          fmt::format("{}, line {}: {}", (folder / kTasks).string(), keys.size() + 1, run.error().message));
    }
    keys.push_back(std::move(run->key));
  }
  SlurmBatch batch(folder, std::move(keys));
  if (isAbsent(folder / kJob)) return batch;
  auto job = readFile(folder / kJob);
  if (!job) return std::unexpected(job.error());
  batch.job_ = std::move(*job);
  return batch;
}

bool SlurmBatch::isUnborn(const fs::path& folder) {
  return isAbsent(folder / kTasks) && isAbsent(folder / kJob);
}

std::string SlurmBatch::jobName() const { return fmt::format("covolve-{:016x}", hashText(folder_.string())); }

Result<void> SlurmBatch::setJob(const std::string& job) {
  job_ = job;
  return replaceFile(folder_ / kJob, job);
}

std::vector<size_t> SlurmBatch::results() const {
  std::vector<size_t> found;
  std::error_code ignored;
  for (const fs::path& entry : entriesOf(folder_, ignored)) {
    const auto number = resultNumber(entry.filename().string());
    if (number && *number < keys_.size()) found.push_back(*number);
  }
  return found;
}

bool SlurmBatch::hasResult(size_t task) const {
  // Opened, not only looked for: that makes a network file system ask its server.
  return std::ifstream(resultFile(folder_, task)).good();
}

RunRecord SlurmBatch::result(size_t task) const {
  const auto text = readFile(resultFile(folder_, task));
  if (!text) return failedRecord(task, text.error().message);
  auto record = recordFromJson(*text);
  if (!record) return failedRecord(task, record.error().message);
  if (record->key != keys_[task]) return failedRecord(task, "its result is that of another run");
  return std::move(*record);
}

RunRecord SlurmBatch::vanished(size_t task) const {
  return failedRecord(task, fmt::format("its Slurm task {}_{} ended without a result; {}", job_.value_or("?"),
                                        task, endOfLog(folder_ / fmt::format("log-{}.txt", task))));
}

RunRecord SlurmBatch::failedRecord(size_t task, const std::string& failure) const {
  RunRecord record;
  record.key = keys_[task];
  record.failure = failure;
  if (const auto run = taskOf(folder_, task)) record.command = shellText(*run);
  return record;
}

bool SlurmBatch::isClosed(size_t task) const { return isTaskClosed(folder_, task); }

void SlurmBatch::close(size_t task) const {
  // The result turns into the mark; where there is none, the mark is made.
  std::error_code failed;
  fs::rename(resultFile(folder_, task), closedFile(folder_, task), failed);
  if (failed) std::ofstream(closedFile(folder_, task));
  fs::remove(folder_ / fmt::format("log-{}.txt", task), failed);
}

void SlurmBatch::remove() const {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  fs::remove(folder_.parent_path(), ignored);  // if it is empty
}

}  // namespace covolve::campaign
