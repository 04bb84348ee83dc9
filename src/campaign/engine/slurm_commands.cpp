#include "campaign/engine/slurm_commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "base/process.h"
#include "base/shell_text.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kMargin{120};  // beyond a run's own timeout: reading and moving its output
constexpr std::chrono::seconds kAnswerTime{120};

/// % begins a pattern in names of log files.
std::string withoutPatterns(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '%' ? std::string("%%") : std::string(1, c);
  return result;
}

std::optional<size_t> parseNumber(std::string_view text) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

}  // namespace

std::string slurmScript(const SlurmJob& job) {
  return fmt::format("#!/bin/bash\nexec {} campaign-task {}\n", shellWord(job.covolve.string()),
                     shellWord(job.batch.string()));
}

std::vector<std::string> sbatchArguments(const SlurmJob& job, const fs::path& script) {
  const auto minutes = std::chrono::ceil<std::chrono::minutes>(job.needs.timeout + kMargin).count();
  std::vector<std::string> arguments{
      "sbatch",
      "--parsable",
      "--job-name=" + job.name,
      fmt::format("--array=0-{}", job.tasks - 1),
      "--nodes=1",
      "--ntasks=1",
      fmt::format("--cpus-per-task={}", job.needs.cores),
      fmt::format("--mem={}M", job.needs.memoryMegabytes),
      fmt::format("--time={}", minutes),
      "--requeue",  // after a node failed
      "--open-mode=append",
      "--output=" + withoutPatterns((job.batch / "log-").string()) + "%a.txt",
      "--chdir=" + job.batch.string(),
  };
  arguments.insert(arguments.end(), job.options.begin(), job.options.end());
  arguments.push_back(script.string());
  return arguments;
}

std::vector<std::string> squeueArguments(const std::vector<std::string>& jobs) {
  return {"squeue", "--noheader", "--states=all", "--format=%F|%K|%T",
          fmt::format("--jobs={}", fmt::join(jobs, ","))};
}

std::optional<std::string> parseJobId(const std::string& output) {
  const std::string id = output.substr(0, output.find_first_of(";\n"));
  return parseNumber(id) ? std::optional(id) : std::nullopt;
}

std::vector<size_t> parseTaskList(const std::string& text) {
  std::string list = text.substr(0, text.find('%'));  // %3: so many at a time
  std::erase_if(list, [](char c) { return c == '[' || c == ']'; });
  std::vector<size_t> tasks;
  for (const std::string& part : split(list, ',')) {
    const size_t dash = part.find('-');
    const auto first = parseNumber(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parseNumber(part.substr(dash + 1));
    if (!first || !last) continue;
    for (size_t task = *first; task <= *last; ++task) tasks.push_back(task);
  }
  return tasks;
}

std::optional<size_t> parseMaxArraySize(const std::string& output) {
  for (const std::string& line : split(output, '\n')) {
    if (!line.starts_with("MaxArraySize")) continue;
    const size_t value = line.find_first_of("0123456789");
    if (value != std::string::npos)
      return parseNumber(line.substr(value, line.find_last_of("0123456789") - value + 1));
  }
  return std::nullopt;
}

TaskState parseState(const std::string& state) {
  // NODE_FAIL and PREEMPTED are not among them, such tasks are queued again; nor COMPLETING, which is also
  // what a requeued task goes through.
  static constexpr std::array kOver{"COMPLETED", "CANCELLED", "FAILED",        "TIMEOUT",
                                    "BOOT_FAIL", "DEADLINE",  "OUT_OF_MEMORY", "REVOKED"};
  if (state == "RUNNING") return TaskState::Running;
  return std::ranges::find(kOver, state) != kOver.end() ? TaskState::Over : TaskState::Waiting;
}

TaskStates parseQueue(const std::string& output) {
  TaskStates states;
  for (const std::string& line : split(output, '\n')) {
    const std::vector<std::string> fields = split(line, '|');
    if (fields.size() != 3) continue;
    for (const size_t task : parseTaskList(fields[1])) states[fields[0]][task] = parseState(fields[2]);
  }
  return states;
}

std::string slurmWords(const std::string& errors) {
  std::string words;
  for (std::string line : split(errors, '\n')) {
    // "sbatch: error: Batch job submission failed: Invalid partition name specified"
    for (const std::string_view before :
         {"sbatch: ", "squeue: ", "scontrol: ", "scancel: ", "error: ", "fatal: "}) {
      if (line.starts_with(before)) line.erase(0, before.size());
    }
    if (line.empty() || words.find(line) != std::string::npos) continue;
    words += (words.empty() ? "" : "; ") + line;
  }
  return words.empty() ? "(it gave no reason)" : words;
}

bool isLimit(const std::string& words) {
  std::string lower = words;
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::any_of(std::array{"limit", "policy", "temporarily", "too many", "maximum"},
                             [&](const char* word) { return lower.find(word) != std::string::npos; });
}

Result<std::string> callSlurm(const std::vector<std::string>& command) {
  const auto completed = run({.arguments = command,
                              .environment = {{"SLURM_BITSTR_LEN", "0"},  // long lists of tasks are not cut
                                              {"LC_ALL", "C"}},
                              .timeout = kAnswerTime});
  if (!completed) return std::unexpected(completed.error());
  if (completed->timedOut) return userError(fmt::format("{} did not answer in two minutes", command[0]));
  if (!completed->succeeded()) return userError(slurmWords(completed->errors));
  return completed->output;
}

}  // namespace covolve::campaign
