#include "rest/suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "rest/search/slot_genes.h"
#include "rest/suite/verification.h"
#include "search/minimise.h"

namespace covolve::rest {

namespace {

constexpr size_t kHeaviestToSimplify = 500;  // all that could be simpler is made at once
constexpr int kMostTrials = 40;              // runs to make one fault's test smaller
constexpr double kUntilNextSecond = 1.1;     // that verification waits for

Group groupOf(const CallList& calls) {
  const bool allSucceed = std::ranges::all_of(calls, &Call::succeeded);
  return allSucceed ? Group::Successes : Group::Others;
}

/// Whether the call did what it should, and only its answer is not as it should be.
bool concernsAnswer(const Fault& fault) {
  static const std::set<std::string_view> kKinds{
      "schema", "undeclared-status", "content-type", "missing-header", "leak", "slow-answer"};
  return kKinds.contains(fault.kind);
}

}  // namespace

std::string titleOf(const CallList& calls) {
  if (calls.empty()) return "a test without calls";
  return fmt::format("{} {}", calls.back().request.method, calls.back().operation->path);
}

Result<Suite> SuiteMaker::make() {
  if (!parts_.isOver()) {
    // A service that is lost meanwhile, or does not start again, takes all that with it.
    const auto verified = addVerified();
    if (!verified && !parts_.isOver()) parts_.runner.end(verified.error().message);
  }
  if (parts_.isOver() || !parts_.runner.endReason().empty()) {
    suite_ = {};
    addEvidence();
  }
  sortTests(suite_.tests);
  return std::move(suite_);
}

Result<bool> SuiteMaker::runInOrder(Suite& suite, std::chrono::duration<double> time) {
  parts_.allowance.grow(std::max(0.0, time.count() - parts_.allowance.left()));
  if (parts_.isOver() || parts_.allowance.left() < costOfPass_ + costOfReset_) return false;
  // What is interrupted says nothing of the tests.
  Suite tried = suite;
  constexpr size_t kEarlierRuns = 2;
  const auto done = Verification(parts_, tried, {1, kEarlierRuns, costOfPass_, costOfReset_}).run();
  if (!done) return std::unexpected(done.error());
  if (parts_.isOver()) return false;
  // A fault that did not show is told by a run that showed it.
  for (size_t i = suite.unstable.size(); i < tried.unstable.size(); ++i) {
    SuiteTest& test = tried.unstable[i].test;
    const auto shown = std::ranges::find_if(
        test.runs, [&](const CallList& run) { return faultIn(run, test.faults.front().key()).has_value(); });
    if (shown != test.runs.end()) std::iter_swap(shown, test.runs.end() - 1);
  }
  suite = std::move(tried);
  return true;
}

Result<void> SuiteMaker::addVerified() {
  Result<bool> reset = false;
  costOfReset_ = parts_.allowance.costOf([&] { reset = parts_.runner.reset(); });
  if (!reset) return std::unexpected(reset.error());
  planPasses();
  for (const auto* entry : parts_.problem.faults().ordered()) suite_.faults.push_back(entry->fault());
  addSuccesses();
  for (const bool isFirstOfCause : {true, false}) {
    if (!isFirstOfCause && keepsSeenRuns_) languages_ = languagesForRest_;
    if (auto added = addFaults(isFirstOfCause); !added) return added;
  }
  addOthers();
  if (auto added = addSlow(); !added) return added;
  const size_t earlier = keepsSeenRuns_ ? 2 : 0;
  auto verified = Verification(parts_, suite_, {passes_, earlier, costOfPass_, costOfReset_}).run();
  tellAsSeen();
  return verified;
}

void SuiteMaker::planPasses() {
  languages_ = parts_.emitted ? parts_.emitted->languages : 0;
  const double emitted = costOfEmitted();
  // However long a service takes to start: half of the time remains for choosing tests, and these are run
  // twice on one that was started anew.
  const double own = parts_.allowance.left() + costOfReset_;
  constexpr double kMostForResets = 0.4;
  const auto affordable = [&] { return kMostForResets * (parts_.allowance.left() - emitted) / costOfReset_; };
  if (costOfReset_ > 0 && affordable() <= Verification::kLeastPasses) return planSeenRuns(own);
  const double least = (1 + Verification::kLeastPasses) * costOfReset_ + emitted;
  parts_.allowance.grow(std::max(0.0, least - own / 2));
  passes_ = Verification::kPasses;
  while (passes_ > Verification::kLeastPasses && passes_ > affordable()) --passes_;
}

void SuiteMaker::addEvidence() {
  for (const auto* entry : parts_.problem.faults().ordered()) suite_.faults.push_back(entry->fault());
  for (const Evidence& evidence : parts_.problem.evidence()) {
    SuiteTest test;
    test.individual = evidence.individual;
    test.faults = faultsOf(evidence.calls, parts_.oracles);
    test.group = test.faults.empty() ? groupOf(evidence.calls) : Group::Faults;
    test.coveredTargets = evidence.newTargets;
    test.endsService = endsWithoutAnswer(evidence.calls);
    test.runs.push_back(evidence.calls);
    suite_.tests.push_back(std::move(test));
  }
}

bool SuiteMaker::hasRoom() const {
  if (parts_.isOver()) return false;
  const double waiting = keepsSeenRuns_ ? 0 : kUntilNextSecond;
  const double verifying = passes_ * (costOfPass_ + costOfReset_) + waiting;
  return parts_.allowance.left() > verifying + costOfEmitted();
}

double SuiteMaker::costOfEmitted() const {
  if (!parts_.emitted) return 0;
  const double perTest = parts_.emitted->perTest * static_cast<double>(suite_.tests.size());
  // Frameworks are slower than we are; and what had no time to run in its order is lost.
  const double slower = keepsSeenRuns_ ? 2 : 1;
  return languages_ * (slower * costOfPass_ + costOfReset_ + parts_.emitted->start + perTest);
}

bool SuiteMaker::hasToWait(const search::Individual& test) const {
  constexpr double kMostOfAllowance = 0.02;  // for one of hundreds of tests
  const double cost = std::max(passes_, 1) * parts_.runner.expectedTime(test).count();
  return !isTurnOfSlow_ && cost > kMostOfAllowance * parts_.allowance.left();
}

Result<void> SuiteMaker::addSlow() {
  isTurnOfSlow_ = true;
  for (const FaultBook::Entry* entry : slowFaults_) {
    if (!hasRoom()) {
      untriedFaults_.insert(entry->fault().key());
    } else if (auto added = addFault(*entry); !added) {
      return added;
    }
  }
  for (const search::TargetId target : slowTargets_) addTarget(target);
  return {};
}

void SuiteMaker::tellAsSeen() {
  suite_.leftOut.faults = untriedFaults_.size();
  std::set<std::string> wanted = untriedFaults_;
  for (UnstableTest& one : suite_.unstable) {
    const std::string key = one.test.faults.front().key();
    const auto shown = std::ranges::find_if(
        one.test.runs, [&](const CallList& run) { return faultIn(run, key).has_value(); });
    if (shown == one.test.runs.end()) {
      wanted.insert(key);
    } else {
      std::iter_swap(shown, one.test.runs.end() - 1);
      describe(*faultIn(one.test.runs.back(), key));
    }
  }
  for (const Evidence& evidence : parts_.problem.evidence()) {
    if (wanted.empty()) return;
    for (const Fault& fault : faultsOf(evidence.calls, parts_.oracles)) {
      if (wanted.erase(fault.key()) == 0) continue;
      CallList calls = evidence.calls;
      calls.resize(fault.call + 1);
      describe(fault);
      const auto known = std::ranges::find_if(suite_.unstable, [&](const UnstableTest& one) {
        return one.test.faults.front().key() == fault.key();
      });
      if (known != suite_.unstable.end()) {
        known->test.runs.push_back(std::move(calls));
        continue;
      }
      SuiteTest test;
      test.group = Group::Faults;
      test.faults.push_back(fault);
      test.runs.push_back(std::move(calls));
      suite_.unstable.push_back({std::move(test), std::string(kNoTimeToRepeat), false});
    }
  }
}

std::optional<Fault> SuiteMaker::faultIn(const CallList& calls, const std::string& key) const {
  auto found = faultsOf(calls, parts_.oracles);
  const auto fault = std::ranges::find(found, key, &Fault::key);
  return fault == found.end() ? std::nullopt : std::optional(std::move(*fault));
}

void SuiteMaker::describe(const Fault& fault) {
  const auto listed = std::ranges::find(suite_.faults, fault.key(), &Fault::key);
  if (listed != suite_.faults.end()) *listed = fault;
}

void SuiteMaker::add(SuiteTest test, double cost) {
  costOfPass_ += cost;
  suite_.tests.push_back(std::move(test));
}

CallList SuiteMaker::run(const search::Individual& test) {
  if (parts_.runner.resetsByCall()) parts_.runner.resetOrEnd();
  CallList calls;
  costOfLastRun_ = parts_.allowance.costOf([&] { calls = parts_.runner.run(test); });
  return calls;
}

Result<void> SuiteMaker::addFaults(bool isFirstOfCause) {
  std::set<std::string> causes;
  const auto entries = parts_.problem.faults().ordered();
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool isFirst = causes.insert(entries[i]->fault().causeKey()).second;
    if (isFirst != isFirstOfCause) continue;
    if (!hasRoom()) {
      untriedFaults_.insert(entries[i]->fault().key());
      continue;
    }
    if (hasToWait(entries[i]->witnesses.front().test)) {
      slowFaults_.push_back(entries[i]);
      continue;
    }
    parts_.tell(fmt::format("fault {} of {}", i + 1, entries.size()));
    if (auto added = addFault(*entries[i]); !added) return added;
  }
  return {};
}

Result<void> SuiteMaker::addFault(const FaultBook::Entry& entry) {
  if (keepsSeenRuns_) {
    addFaultAsSeen(entry);
    return {};
  }
  const Fault& fault = entry.fault();
  SuiteTest test;
  test.individual = entry.witnesses.front().test;
  test.group = Group::Faults;
  test.faults.push_back(fault);
  for (const auto& witness : entry.witnesses) {
    if (!hasRoom()) break;
    if (auto reset = resetIfCheap(); !reset) return reset;
    if (!shows(witness.test, fault)) continue;
    test.individual = minimised(farther(witness.test, fault), fault);
    if (auto reset = resetIfCheap(); !reset) return reset;
    // What was left behind by one trial may have helped the next.
    if (!shows(test.individual, fault)) test.individual = witness.test;
    break;
  }
  add(std::move(test), costOfLastRun_);
  return {};
}

Result<void> SuiteMaker::resetIfCheap() {
  // A service that takes seconds to start is not started for each of hundreds of faults.
  const double all = 2 * costOfReset_ * static_cast<double>(suite_.faults.size());
  if (all > parts_.allowance.left() / 4) return {};
  if (auto reset = parts_.runner.reset(); !reset) return std::unexpected(reset.error());
  return {};
}

bool SuiteMaker::shows(const search::Individual& test, const Fault& fault, CallList* calls) {
  CallList made = run(test);
  const auto faults = faultsOf(made, parts_.oracles);
  const bool isShown = std::ranges::any_of(faults, [&](const Fault& found) {
    return found.key() == fault.key() && found.call + 1 == made.size();
  });
  if (calls != nullptr) *calls = std::move(made);
  return isShown;
}

search::Individual SuiteMaker::farther(const search::Individual& test, const Fault& fault) {
  auto moved = withAbsentIdentifiers(test, run(test));
  return moved && shows(*moved, fault) ? std::move(*moved) : test;
}

search::Individual SuiteMaker::minimised(const search::Individual& test, const Fault& fault) {
  search::Individual best = test;
  // What ends the service costs a restart a trial.
  int trials = fault.kind == "connection-loss" ? kMostTrials - 6 : 0;
  const auto stillShows = [&](search::Individual& candidate) {
    if (trials >= kMostTrials || parts_.allowance.isHalfUsed() || !hasRoom()) return false;
    ++trials;
    CallList calls;
    if (!shows(candidate, fault, &calls)) return false;
    candidate.assumptions = assumptionsOf(calls);
    // An identifier that happened to be right is no simpler one.
    return candidate.assumptions <= best.assumptions;
  };
  const auto mayChange = [&](gene::Gene& gene) {
    // The identifier of something that is not there must not become that of something that is.
    return trials < kMostTrials && !slotOf(gene) && gene.weight() <= kHeaviestToSimplify;
  };
  search::dropActions(best, stillShows);
  search::simplifyValues(best, stillShows, mayChange);
  return best;
}

std::optional<CallList> SuiteMaker::reaching(const search::Individual& test, search::TargetId target) {
  CallList calls = run(test);
  std::vector<search::TargetDistance> reached;
  for (size_t i = 0; i < calls.size(); ++i) {
    parts_.problem.targetMap().judge(calls[i], reached);
    const auto isIt = [&](const search::TargetDistance& one) {
      return one.target == target && one.distance == 0;
    };
    if (std::ranges::none_of(reached, isIt)) continue;
    calls.resize(i + 1);
    return calls;
  }
  return std::nullopt;
}

CallList SuiteMaker::shortened(search::Individual& test, CallList calls, search::TargetId target) {
  test.actions.resize(calls.size());
  search::dropActions(test, [&](search::Individual& candidate) {
    if (!hasRoom()) return false;
    auto shorter = reaching(candidate, target);
    if (!shorter || shorter->size() != candidate.actions.size()) return false;
    if (assumptionsOf(*shorter) > assumptionsOf(calls)) return false;
    calls = std::move(*shorter);
    return true;
  });
  return calls;
}

void SuiteMaker::addSuccesses() {
  const auto& targets = parts_.problem.targets();
  for (search::TargetId target = 0; target < parts_.archive.targetCount(); ++target) {
    if (!isSuccessOfOperation(targets[target]) || !parts_.archive.isCovered(target)) continue;
    parts_.tell(fmt::format("success of operation {} of {}", operationOf(target) + 1,
                            parts_.problem.api().operations.size()));
    addTarget(target);
  }
}

void SuiteMaker::addOthers() {
  const search::Archive& archive = parts_.archive;
  const auto& targets = parts_.problem.targets();
  for (search::TargetId target = 0; target < archive.targetCount(); ++target) {
    if (!archive.isCovered(target) || targets[target].kind == search::TargetKind::Fault) continue;
    if (isSuccessOfOperation(targets[target])) continue;
    parts_.tell(fmt::format("target {} of {}", target + 1, archive.targetCount()));
    addTarget(target);
  }
}

size_t SuiteMaker::operationOf(search::TargetId target) const {
  const auto& operations = parts_.problem.api().operations;
  const std::string& id = parts_.problem.targets()[target].function;
  return static_cast<size_t>(std::ranges::find(operations, id, &Operation::id) - operations.begin());
}

void SuiteMaker::addTarget(search::TargetId target) {
  if (covered_.contains(target)) return;
  if (!hasRoom()) {
    ++suite_.leftOut.others;
    return;
  }
  if (keepsSeenRuns_) {
    if (const auto seen = seenRunOf(target)) addSeen(target, *seen);
    return;
  }
  std::vector<const search::Individual*> candidates = candidatesFor(target);
  std::erase_if(candidates, [&](const search::Individual* one) { return hasToWait(*one); });
  if (candidates.empty()) {
    slowTargets_.push_back(target);
    return;
  }
  addCovering(target, candidates);
}

std::vector<const search::Individual*> SuiteMaker::candidatesFor(search::TargetId target) const {
  std::vector<const search::Individual*> candidates{parts_.archive.best(target).get()};
  if (!isSuccessOfOperation(parts_.problem.targets()[target])) return candidates;
  // The shortest may have succeeded although it must not; then there are others.
  for (const search::Individual& success : parts_.problem.successesOf(operationOf(target)))
    candidates.push_back(&success);
  return candidates;
}

void SuiteMaker::addCovering(search::TargetId target,
                             const std::vector<const search::Individual*>& candidates) {
  bool isRepeatable = false;
  SuiteTest faulty;
  std::optional<CallList> faultyCalls;
  for (const search::Individual* candidate : candidates) {
    SuiteTest test;
    test.individual = *candidate;
    if (auto calls = reaching(test.individual, target)) {
      isRepeatable = true;
      const Worth worth = worthOf(target, *calls);
      if (worth == Worth::Full) {
        if (auto moved = withAbsentIdentifiers(test.individual, *calls)) {
          if (auto same = reaching(*moved, target)) {
            test.individual = std::move(*moved);
            calls = std::move(same);
          }
        }
        *calls = shortened(test.individual, std::move(*calls), target);
        return addCovering(target, std::move(test), *calls);
      }
      if (worth == Worth::FaultyAnswer && !faultyCalls) {
        faulty = std::move(test);
        faultyCalls = std::move(*calls);
      }
    }
    if (!hasRoom()) break;
  }
  if (faultyCalls) {
    *faultyCalls = shortened(faulty.individual, std::move(*faultyCalls), target);
    return addCovering(target, std::move(faulty), *faultyCalls);
  }
  if (!isRepeatable && hasRoom()) noteUnrepeatable(target);
}

SuiteMaker::Worth SuiteMaker::worthOf(search::TargetId target, const CallList& calls) const {
  const auto faults = faultsOf(calls, parts_.oracles);
  if (!std::ranges::all_of(faults, concernsAnswer)) return Worth::None;
  const bool isOfLast = std::ranges::find(faults, calls.size() - 1, &Fault::call) != faults.end();
  if (!isOfLast) return Worth::Full;
  const bool isWanted = isSuccessOfOperation(parts_.problem.targets()[target]);
  return isWanted ? Worth::FaultyAnswer : Worth::None;
}

void SuiteMaker::addCovering(search::TargetId target, SuiteTest test, const CallList& calls) {
  std::vector<search::TargetDistance> reached;
  for (const Call& call : calls) parts_.problem.targetMap().judge(call, reached);
  for (const auto& [id, distance] : reached) {
    if (distance == 0 && covered_.insert(id).second) ++test.coveredTargets;
  }
  test.group = groupOf(calls);
  test.hasFaultyAnswer = worthOf(target, calls) == Worth::FaultyAnswer;
  if (keepsSeenRuns_) noteFaults(test);
  test.reached = parts_.problem.targets()[target].description;
  add(std::move(test), costOfLastRun_);
}

void SuiteMaker::noteUnrepeatable(search::TargetId target) {
  const search::Target& what = parts_.problem.targets()[target];
  suite_.dropped.push_back({fmt::format("{}: {}", what.function, what.description),
                            "the test for it behaves differently when it is repeated"});
}

}  // namespace covolve::rest
