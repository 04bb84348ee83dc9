// Runs the tests as they are emitted: printed, by their own framework, against the
// service. What fails there is dropped, and the rest is run again without it.
//
// Easy to get wrong: where nothing at all passes, it is not the tests that are
// wrong but what runs them; nothing is dropped for that.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rest/emit/rest_printer.h"
#include "rest/suite/allowance.h"
#include "rest/suite/launcher.h"
#include "rest/suite/lowering.h"
#include "rest/suite/suite.h"

namespace covolve::rest {

class EmittedCheck {
 public:
  struct Parts {
    TestRunner& runner;
    std::function<LoweredSuite(const Suite&)> lower;
    std::map<std::string, std::string> environment;  // that the tests get: BASE_URL
    /// How long the next run may take; 0 or less: there is no time for one.
    std::function<std::chrono::duration<double>()> patience;
    /// Covolve's own run in the order of the files, which drops what fails; false: there is no time for it.
    std::function<Result<bool>(Suite&)> runInOrder = [](Suite&) -> Result<bool> { return false; };
    const std::atomic<bool>& stop;
    std::function<void(const std::string&)> tell = [](const std::string&) {};
    /// The languages to run them in.
    std::vector<const Launcher*> launchers;
  };

  explicit EmittedCheck(Parts parts) : parts_(std::move(parts)) {}

  /// Says what was run, or why nothing was: sentences for the report.
  std::vector<std::string> run(Suite& suite);

 private:
  struct Outcome {
    std::vector<EmittedResult> results;
    bool isCutShort = false;
    std::string errors;  // the end of what was printed
  };

  /// A sentence on all rounds in that language; so many others are to have their first one after it.
  std::string runIn(const Launcher& launcher, size_t others, Suite& suite);
  /// The same run by ourselves, where none of the languages could make it.
  std::string runOurselves(Suite& suite);
  /// Whether there is time for so many more runs.
  bool hasTimeFor(size_t runs) const;
  Result<Outcome> runOnce(const Launcher& launcher, const emit::RestPrinter& printer,
                          const LoweredSuite& lowered);
  /// How many of the suite's tests, without those that failed and were dropped, have no result.
  static size_t missingResults(const Outcome& outcome, const Suite& suite);
  /// How many were dropped.
  static size_t dropFailed(const Outcome& outcome, const emit::RestPrinter& printer,
                           const LoweredSuite& lowered, Suite& suite);

  Parts parts_;
  bool lacksRun_ = false;  // no run had the tests as they are now in the order of their files
  std::chrono::duration<double> longest_{0};  // of the runs so far, with the reset before it
};

}  // namespace covolve::rest
