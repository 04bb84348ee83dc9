// From recorded tests to files that a user can have: tests that pass as they are
// written, faults that fail as they are written, and what sanitizers say about the
// passing ones. All of it takes compilers: where the search has an end by the
// clock, so has this.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include "base/deadline.h"
#include "base/error.h"
#include "base/fair_clock.h"
#include "execute/sandbox.h"
#include "generate/phases.h"
#include "unit/outcome.h"
#include "unit/preparation.h"
#include "unit/session.h"
#include "unit/verify/sanitized_run.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// What a run with a budget of time may take beside its search. Without one nothing of it ends. What makes
/// tests nicer goes by the clock on the wall; what decides which there are by one that goes slower where
/// other work has the processors.
struct TimeAroundSearch {
  std::chrono::duration<double> around{};  // all of it
  // One after the other.
  Deadline simplifying;
  Deadline looking;
  Deadline killing;  // of mutants
  Deadline simplifyingFaults;
  Deadline verification;
  Deadline sanitizing;
  Deadline end;

  /// More than half of what is left is for the tests that come of it.
  void begin(std::chrono::duration<double> all, std::chrono::duration<double> left) {
    around = all;
    forTests_ = 0.55 * left;
    onWall_ = Deadline(Deadline::Clock::now() + std::chrono::duration_cast<Deadline::Clock::duration>(left));
    simplifying = onWall_.after(0.2);
    looking = onWall_.after(0.33);
    killing = onWall_.after(0.4);
    simplifyingFaults = onWall_.after(0.45);
  }

  /// However long it was until here: tests that nobody verified are worth nothing.
  void beginTests() {
    if (const auto left = onWall_.left()) endIn(std::max<std::chrono::duration<double>>(forTests_, *left));
  }

  /// All the time again, for tests only.
  void beginAgain() {
    if (onWall_.left()) endIn(around);
  }

 private:
  void endIn(std::chrono::duration<double> left) {
    if (!fair_) fair_ = std::make_shared<FairClock>();
    const auto now = [clock = fair_] { return clock->now(); };
    end = Deadline(now() + std::chrono::duration_cast<Deadline::Clock::duration>(left), now);
    verification = end.after(0.7);
    sanitizing = end.after(0.85);
  }

  Deadline onWall_;
  std::shared_ptr<FairClock> fair_;
  std::chrono::duration<double> forTests_{};
};

class Emission {
 public:
  struct Context {
    Session& session;
    const SourceFile& source;
    const Prepared& prepared;
    const execute::Sandbox& sandbox;
    const std::filesystem::path& scratch;
    generate::Phases& phases;
  };
  Emission(const Context& context, TimeAroundSearch& time, RunOutcome& outcome)
      : context_(context), time_(time), outcome_(outcome) {}

  /// The outcome's suite becomes its verified files.
  Result<void> run();

 private:
  VerificationOptions verificationOptions(const std::string& fileName, TestBuild build) const;
  void avoidEarlierNames(emit::TestFile& file) const;
  Result<Verified> verifyMostValuable(emit::TestFile file, VerificationOptions options);
  /// `judged`: the tests as the sanitizers saw them.
  Result<void> applySanitizers(SanitizedRun sanitized, emit::TestFile judged);
  struct Refused {
    std::set<std::string> causes;         // of faults
    std::set<std::string> causesOfLooks;  // and of what the tests can do without
    std::set<size_t> faults;              // origins of the tests that show them
  };
  std::set<size_t> refuse(const SanitizedRun& sanitized, const emit::TestFile& judged, Refused& refused);
  Result<Verified> verifyWithoutRefused(Verified lost, emit::TestFile file, const SanitizedRun& sanitized);
  SanitizedRun judge(emit::TestFile& tests);
  void dropUnjudged(const SanitizedRun& sanitized);
  Result<void> verifyPassingAgain(const std::set<size_t>& changed);
  Result<void> addSanitizerFaults(const std::set<size_t>& origins);

  Context context_;
  TimeAroundSearch& time_;
  RunOutcome& outcome_;
};

}  // namespace covolve::unit
