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
    const std::vector<std::string>& formats;  // those that are emitted
    std::function<LoweredSuite(const Suite&)> lower;
    std::map<std::string, std::string> environment;  // that the tests get: BASE_URL
    /// How long the next run may take; 0 or less: there is no time for one.
    std::function<std::chrono::duration<double>()> patience;
    const std::atomic<bool>& stop;
    std::function<void(const std::string&)> tell = [](const std::string&) {};
    const std::vector<Launcher>& launchers = rest::launchers();
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

  bool isInstalled(const Launcher& launcher) const;
  bool isWanted(const Launcher& launcher) const;
  std::vector<const Launcher*> chosen() const;
  /// A sentence on all rounds in that language.
  std::string runIn(const Launcher& launcher, Suite& suite);
  Result<Outcome> runOnce(const Launcher& launcher, const emit::RestPrinter& printer,
                          const LoweredSuite& lowered);
  /// How many of the suite's tests, without those that failed and were dropped, have no result.
  static size_t missingResults(const Outcome& outcome, const Suite& suite);
  /// How many were dropped.
  static size_t dropFailed(const Outcome& outcome, const emit::RestPrinter& printer,
                           const LoweredSuite& lowered, Suite& suite);

  Parts parts_;
};

}  // namespace covolve::rest
