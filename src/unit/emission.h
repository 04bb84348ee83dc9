// From recorded tests to files that a user can have: tests that pass as they are
// written, faults that fail as they are written, and what sanitizers say about the
// passing ones. All of it takes compilers: where the search has an end by the
// clock, so has this.
#pragma once

#include <chrono>
#include <filesystem>
#include <set>
#include <string>

#include "base/deadline.h"
#include "base/error.h"
#include "execute/sandbox.h"
#include "generate/phases.h"
#include "unit/outcome.h"
#include "unit/preparation.h"
#include "unit/session.h"
#include "unit/verify/sanitized_run.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// What a run with a budget of time may take beside its search. Without one nothing of it ends.
struct TimeAroundSearch {
  std::chrono::duration<double> around{};  // all of it
  // One after the other.
  Deadline simplifying;
  Deadline looking;
  Deadline killing;  // of mutants
  Deadline simplifyingFaults;
  Deadline verification;
  Deadline end;

  /// Nearly half of what is left is for verification, and the last tenth for measuring.
  void begin(std::chrono::duration<double> all, std::chrono::duration<double> left) {
    around = all;
    end = Deadline(Deadline::Clock::now() + std::chrono::duration_cast<Deadline::Clock::duration>(left));
    simplifying = end.after(0.2);
    looking = end.after(0.33);
    killing = end.after(0.4);
    simplifyingFaults = end.after(0.45);
    verification = end.after(0.9);
  }
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
  Result<void> verifyPassingAgain();
  Result<void> addSanitizerFaults(const std::set<size_t>& origins);

  Context context_;
  TimeAroundSearch& time_;
  RunOutcome& outcome_;
};

}  // namespace covolve::unit
