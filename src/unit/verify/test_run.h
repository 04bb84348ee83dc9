// Runs a program of tests and tells what became of each.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "emit/framework.h"

namespace covolve::unit {

struct TestRun {
  const emit::Framework* framework = nullptr;  // none: only how the program ends is known
  std::filesystem::path executable;
  std::filesystem::path directory;              // working directory; the report file is written there
  std::filesystem::path workingDirectory = {};  // where it is another one
  emit::Selection selection = {};
  std::chrono::milliseconds timeout{60'000};
  std::function<void()> beforeExec;  // enters the sandbox
  /// In another directory and with a bare environment: what depends on either must not be expected of it.
  bool elsewhere = false;
  std::map<std::string, std::string> environment = {};  // added to ours
  std::function<Result<Completed>(Command)> runWith = covolve::run;
};

struct TestRunResult {
  emit::Said said;
  bool timedOut = false;
  int signal = 0;
  int status = 0;

  bool passed() const { return said.finished && signal == 0 && status == 0 && said.failed.empty(); }
};

/// Of a program that did not come to its end, or not by itself: "crashes with SIGFPE".
std::string endingOf(const TestRunResult& run);

/// An Error only where the program could not be started.
Result<TestRunResult> runTests(const TestRun& run);

}  // namespace covolve::unit
