// The last word on emitted tests: they are compiled and run as the user would,
// outside the search. What does not compile, does not pass or differs between
// repetitions loses first the expectation that fails, then its place, and the
// reason is kept. Fault tests are kept when they do crash, hang or exit.
//
// With a deadline nothing goes on behind it: compilations and test programs are
// ended. What was verified until then stays, so the most valuable tests come first
// where there is not enough time for all.
//
// Easy to get wrong: reasons end up in files that must be the same for the same
// seed, so they hold no addresses, times or observed values.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "emit/framework.h"
#include "emit/test_tree.h"
#include "unit/build/build.h"

namespace covolve::unit {

/// Builds a test program from its source; Builder::buildTests with everything but these bound.
using BuildTests = std::function<Result<Compiled>(
    const std::filesystem::path& source, const std::filesystem::path& executable, const Deadline& deadline)>;

struct VerificationOptions {
  BuildTests build;
  std::filesystem::path scratch;       // sources and executables are written here
  std::filesystem::path runDirectory;  // the tests' working directory; the sandbox must let them write to it
  std::string fileName = "verified_test.cpp";
  const emit::Framework* framework = &emit::googleTest();
  /// Shuffled runs beside the one in the order of the file. A few of them often miss what a test leaves
  /// behind that only one or two others see; those beyond four are run only while that takes little of the
  /// time that is left.
  unsigned orders = 10;
  std::chrono::milliseconds timeout{60'000};            // for one run of all tests
  std::chrono::milliseconds hangTimeout{5'000};         // a fault test that runs so long hangs
  std::function<void()> beforeExec;                     // enters the sandbox in the child
  std::map<std::string, std::string> environment = {};  // of test programs, added to ours
  unsigned jobs = 1;                                    // fault tests that run at a time
  std::vector<size_t> mostValuableFirst = {};           // origins of tests; what is missing comes last
  std::function<void(const std::string&)> onStep = {};  // is told what is going on, from the calling thread
  Deadline deadline = {};

  /// A program that does not end must leave time for others.
  std::chrono::milliseconds timeoutOfRun() const {
    const auto left = deadline.left();
    return left ? std::min(timeout, *left / 2) : timeout;
  }
  /// There is no use in starting anything.
  bool isTimeUp() const {
    constexpr std::chrono::milliseconds shortest{100};
    const auto left = deadline.left();
    return left && *left < shortest;
  }
  void tell(const std::string& step) const {
    if (onStep) onStep(step);
  }
};

struct DroppedTest {
  std::string suite;
  std::string name;
  size_t origin = 0;
  std::string reason;  // "does not compile: ...", "differs between repetitions", ...

  bool operator==(const DroppedTest&) const = default;
};

/// An expectation that was taken out of a test that stayed.
struct DroppedExpectation {
  std::string suite;
  std::string name;
  size_t origin = 0;
  std::string expectation;
  std::string reason;

  bool operator==(const DroppedExpectation&) const = default;
};

/// How a fault test ended outside the search.
struct FaultEnding {
  size_t origin = 0;
  bool reproduced = false;
  std::string ending;  // "SIGFPE", "exit with status 3", "did not end within 5 s", "passed"
};

struct Verified {
  emit::TestFile file;  // what is left
  std::string text;     // and how it is printed
  std::filesystem::path source;
  std::filesystem::path executable;  // built from it; empty when nothing is left
  std::vector<std::string> leftOut;  // full names of tests that the executable has and the file has not
  std::set<std::string> includes;    // of all tests that the executable has
  std::vector<DroppedTest> dropped;
  std::vector<DroppedExpectation> droppedExpectations;
  std::vector<FaultEnding> faultEndings;  // verifyFaults only
  bool ranOutOfTime = false;              // less was tried than should have been
};

/// Errors are covolve's or the machine's (disk full, no compiler); all that is wrong with tests is data.
Result<Verified> verifyPassing(emit::TestFile file, const VerificationOptions& options);
Result<Verified> verifyFaults(emit::TestFile file, const VerificationOptions& options);

}  // namespace covolve::unit
