#include "generate/search_phase.h"

#include "base/interrupt.h"

namespace covolve::generate {

Result<void> performSearch(const SearchPhase& phase, const Phases& phases, SearchOutcome& outcome) {
  search::Budget budget(phase.limits, interruptRequested());
  const auto tell = [&] {
    phases.tell({.phase = {},
                 .seconds = budget.elapsed().count(),
                 .count = phase.count ? phase.count() : budget.taken(),
                 .unit = phase.unit,
                 .covered = phase.archive.coveredCount(),
                 .targets = phase.archive.targetCount(),
                 .faults = phase.faults()});
  };
  auto searched = search::runSearch(
      phase.algorithm, {phase.problem, phase.archive, budget, phase.rng, phase.parameters, tell});
  if (!searched) return std::unexpected(searched.error());
  outcome.search = std::move(*searched);
  outcome.evaluations = budget.taken();
  outcome.searchSeconds = budget.elapsed().count();
  return {};
}

void addTargets(std::span<const search::Target> targets, const search::Archive& archive,
                SearchOutcome& outcome) {
  for (search::TargetId id = 0; id < targets.size(); ++id) {
    const bool isKnown = id < archive.targetCount();
    outcome.targets.push_back(
        {targets[id], isKnown && archive.isCovered(id), isKnown ? archive.nearest(id) : search::kNotReached});
  }
}

void reportSearch(const SearchOutcome& outcome, report::RunReport& report) {
  report.evaluations = outcome.evaluations;
  report.interrupted = outcome.interrupted;
  report.timing.seconds = outcome.seconds;
  report.timing.searchSeconds = outcome.searchSeconds;
  report.timing.testsPerSecond =
      outcome.searchSeconds > 0 ? static_cast<double>(outcome.evaluations) / outcome.searchSeconds : 0;
  report.search = outcome.search;
  report.targets = outcome.targets;
  report.knownCalls = outcome.knownCalls;
}

}  // namespace covolve::generate
