// A campaign as its author wrote it: what is tested, in which configurations,
// with which seeds and budgets. Read from YAML and checked as a whole before
// anything runs; every name in it is then known to be unique and every file to
// exist. docs/campaign.md describes the format.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::campaign {

/// One thing to test: what a single run is pointed at.
struct Target {
  std::string name;                    // unique; in tables and folders
  std::string group;                   // tables are ordered by it; may be empty
  std::vector<std::string> arguments;  // of the command: the source, "-p", "build", "--only", "shop::Order"
  std::vector<std::string> flags;      // after --
  bool hasFlags = false;
  std::vector<std::filesystem::path> files = {};  // what is tested, as far as it is in files
  bool operator==(const Target&) const = default;
};

/// A named set of options.
struct Configuration {
  std::string name;
  std::string program;               // a peer with covolve's command line; empty: covolve itself
  std::vector<std::string> options;  // "--algorithm", "random"
  bool operator==(const Configuration&) const = default;
};

struct Budget {
  std::string name;                    // "30s", "20000 evaluations"
  std::vector<std::string> arguments;  // "--budget", "30s"
  bool operator==(const Budget&) const = default;
};

/// What of a run's output directory stays on disk.
enum class Keep { Nothing, Tests, Everything };

/// What one run may use: decides how many run at a time, and what Slurm is asked for.
struct RunNeeds {
  unsigned cores = 2;  // the engine and the worker
  uint64_t memoryMegabytes = 2048;
  std::chrono::seconds timeout{3600};
};

struct Definition {
  std::string name;
  std::string command = "unit";  // or "rest"
  std::vector<Target> targets;
  std::vector<Configuration> configurations;
  std::vector<Budget> budgets;
  std::vector<uint64_t> seeds;
  std::string baseline;  // the configuration that others are compared with; default: the first
  Keep keep = Keep::Tests;
  RunNeeds needs;
  std::vector<std::string> slurmOptions;  // for sbatch, as they are: "--partition=short"
};

/// The YAML text of the file, read and checked: one sentence with the line for the first thing that is wrong.
/// Paths in it are relative to the file's folder. Options are checked by whoever knows the commands (see
/// Command::check in src/cli).
Result<Definition> readDefinition(const std::filesystem::path& file);
Result<Definition> parseDefinition(const std::string& text, const std::filesystem::path& folder);

}  // namespace covolve::campaign
