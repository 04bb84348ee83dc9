// Runs a GoogleTest program and tells what became of each test.
//
// Easy to get wrong: the code under test may end the program in the middle,
// print anything, or close its output. Only the report file that GoogleTest
// writes at its regular end is believed for passed and failed; which test was
// running at an irregular end is read from the output.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace covolve::unit {

struct TestRun {
  std::filesystem::path executable;
  std::filesystem::path directory;  // working directory; the report file is written there
  std::vector<std::string> flags;   // further --gtest_... flags
  std::map<std::string, std::string> environment;
  std::chrono::milliseconds timeout{60'000};
  std::function<void()> beforeExec;  // enters the sandbox
  /// In another directory and with a bare environment: what depends on either must not be expected of it.
  bool elsewhere = false;
};

struct FailedTest {
  std::string name;             // Suite.Name
  std::vector<unsigned> lines;  // of the failed expectations; 0: an exception left the test
};

struct TestRunResult {
  bool finished = false;  // GoogleTest came to its own end
  bool silenced = false;  // it came to its end, but could not say so any more: its output was closed
  bool timedOut = false;
  int signal = 0;
  int status = 0;
  std::vector<FailedTest> failed;  // when finished
  std::string lastStarted;         // otherwise: Suite.Name, if it could be told

  bool passed() const { return finished && signal == 0 && status == 0 && failed.empty(); }
};

/// An Error only where the program could not be started.
Result<TestRunResult> runGoogleTest(const TestRun& run);

}  // namespace covolve::unit
