// One run of a campaign: which one it is, what has to be executed, and what
// came of it.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "campaign/definition/definition.h"
#include "report/coverage_figures.h"

namespace covolve::campaign {

/// Names, not indices: a definition may grow between two sittings.
struct RunKey {
  std::string target;
  std::string configuration;
  std::string budget;
  uint64_t seed = 0;

  auto operator<=>(const RunKey&) const = default;
};

/// "triangle, random, 30s, seed 3"
std::string describe(const RunKey& key);

/// A run as any machine can execute it, without the definition.
struct PlannedRun {
  RunKey key;
  std::vector<std::string> command;  // whole but for --output, which stands before a bare --, if there is one
  std::filesystem::path directory;   // where it is executed
  std::filesystem::path output;      // where its tests go if they are kept
  Keep keep = Keep::Tests;
  RunNeeds needs;
  std::vector<std::filesystem::path> inputs;  // the files that are tested
};

/// All runs of the campaign, seed by seed, so that an interrupted one has something to say about everything.
/// `covolve` is the program to run, `folder` the campaign's.
std::vector<PlannedRun> planRuns(const Definition& definition, const std::filesystem::path& covolve,
                                 const std::filesystem::path& folder);

/// The command as a user would type it, wherever he is.
std::string shellText(const PlannedRun& run);

struct ProgressPoint {
  uint64_t milliseconds = 0;
  uint64_t evaluations = 0;
  uint64_t covered = 0;  // targets of the search

  bool operator==(const ProgressPoint&) const = default;
};

struct FaultRecord {
  std::string kind;
  std::string description;
  std::string file;
  unsigned line = 0;
  bool reproduced = false;

  bool operator==(const FaultRecord&) const = default;
};

struct EmittedFile {
  std::string name;
  std::string hash;  // SHA-256

  bool operator==(const EmittedFile&) const = default;
};

/// What ran it and where: a result means nothing without.
struct Provenance {
  std::string version;   // "0.1.0"; of a peer of covolve its name: "peer libfuzzer"
  std::string program;   // hash of the program and its parts: tells builds of one version apart
  std::string compiler;  // "Debian clang version 19.1.7"
  std::string host;
  std::string processor;
  unsigned cores = 0;
  uint64_t memoryMegabytes = 0;
  std::string kernel;

  bool operator==(const Provenance&) const = default;
};

struct RunRecord {
  RunKey key;
  std::string failure;  // empty: it went well. Otherwise one sentence, and the figures below are not set
  std::string command;  // to repeat it
  std::string started;  // 2026-11-15T16:01:04Z
  double seconds = 0;   // the whole run, by our clock
  double searchSeconds = 0;
  uint64_t evaluations = 0;
  uint64_t tests = 0;
  report::Ratio lines;  // of the emitted tests, by llvm-cov
  report::Ratio branches;
  report::Ratio functions;
  report::Ratio targets;                // of the search
  std::vector<ProgressPoint> progress;  // rising in all three
  std::vector<FaultRecord> faults;
  std::vector<EmittedFile> files;
  std::string options;  // in effect, as a JSON object
  std::string inputs;   // hash of the files that were tested; empty: unknown
  Provenance provenance;

  bool failed() const { return !failure.empty(); }
  bool operator==(const RunRecord&) const = default;
};

}  // namespace covolve::campaign
