#include "campaign/engine/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <thread>

#include "base/files.h"
#include "base/path_search.h"
#include "campaign/engine/slurm_batch.h"
#include "campaign/engine/slurm_commands.h"
#include "campaign/run/directory_entries.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kLargestArray = 1000;

enum class Stage { Open, Began, Reported, Closed };

struct Task {
  Stage stage = Stage::Open;
  std::optional<Clock::time_point> missingSince;  // not in the queue and without a result

  bool awaited() const { return stage == Stage::Open || stage == Stage::Began; }
};

struct Batch {
  explicit Batch(SlurmBatch folder) : files(std::move(folder)), tasks(files.keys().size()) {}

  SlurmBatch files;
  std::vector<Task> tasks;

  size_t awaited() const { return static_cast<size_t>(std::ranges::count_if(tasks, &Task::awaited)); }
  bool closed() const {
    return std::ranges::all_of(tasks, [](const Task& task) { return task.stage == Stage::Closed; });
  }
};

struct Place {
  fs::path batch;
  size_t task = 0;
};

Error unanswered(const Error& error) { return {"Slurm does not answer: " + error.message, error.blame}; }

class Slurm final : public Engine {
 public:
  Slurm(fs::path folder, fs::path covolve, const RunNeeds& needs, std::vector<std::string> options,
        const SlurmPace& pace, size_t arraySize)
      : folder_(std::move(folder)),
        covolve_(std::move(covolve)),
        needs_(needs),
        options_(std::move(options)),
        pace_(pace),
        arraySize_(arraySize) {}

  std::string description() const override {
    return fmt::format("Slurm, job arrays of up to {} runs", arraySize_);
  }

  Result<std::vector<RunKey>> adopt() override;
  Result<void> submit(std::vector<PlannedRun> runs) override;
  Result<std::vector<Event>> poll(std::chrono::milliseconds atMost) override;
  void forget(const std::vector<RunKey>& stored) override;
  void cancel() override;

 private:
  Result<void> findJob(Batch& batch);
  Result<TaskStates> askQueue() const;
  void add(Batch batch);
  void dropClosed();
  size_t awaited() const;

  Result<void> submitWaiting();
  Result<void> submitArray(size_t size);

  void gather(std::vector<Event>& events);
  void report(Batch& batch, size_t task, RunRecord record, std::vector<Event>& events);
  Result<void> lookAtQueue(std::vector<Event>& events);
  void compare(Batch& batch, const std::map<size_t, TaskState>& states, std::vector<Event>& events);

  fs::path folder_;
  fs::path covolve_;
  RunNeeds needs_;
  std::vector<std::string> options_;
  SlurmPace pace_;
  size_t arraySize_;

  std::map<fs::path, Batch> batches_;
  std::map<RunKey, Place> places_;
  std::vector<PlannedRun> waiting_;  // not submitted yet, the next one last
  std::optional<size_t> refusedAt_;  // so many tasks were awaited when Slurm took no more
  Clock::time_point nextScan_;
  Clock::time_point nextLook_;
  std::optional<Clock::time_point> silentSince_;
};

// ---- batches on disk ----

void Slurm::add(Batch batch) {
  const fs::path folder = batch.files.folder();
  const auto& keys = batch.files.keys();
  for (size_t task = 0; task < keys.size(); ++task) {
    if (batch.tasks[task].stage != Stage::Closed) places_[keys[task]] = {folder, task};
  }
  batches_.emplace(folder, std::move(batch));
}

void Slurm::dropClosed() {
  std::erase_if(batches_, [](const auto& entry) {
    if (!entry.second.closed()) return false;
    entry.second.files.remove();
    return true;
  });
}

size_t Slurm::awaited() const {
  size_t sum = 0;
  for (const auto& [folder, batch] : batches_) sum += batch.awaited();
  return sum;
}

// ---- taking over ----

/// A process that was killed after sbatch may not have written down the number.
Result<void> Slurm::findJob(Batch& batch) {
  if (batch.files.job()) return {};
  const auto found = callSlurm(
      {"squeue", "--noheader", "--me", "--states=all", "--name=" + batch.files.jobName(), "--format=%F"});
  if (!found) return std::unexpected(unanswered(found.error()));
  const auto job = parseJobId(*found);
  return job ? batch.files.setJob(*job) : Result<void>();
}

Result<std::vector<RunKey>> Slurm::adopt() {
  std::error_code failed;
  const std::vector<fs::path> folders = entriesOf(folder_, failed);
  // What cannot be read now may be under way all the same, and must not be submitted again.
  if (failed && failed != std::errc::no_such_file_or_directory) {
    return userError(fmt::format("cannot read {}: {}", folder_.string(), failed.message()));
  }
  for (const fs::path& folder : folders) {
    if (SlurmBatch::isUnborn(folder)) {
      fs::remove_all(folder, failed);
      continue;
    }
    auto files = SlurmBatch::open(folder);
    if (!files) return std::unexpected(files.error());
    Batch batch(std::move(*files));
    if (const auto found = findJob(batch); !found) return std::unexpected(found.error());
    add(std::move(batch));
  }
  const auto states = askQueue();
  if (!states) return std::unexpected(unanswered(states.error()));
  std::vector<RunKey> adopted;
  for (auto& [folder, batch] : batches_) {
    const auto& keys = batch.files.keys();
    const auto job = states->find(batch.files.job().value_or(""));
    for (size_t task = 0; task < keys.size(); ++task) {
      const bool known = batch.files.hasResult(task) || (job != states->end() && job->second.contains(task));
      if (!known || batch.files.isClosed(task)) {
        batch.tasks[task].stage = Stage::Closed;
        batch.files.close(task);
        places_.erase(keys[task]);
      } else {
        adopted.push_back(keys[task]);
      }
    }
  }
  dropClosed();
  return adopted;
}

// ---- submitting ----

Result<void> Slurm::submit(std::vector<PlannedRun> runs) {
  std::ranges::reverse(runs);
  waiting_.insert(waiting_.begin(), std::make_move_iterator(runs.begin()),
                  std::make_move_iterator(runs.end()));
  return submitWaiting();
}

/// As much as Slurm takes. What it refuses for its limits is split until it fits, or waits until half of what
/// is there has gone.
Result<void> Slurm::submitWaiting() {
  size_t size = arraySize_;
  while (!waiting_.empty()) {
    const size_t there = awaited();
    if (refusedAt_ && there > *refusedAt_ / 2) return {};
    size = std::min(size, waiting_.size());
    const auto submitted = submitArray(size);
    if (submitted) {
      refusedAt_.reset();
      continue;
    }
    if (!isLimit(submitted.error().message)) return submitted;
    if (size > 1) {
      size /= 2;
      continue;
    }
    if (there == 0) return submitted;
    refusedAt_ = there;
  }
  return {};
}

Result<void> Slurm::submitArray(size_t size) {
  const auto first = waiting_.end() - static_cast<ptrdiff_t>(size);
  const std::vector<PlannedRun> runs(waiting_.rbegin(), waiting_.rbegin() + static_cast<ptrdiff_t>(size));
  auto files = SlurmBatch::create(folder_, runs);
  if (!files) return std::unexpected(files.error());
  const SlurmJob job{files->jobName(), files->folder(), covolve_, size, needs_, options_};
  const auto give = [&]() -> Result<void> {
    const fs::path script = files->folder() / "task.sh";
    if (auto written = replaceFile(script, slurmScript(job)); !written) return written;
    const auto output = callSlurm(sbatchArguments(job, script));
    if (!output) return userError("Slurm does not take the runs: " + output.error().message);
    const auto id = parseJobId(*output);
    if (!id) return userError("sbatch answered with something that is no number of a job: " + *output);
    auto written = files->setJob(*id);
    if (written) return {};
    const auto ended = callSlurm({"scancel", *id});
    if (ended) return written;
    return userError(
        fmt::format("{}; Slurm's job {} goes on: {}", written.error().message, *id, ended.error().message));
  };
  if (auto given = give(); !given) {
    files->remove();
    return given;
  }
  add(Batch(std::move(*files)));
  waiting_.erase(first, waiting_.end());
  return {};
}

// ---- gathering ----

Result<std::vector<Event>> Slurm::poll(std::chrono::milliseconds atMost) {
  const auto end = Clock::now() + atMost;
  std::vector<Event> events;
  while (true) {
    if (Clock::now() >= nextScan_) {
      gather(events);
      nextScan_ = Clock::now() + pace_.scan;
    }
    if (Clock::now() >= nextLook_) {
      if (auto looked = lookAtQueue(events); !looked) return std::unexpected(looked.error());
      nextLook_ = Clock::now() + pace_.queue;
    }
    if (auto submitted = submitWaiting(); !submitted) return std::unexpected(submitted.error());
    if (!events.empty() || Clock::now() >= end || awaited() == 0) return events;
    std::this_thread::sleep_until(std::min({end, nextScan_, nextLook_}));
  }
}

void Slurm::report(Batch& batch, size_t task, RunRecord record, std::vector<Event>& events) {
  batch.tasks[task].stage = Stage::Reported;
  events.push_back({batch.files.keys()[task], std::move(record)});
}

void Slurm::gather(std::vector<Event>& events) {
  for (auto& [folder, batch] : batches_) {
    if (batch.awaited() == 0) continue;
    for (const size_t task : batch.files.results()) {
      if (batch.tasks[task].awaited()) report(batch, task, batch.files.result(task), events);
    }
  }
}

Result<TaskStates> Slurm::askQueue() const {
  std::vector<std::string> jobs;
  for (const auto& [folder, batch] : batches_) {
    if (batch.awaited() > 0 && batch.files.job()) jobs.push_back(*batch.files.job());
  }
  if (jobs.empty()) return TaskStates();
  const auto output = callSlurm(squeueArguments(jobs));
  if (output) return parseQueue(*output);
  // What squeue says when it was asked for a single job, which is long over.
  if (output.error().message.find("Invalid job id") != std::string::npos) return TaskStates();
  return std::unexpected(output.error());
}

Result<void> Slurm::lookAtQueue(std::vector<Event>& events) {
  const auto states = askQueue();
  if (!states) {
    // A controller is restarted now and then; the tasks do not mind.
    if (!silentSince_) silentSince_ = Clock::now();
    if (Clock::now() - *silentSince_ < pace_.silence) return {};
    return std::unexpected(unanswered(states.error()));
  }
  silentSince_.reset();
  static const std::map<size_t, TaskState> none;
  for (auto& [folder, batch] : batches_) {
    const auto job = states->find(batch.files.job().value_or(""));
    compare(batch, job == states->end() ? none : job->second, events);
  }
  return {};
}

void Slurm::compare(Batch& batch, const std::map<size_t, TaskState>& states, std::vector<Event>& events) {
  for (size_t number = 0; number < batch.tasks.size(); ++number) {
    Task& task = batch.tasks[number];
    if (!task.awaited()) continue;
    const auto found = states.find(number);
    const TaskState state = found == states.end() ? TaskState::Over : found->second;
    if (state != TaskState::Over) {
      task.missingSince.reset();
      if (state == TaskState::Running && task.stage == Stage::Open) {
        task.stage = Stage::Began;
        events.push_back({batch.files.keys()[number], std::nullopt});
      }
    } else if (!task.missingSince) {
      task.missingSince = Clock::now();
    } else if (Clock::now() - *task.missingSince >= pace_.grace) {
      const bool late = batch.files.hasResult(number);
      report(batch, number, late ? batch.files.result(number) : batch.files.vanished(number), events);
    }
  }
}

// ---- letting go ----

void Slurm::forget(const std::vector<RunKey>& stored) {
  for (const RunKey& key : stored) {
    const auto place = places_.find(key);
    if (place == places_.end()) continue;
    Batch& batch = batches_.at(place->second.batch);
    batch.tasks[place->second.task].stage = Stage::Closed;
    batch.files.close(place->second.task);
    places_.erase(place);
  }
  dropClosed();
}

void Slurm::cancel() {
  waiting_.clear();
  std::vector<std::string> command{"scancel"};
  for (const auto& [folder, batch] : batches_) {
    if (batch.awaited() > 0 && batch.files.job()) command.push_back(*batch.files.job());
  }
  // Where Slurm cannot be told, the runs go on, and a later process takes over.
  if (command.size() > 1 && !callSlurm(command)) return;
  for (auto& [folder, batch] : batches_) {
    const auto& keys = batch.files.keys();
    for (size_t task = 0; task < keys.size(); ++task) {
      // A result that is there stays for whoever comes to store it.
      if (!batch.tasks[task].awaited() || batch.files.hasResult(task)) continue;
      batch.tasks[task].stage = Stage::Closed;
      batch.files.close(task);
      places_.erase(keys[task]);
    }
  }
  dropClosed();
}

}  // namespace

Result<std::unique_ptr<Engine>> makeSlurm(const fs::path& folder, const fs::path& covolve,
                                          const RunNeeds& needs, const std::vector<std::string>& options,
                                          const SlurmPace& pace) {
  if (!findProgram("sbatch")) {
    return userError("there is no sbatch on this machine: --engine slurm needs Slurm's client programs");
  }
  const auto configuration = callSlurm({"scontrol", "show", "config"});
  if (!configuration) return std::unexpected(unanswered(configuration.error()));
  const size_t largest = parseMaxArraySize(*configuration).value_or(0);
  if (largest < 2) return userError("this Slurm does not allow job arrays (MaxArraySize)");
  std::error_code failed;
  const fs::path place = fs::absolute(folder, failed) / "slurm";
  if (failed) return userError(fmt::format("cannot use {}: {}", folder.string(), failed.message()));
  return std::make_unique<Slurm>(place.lexically_normal(), covolve, needs, options, pace,
                                 std::min(largest - 1, kLargestArray));
}

}  // namespace covolve::campaign
