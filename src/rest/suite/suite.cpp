#include "rest/suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <thread>
#include <tuple>

#include "rest/search/slot_genes.h"
#include "search/minimise.h"

namespace covolve::rest {

namespace {

constexpr const char* kComesAndGoes = "it does not always show its fault";
constexpr size_t kHeaviestToSimplify = 500;  // all that could be simpler is made at once
constexpr int kMostTrials = 40;              // runs to make one fault's test smaller

Group groupOf(const CallList& calls) {
  const bool allSucceed = std::ranges::all_of(calls, &Call::succeeded);
  return allSucceed ? Group::Successes : Group::Others;
}

std::string titleOf(const CallList& calls) {
  if (calls.empty()) return "a test without calls";
  return fmt::format("{} {}", calls.back().request.method, calls.back().operation->path);
}

/// The test with other identifiers for what was not there: small ones are those of what other tests make.
/// None where it has no such identifier.
std::optional<search::Individual> withAbsentIdentifiers(const search::Individual& test,
                                                        const CallList& calls) {
  std::optional<search::Individual> moved;
  for (size_t i = 0; i < std::min(test.actions.size(), calls.size()); ++i) {
    if (calls[i].status() != 404) continue;
    for (size_t k = 0; k < test.actions[i].genes.size(); ++k) {
      gene::Gene& gene = *test.actions[i].genes[k];
      if (!slotOf(gene) || isReference(static_cast<gene::AlternativeGene&>(gene))) continue;
      if (!moved) moved = test;
      assignAbsentIdentifier(static_cast<gene::AlternativeGene&>(*moved->actions[i].genes[k]));
    }
  }
  return moved;
}

bool haveSameStatuses(const CallList& one, const CallList& other) {
  return std::ranges::equal(one, other, {}, &Call::status, &Call::status);
}

/// What later calls take from earlier ones: a list may have an element in one run and none in another.
bool takeTheSame(const CallList& one, const CallList& other) {
  return std::ranges::equal(one, other, [](const Call& a, const Call& b) {
    return std::ranges::equal(a.arguments, b.arguments, {}, &Argument::taken, &Argument::taken);
  });
}

bool endsWithoutAnswer(const CallList& calls) {
  const HttpFailure* failure = calls.empty() ? nullptr : failureOf(calls.back().answer);
  return failure != nullptr;
}

}  // namespace

void waitForTheNextSecond() { std::this_thread::sleep_for(std::chrono::milliseconds(1100)); }

Result<Suite> SuiteMaker::make() {
  if (!parts_.isOver()) {
    const auto verified = addVerified();
    // A service that is lost meanwhile takes all that with it.
    if (!verified && !parts_.isOver()) return std::unexpected(verified.error());
  }
  if (parts_.isOver()) {
    suite_ = {};
    addEvidence();
  }
  sortTests();
  return std::move(suite_);
}

Result<void> SuiteMaker::addVerified() {
  if (auto reset = parts_.runner.reset(); !reset) return std::unexpected(reset.error());
  if (auto added = addFaults(); !added) return added;
  addCovering();
  return verify();
}

void SuiteMaker::sortTests() {
  // Within a group as the document has the operations, and by status.
  using Place = std::tuple<bool, Group, const Operation*, bool, int>;
  std::multimap<Place, SuiteTest> sorted;
  for (SuiteTest& test : suite_.tests) {
    const Call& last = test.runs.front().back();
    const Place place{test.endsService, test.group, last.operation, last.isUnsupportedMethod, last.status()};
    sorted.emplace(place, std::move(test));
  }
  suite_.tests.clear();
  for (auto& [place, test] : sorted) suite_.tests.push_back(std::move(test));
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

Result<void> SuiteMaker::addFaults() {
  for (const auto* entry : parts_.problem.faults().ordered()) {
    const Fault& fault = entry->fault();
    suite_.faults.push_back(fault);
    SuiteTest test;
    test.individual = entry->witnesses.front().test;
    test.group = Group::Faults;
    test.faults.push_back(fault);
    for (const auto& witness : entry->witnesses) {
      if (!parts_.goOn()) break;
      if (auto reset = parts_.runner.reset(); !reset) return std::unexpected(reset.error());
      if (!shows(witness.test, fault)) continue;
      test.individual = minimised(farther(witness.test, fault), fault);
      if (auto reset = parts_.runner.reset(); !reset) return std::unexpected(reset.error());
      // What was left behind by one trial may have helped the next.
      if (!shows(test.individual, fault)) test.individual = witness.test;
      break;
    }
    suite_.tests.push_back(std::move(test));
  }
  return {};
}

bool SuiteMaker::shows(const search::Individual& test, const Fault& fault, CallList* calls) {
  CallList run = parts_.runner.run(test);
  const auto faults = faultsOf(run, parts_.oracles);
  const bool isShown = std::ranges::any_of(
      faults, [&](const Fault& found) { return found.key() == fault.key() && found.call + 1 == run.size(); });
  if (calls != nullptr) *calls = std::move(run);
  return isShown;
}

search::Individual SuiteMaker::farther(const search::Individual& test, const Fault& fault) {
  if (parts_.runner.resetsByCall()) parts_.runner.resetOrEnd();
  auto moved = withAbsentIdentifiers(test, parts_.runner.run(test));
  return moved && shows(*moved, fault) ? std::move(*moved) : test;
}

search::Individual SuiteMaker::minimised(const search::Individual& test, const Fault& fault) {
  search::Individual best = test;
  // What ends the service costs a restart a trial.
  int trials = fault.kind == "connection-loss" ? kMostTrials - 6 : 0;
  const auto stillShows = [&](search::Individual& candidate) {
    if (trials >= kMostTrials || !parts_.goOn()) return false;
    ++trials;
    if (parts_.runner.resetsByCall()) parts_.runner.resetOrEnd();
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
  if (parts_.runner.resetsByCall()) parts_.runner.resetOrEnd();
  CallList calls = parts_.runner.run(test);
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
    if (!parts_.goOn()) return false;
    auto shorter = reaching(candidate, target);
    if (!shorter || shorter->size() != candidate.actions.size()) return false;
    if (assumptionsOf(*shorter) > assumptionsOf(calls)) return false;
    calls = std::move(*shorter);
    return true;
  });
  return calls;
}

void SuiteMaker::addCovering() {
  const search::Archive& archive = parts_.archive;
  const auto& targets = parts_.problem.targets();
  std::set<search::TargetId> covered;
  for (search::TargetId target = 0; target < archive.targetCount(); ++target) {
    if (!archive.isCovered(target) || covered.contains(target) || !parts_.goOn()) continue;
    if (targets[target].kind == search::TargetKind::Fault) continue;
    SuiteTest test;
    test.individual = *archive.best(target);
    auto calls = reaching(test.individual, target);
    if (!calls) {
      suite_.dropped.push_back({fmt::format("{}: {}", targets[target].function, targets[target].description),
                                "the test for it behaves differently when it is repeated"});
      continue;
    }
    // Server errors and the like belong to the faults, which have tests of their own.
    if (!faultsOf(*calls, parts_.oracles).empty()) continue;
    if (auto moved = withAbsentIdentifiers(test.individual, *calls)) {
      if (auto same = reaching(*moved, target)) {
        test.individual = std::move(*moved);
        calls = std::move(same);
      }
    }
    *calls = shortened(test.individual, std::move(*calls), target);
    std::vector<search::TargetDistance> reached;
    for (const Call& call : *calls) parts_.problem.targetMap().judge(call, reached);
    for (const auto& [id, distance] : reached) {
      if (distance == 0 && covered.insert(id).second) ++test.coveredTargets;
    }
    test.group = groupOf(*calls);
    test.reached = targets[target].description;
    suite_.tests.push_back(std::move(test));
  }
}

Result<void> SuiteMaker::verify() {
  // Emitted tests may be run in any order, one by one or together.
  for (const Order order : {Order::Forward, Order::Backward, Order::Alone}) {
    if (order == Order::Backward) parts_.letTimePass();
    if (auto done = runAll(order); !done) return done;
    if (order == Order::Forward) mergeEqualTests();
  }
  dropUnstableTests();
  // As they are emitted, whichever file comes first: in that order one may find what another leaves behind,
  // and without those that were dropped the rest must hold as well.
  constexpr int kMostRounds = 3;
  size_t before = 0;
  for (int round = 0; round < kMostRounds && suite_.tests.size() != before && !parts_.isOver(); ++round) {
    before = suite_.tests.size();
    sortTests();
    for (const Order order : {Order::Forward, Order::LastFileFirst}) {
      if (auto done = runAll(order); !done) return done;
    }
    dropUnstableTests();
  }
  return {};
}

void SuiteMaker::dropUnstableTests() {
  std::vector<SuiteTest> kept;
  for (SuiteTest& test : suite_.tests) {
    dropFaultsThatComeAndGo(test);
    const std::string reason = instabilityOf(test);
    if (reason.empty()) {
      test.endsService = endsWithoutAnswer(test.runs.front());
      describeFaults(test);
      kept.push_back(std::move(test));
      continue;
    }
    suite_.dropped.push_back({titleOf(test.runs.front()), reason});
    if (!test.faults.empty()) suite_.unstable.push_back({std::move(test), reason});
  }
  suite_.tests = std::move(kept);
}

bool SuiteMaker::isAlwaysShown(const Fault& fault, const SuiteTest& test) const {
  return std::ranges::all_of(test.runs, [&](const CallList& run) {
    const auto found = faultsOf(run, parts_.oracles);
    return std::ranges::find(found, fault.key(), &Fault::key) != found.end();
  });
}

void SuiteMaker::dropFaultsThatComeAndGo(SuiteTest& test) {
  const auto isShown = [&](const Fault& fault) { return isAlwaysShown(fault, test); };
  if (std::ranges::none_of(test.faults, isShown)) return;  // the test itself is lost
  for (const Fault& fault : test.faults) {
    if (isShown(fault)) continue;
    SuiteTest own = test;
    own.faults = {fault};
    suite_.unstable.push_back({std::move(own), kComesAndGoes});
  }
  std::erase_if(test.faults, [&](const Fault& fault) { return !isShown(fault); });
}

std::string SuiteMaker::instabilityOf(const SuiteTest& test) const {
  const CallList& first = test.runs.front();
  const auto inAllRuns = [&](const auto& holds) { return std::ranges::all_of(test.runs, holds); };
  if (first.empty() || !inAllRuns([&](const CallList& run) { return haveSameStatuses(first, run); }))
    return "its statuses differ between runs";
  const auto isHidden = [&](const Fault& fault) { return !isAlwaysShown(fault, test); };
  if (std::ranges::any_of(test.faults, isHidden)) return kComesAndGoes;
  if (!inAllRuns([&](const CallList& run) { return takeTheSame(first, run); }))
    return "what it takes from responses is not always there";
  return "";
}

void SuiteMaker::describeFaults(SuiteTest& test) {
  for (Fault& fault : test.faults) {
    const std::string key = fault.key();
    const auto shown = faultsOf(test.runs.front(), parts_.oracles);
    fault = *std::ranges::find(shown, key, &Fault::key);
    *std::ranges::find(suite_.faults, key, &Fault::key) = fault;
  }
}

std::vector<size_t> SuiteMaker::inOrder(Order order) const {
  std::vector<size_t> tests(suite_.tests.size());
  std::iota(tests.begin(), tests.end(), 0);
  if (order == Order::Backward) std::ranges::reverse(tests);
  if (order == Order::LastFileFirst) {
    std::ranges::sort(tests, {}, [&](size_t i) {
      const SuiteTest& test = suite_.tests[i];
      return std::tuple(test.endsService, -static_cast<int>(test.group), i);
    });
  }
  return tests;
}

Result<void> SuiteMaker::runAll(Order order) {
  bool canReset = true;
  const std::vector<size_t> tests = inOrder(order);
  for (size_t i = 0; i < tests.size(); ++i) {
    if (i == 0 || (order == Order::Alone && canReset && parts_.goOn())) {
      const auto reset = parts_.runner.reset();
      if (!reset) return std::unexpected(reset.error());
      canReset = *reset;
    }
    SuiteTest& test = suite_.tests[tests[i]];
    test.runs.push_back(parts_.runner.run(test.individual));
  }
  return {};
}

void SuiteMaker::mergeEqualTests() {
  std::vector<SuiteTest> kept;
  for (SuiteTest& test : suite_.tests) {
    const auto isSame = [&](const SuiteTest& other) {
      return std::ranges::equal(other.runs.back(), test.runs.back(), {}, &Call::request, &Call::request);
    };
    const auto same = std::ranges::find_if(kept, isSame);
    if (same == kept.end()) {
      kept.push_back(std::move(test));
      continue;
    }
    same->coveredTargets += test.coveredTargets;
    std::ranges::move(test.faults, std::back_inserter(same->faults));
  }
  suite_.tests = std::move(kept);
}

}  // namespace covolve::rest
