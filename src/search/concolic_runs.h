// Where the problem can run a test concolically: beside its execution the
// expressions are recorded that its data went through, and the decisions that
// hang on them. What makes that possible (a build of its own, for units) is begun
// when it is asked for and worth its time.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>

#include "concolic/trace.h"
#include "search/individual.h"
#include "search/target.h"

namespace covolve::search {

class ConcolicRuns {
 public:
  virtual ~ConcolicRuns() = default;

  enum class Readiness {
    Ready,
    NotYet,
    Never,  // nobody needs to ask again
  };
  /// Whether trace() can be called. What has to be done before is begun here, where it pays: `stalled` says
  /// for how long the search has covered nothing new.
  virtual Readiness prepare(std::chrono::duration<double> stalled) = 0;
  /// Until the search ends; asked where the clock may decide.
  virtual std::chrono::duration<double> timeLeft() const { return std::chrono::hours(1); }
  /// Becomes true when the user wants all to end; null: never.
  virtual const std::atomic<bool>* stop() const { return nullptr; }
  /// Nothing where the test cannot be run like this.
  virtual std::optional<concolic::Trace> trace(const Individual& individual) = 0;
  /// The target of one side of a decision; kNoTarget where it has none.
  virtual TargetId targetOf(uint64_t site, bool outcome) const = 0;
  /// The program for hard conditions; empty: there is none.
  virtual std::filesystem::path smtSolver() const = 0;
  /// For files that are of no use later.
  virtual std::filesystem::path scratch() const = 0;
  /// Whether the same seed must give the same search, so that the clock decides nothing.
  virtual bool isRepeatable() const = 0;
};

}  // namespace covolve::search
