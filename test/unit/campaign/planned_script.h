// Runs of shell scripts that stand in for covolve: what they do is said in the
// test, their output directory is in $output.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <thread>

#include "base/files.h"
#include "campaign/run/run.h"

namespace covolve::campaign::test {

/// A script with covolve's way of taking --output. `folder` is the campaign's.
inline PlannedRun plannedScript(const std::filesystem::path& folder, const std::string& body,
                                uint64_t seed = 1) {
  const std::filesystem::path script = folder / fmt::format("program-{}.sh", seed);
  std::ofstream(script) << "#!/bin/bash\n"
                           "arguments=\"$*\"\n"
                           "while [[ $# -gt 0 && $1 != -- ]]; do\n"
                           "  [[ $1 == --output ]] && output=$2\n"
                           "  shift\n"
                           "done\n"
                        << body << "\n";
  PlannedRun run;
  run.key = {"triangle", "random", "30s", seed};
  run.command = {"bash", script.string(), "--seed", std::to_string(seed), "--", "-std=c++20"};
  run.directory = folder;
  run.output = folder / "runs" / fmt::format("{}", seed);
  run.needs = {.cores = 1, .memoryMegabytes = 64, .timeout = std::chrono::seconds(60)};
  return run;
}

/// A script's line that leaves a small result.
inline constexpr const char* kSucceed =
    "mkdir -p $output; echo '{\"evaluations\": 7}' > $output/covolve.json";

inline std::string textOf(const std::filesystem::path& file) { return readFile(file).value_or(""); }

/// TMPDIR is another one for as long as this lives.
class TemporaryDirectory {
 public:
  explicit TemporaryDirectory(const std::filesystem::path& directory) {
    if (const char* before = getenv("TMPDIR")) before_ = before;
    setenv("TMPDIR", directory.c_str(), 1);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() { before_ ? setenv("TMPDIR", before_->c_str(), 1) : unsetenv("TMPDIR"); }

 private:
  std::optional<std::string> before_;
};

/// Only for this process, and forever: to be called in a child. False where that is not allowed.
inline bool mountSmallDisk(const std::filesystem::path& place) {
  return unshare(CLONE_NEWNS | (geteuid() == 0 ? 0 : CLONE_NEWUSER)) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", place.c_str(), "tmpfs", 0, "size=20m") == 0;
}

/// Whether the condition came true before patience ended.
template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 600; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return condition();
}

/// The process whose number is in the file runs no longer. A zombie does not run either.
inline bool hasEnded(const std::filesystem::path& file) {
  const std::string process = textOf(file);
  if (process.empty()) return false;
  const std::string status = textOf(fmt::format("/proc/{}/stat", std::stoi(process)));
  return status.empty() || status.find(") Z ") != std::string::npos;
}

}  // namespace covolve::campaign::test
