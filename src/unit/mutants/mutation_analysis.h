// Which mutants of a program its tests kill. A first run of all tests must pass;
// then each test runs alone, to see which mutants it reaches; then each mutant
// runs in a process of its own, with the tests that reach it, until one fails.
//
// A mutant that makes a loop endless is cut by the number of places it passes, as
// a multiple of what the tests pass without it, so that results do not depend on
// the clock; the clock is for what passes no place at all.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "emit/framework.h"
#include "report/mutation_report.h"

namespace covolve::unit {

/// A program of tests with something in the code under test (unit/build/users_tests.h).
struct TestProgram {
  std::filesystem::path executable;
  const emit::Framework* framework = nullptr;  // none: nothing is known but how it ends
  std::string name;                            // for messages
};

struct MutationOptions {
  std::filesystem::path runDirectory;           // the tests must be able to write to it
  std::filesystem::path workingDirectory = {};  // of the tests; empty: where they can write
  std::function<void()> beforeExec;             // enters the sandbox in the child
  unsigned jobs = 1;
  std::chrono::milliseconds timeout{60'000};  // for all tests without a mutant
  /// Whether the code at a place counts; none: all does.
  std::function<bool(const std::filesystem::path& file, unsigned line, unsigned column)> isWanted = {};
  Deadline deadline = {};
  size_t most = ~size_t{0};                                        // mutants that are tried
  std::function<void(size_t done, size_t total)> onProgress = {};  // from any thread, one at a time
};

/// A mutant is killed by any of the programs. A user Error where tests do not pass as the code is written.
Result<report::MutationReport> analyseMutants(const std::vector<TestProgram>& programs,
                                              const MutationOptions& options);

}  // namespace covolve::unit
