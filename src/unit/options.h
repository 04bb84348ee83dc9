// What a run of `covolve unit` can be told. Declared for the command line, its
// help and the reference page in one place: src/cli/unit_command.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "emit/framework.h"
#include "guidance/criteria.h"
#include "search/algorithm/algorithm.h"
#include "search/parameters.h"
#include "unit/problem/sequence_options.h"

namespace covolve::unit {

struct UnitOptions {
  std::vector<std::filesystem::path> sources;
  std::string since;                       // a revision of git: only sources that differ from it; empty: all
  std::vector<std::string> only;           // classes, functions, namespaces; none: all of the sources
  std::filesystem::path buildDirectory;    // -p
  std::string target;                      // of that build, if CMake made it; empty: any
  std::vector<std::string> compilerFlags;  // after --
  bool hasCompilerFlags = false;           // `--` was given, maybe with no flags
  std::vector<std::filesystem::path> existing;  // tests: what they cover is not searched for
  std::filesystem::path output = "covolve-out";
  bool update = false;         // earlier tests that do not pass any more are taken out
  bool afresh = false;         // earlier tests are not looked at
  std::string commandOptions;  // as they may be typed behind a source to get its tests again; empty: unknown
  std::vector<std::string> linkArguments;
  std::string framework = emit::frameworkNames().front();

  std::chrono::duration<double> budget{60};
  std::optional<uint64_t> evaluations;
  uint64_t seed = 1;
  std::string algorithm = search::algorithmNames().front();
  search::Parameters parameters;
  guidance::Criteria criteria = guidance::Criteria::defaults();
  SequenceOptions sequences;

  std::chrono::duration<double> testTimeout{2};
  uint64_t stepsPerTest = 10'000'000;
  uint64_t memoryLimitMegabytes = 1024;
  bool sandbox = true;
  bool sanitize = true;
  bool mutants = true;

  unsigned jobs = 0;             // 0: as many as cores
  std::string compilerLauncher;  // compilers are run through this program; empty: none
  bool failOnFault = false;
  bool keepScratch = false;
  bool quiet = false;
};

}  // namespace covolve::unit
