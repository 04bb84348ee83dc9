// The search as a phase of a run, for every problem alike: it is given its limits,
// tells how far it is, and leaves behind what the report says about it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "generate/phases.h"
#include "report/run_report.h"
#include "search/loop/loop.h"

namespace covolve::generate {

struct SearchPhase {
  search::Problem& problem;
  search::Archive& archive;
  const std::string& algorithm;
  const search::Parameters& parameters;
  search::Limits limits;
  Rng& rng;
  std::string_view unit;            // what the progress line counts
  std::function<uint64_t()> count;  // so many until now; none: the tests themselves
  std::function<size_t()> faults;   // found until now
};

/// What every run has to tell about its search.
struct SearchOutcome {
  search::SearchStatistics search;
  uint64_t evaluations = 0;
  double searchSeconds = 0;
  std::vector<report::TargetReport> targets;
  std::vector<report::KnownCallReport> knownCalls;
  double seconds = 0;  // of the whole run
  bool interrupted = false;
};

/// The statistics, evaluations and seconds of the outcome.
Result<void> performSearch(const SearchPhase& phase, const Phases& phases, SearchOutcome& outcome);

/// Its targets: those that came up last may be unknown to the archive.
void addTargets(std::span<const search::Target> targets, const search::Archive& archive,
                SearchOutcome& outcome);

/// All of it; what the clock says is in report.timing only.
void reportSearch(const SearchOutcome& outcome, report::RunReport& report);

}  // namespace covolve::generate
