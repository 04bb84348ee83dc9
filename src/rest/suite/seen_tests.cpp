// Tests of a service that takes so long to start that its starts are counted: what
// the search saw of a test is one of its runs.
#include <algorithm>
#include <span>
#include <utility>

#include "rest/suite/suite.h"
#include "rest/suite/verification.h"

namespace covolve::rest {

void SuiteMaker::planSeenRuns(double own) {
  keepsSeenRuns_ = true;
  suite_.wasNeverRunInOrder = parts_.emitted.has_value();
  // Where the framework runs them as they are emitted, there is no need to do it ourselves.
  passes_ = parts_.emitted ? 0 : 1;
  constexpr double kShareForChoosing = 0.4;
  const auto forChoosing = [&] { return parts_.allowance.left() - passes_ * costOfReset_ - costOfEmitted(); };
  while (languages_ > 1 && forChoosing() < kShareForChoosing * own) --languages_;
  // One shows what holds: the others have what successes and causes of faults leave.
  languagesForRest_ = std::exchange(languages_, std::min(languages_, 1.0));
  parts_.allowance.grow(std::max(0.0, kShareForChoosing * own - forChoosing()));
}

void SuiteMaker::noteFaults(SuiteTest& test) {
  const CallList& calls = test.runs.front();
  for (const Fault& fault : faultsOf(calls, parts_.oracles)) {
    const bool isKnown = std::ranges::find(suite_.faults, fault.key(), &Fault::key) != suite_.faults.end();
    if (!isKnown || fault.call + 1 != calls.size() || !showsAtItsEnd(fault)(test.runs.back())) continue;
    if (!shown_.insert(fault.key()).second) continue;
    test.faults.push_back(fault);
    test.group = Group::Faults;
  }
}

std::optional<SuiteTest> SuiteMaker::repeated(const SeenRun& seen, const Check& holds) {
  if (seen.calls.empty()) return std::nullopt;
  std::vector<SeenRun> candidates{neededPart(seen)};
  if (candidates.front().calls.size() < seen.calls.size()) candidates.push_back(seen);
  for (SeenRun& candidate : candidates) {
    if (!holds(candidate.calls)) continue;
    std::vector<search::Individual> tests;
    if (auto moved = withAbsentIdentifiers(candidate.test, candidate.calls))
      tests.push_back(std::move(*moved));
    tests.push_back(std::move(candidate.test));
    for (search::Individual& test : tests) {
      if (!hasRoom()) return std::nullopt;
      CallList made = run(test);
      if (made.size() != candidate.calls.size() || !holds(made)) continue;
      SuiteTest found;
      found.individual = std::move(test);
      found.endsService = endsWithoutAnswer(made);
      found.runs = {std::move(made), std::move(candidate.calls)};
      return found;
    }
  }
  return std::nullopt;
}

std::optional<SuiteTest> SuiteMaker::repeated(const std::vector<const search::Individual*>& candidates,
                                              const Check& holds) {
  for (const search::Individual* candidate : candidates) {
    SuiteTest found;
    found.individual = *candidate;
    while (found.runs.size() < 2 && hasRoom()) {
      found.runs.push_back(run(found.individual));
      // It may have reached more behind that, which nobody asks for here.
      while (!found.runs.back().empty() && !holds(found.runs.back())) found.runs.back().pop_back();
      if (found.runs.back().empty()) break;
      found.individual.actions.resize(found.runs.back().size());
    }
    const bool hasBoth = found.runs.size() == 2 && found.runs.front().size() == found.runs.back().size();
    if (hasBoth && !found.runs.back().empty()) return found;
  }
  return std::nullopt;
}

SuiteMaker::Check SuiteMaker::reachesAtItsEnd(search::TargetId target) {
  return [this, target](const CallList& calls) {
    std::vector<search::TargetDistance> reached;
    parts_.problem.targetMap().judge(calls.back(), reached);
    return std::ranges::any_of(reached, [&](const search::TargetDistance& one) {
      return one.target == target && one.distance == 0;
    });
  };
}

SuiteMaker::Check SuiteMaker::showsAtItsEnd(const Fault& fault) const {
  return [this, &fault](const CallList& calls) {
    return std::ranges::any_of(faultsOf(calls, parts_.oracles), [&](const Fault& found) {
      return found.key() == fault.key() && found.call + 1 == calls.size();
    });
  };
}

void SuiteMaker::addFaultAsSeen(const FaultBook::Entry& entry) {
  const Fault& fault = entry.fault();
  if (shown_.contains(fault.key())) return;
  // A service that is ended has to be started again.
  if (fault.kind == "connection-loss" && parts_.allowance.left() < 2 * costOfReset_ + costOfEmitted()) {
    untriedFaults_.insert(fault.key());
    return;
  }
  // One that comes and goes must not take the time of the others.
  constexpr size_t kMostWitnesses = 2;
  for (const auto& witness :
       std::span(entry.witnesses).first(std::min(kMostWitnesses, entry.witnesses.size()))) {
    auto test = repeated({witness.test, witness.calls}, showsAtItsEnd(fault));
    if (!test) continue;
    noteFaults(*test);
    add(std::move(*test), costOfLastRun_);
    return;
  }
  if (!hasRoom() || entry.witnesses.front().calls.empty()) {
    untriedFaults_.insert(fault.key());
    return;
  }
  SuiteTest test;
  test.group = Group::Faults;
  test.faults.push_back(fault);
  test.runs.push_back(entry.witnesses.front().calls);
  const std::string reason(kComesAndGoes);
  suite_.dropped.push_back({titleOf(test.runs.front()), reason});
  suite_.unstable.push_back({std::move(test), reason});
}

void SuiteMaker::addSeen(search::TargetId target, const SeenRun& seen) {
  if (hasToWait(seen.test)) {
    slowTargets_.push_back(target);
    return;
  }
  const auto holds = [&, reaches = reachesAtItsEnd(target)](const CallList& calls) {
    return reaches(calls) && worthOf(target, calls) != Worth::None;
  };
  if (!seen.calls.empty() && !holds(seen.calls)) return;
  auto test = repeated(seen, holds);
  if (!test && isSuccessOfOperation(parts_.problem.targets()[target]))
    test = repeated(candidatesFor(target), holds);
  if (test) {
    const CallList calls = test->runs.front();
    addCovering(target, std::move(*test), calls);
  } else if (hasRoom()) {
    noteUnrepeatable(target);
  } else {
    ++suite_.leftOut.others;
  }
}

std::optional<SeenRun> SuiteMaker::seenRunOf(search::TargetId target) {
  if (isSuccessOfOperation(parts_.problem.targets()[target])) {
    const SeenRun* success = parts_.problem.seenSuccessOf(operationOf(target));
    if (success != nullptr) return *success;
  }
  const Evidence* evidence = parts_.problem.firstEvidenceOf(target);
  if (evidence == nullptr) return std::nullopt;
  SeenRun seen{evidence->individual, {}};
  for (const Call& call : evidence->calls) {
    seen.calls.push_back(call);
    if (reachesAtItsEnd(target)(seen.calls)) break;
  }
  seen.test.actions.resize(seen.calls.size());
  return seen;
}

}  // namespace covolve::rest
