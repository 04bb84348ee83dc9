#include "rest/suite/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <thread>
#include <tuple>
#include <utility>

namespace covolve::rest {

namespace {

/// One that makes something, or puts it in the place of what is there, may answer either by 201 or by 200.
bool areAnsweredAlike(const CallList& one, const CallList& other) {
  return std::ranges::equal(one, other, [](const Call& a, const Call& b) {
    return a.status() == b.status() || (a.succeeded() && b.succeeded());
  });
}

/// What later calls take from earlier ones: a list may have an element in one run and none in another.
bool takeTheSame(const CallList& one, const CallList& other) {
  return std::ranges::equal(one, other, [](const Call& a, const Call& b) {
    return std::ranges::equal(a.arguments, b.arguments, {}, &Argument::taken, &Argument::taken);
  });
}

}  // namespace

void waitForTheNextSecond() { std::this_thread::sleep_for(std::chrono::milliseconds(1100)); }

bool endsWithoutAnswer(const CallList& calls) {
  const HttpFailure* failure = calls.empty() ? nullptr : failureOf(calls.back().answer);
  return failure != nullptr;
}

void sortTests(std::vector<SuiteTest>& tests) {
  using Place = std::tuple<bool, Group, const Operation*, bool, int>;
  std::multimap<Place, SuiteTest> sorted;
  for (SuiteTest& test : tests) {
    const Call& last = test.runs.front().back();
    const Place place{test.endsService, test.group, last.operation, last.isUnsupportedMethod, last.status()};
    sorted.emplace(place, std::move(test));
  }
  tests.clear();
  for (auto& [place, test] : sorted) tests.push_back(std::move(test));
}

Result<void> Verification::run() {
  if (plan_.earlierRuns > 0) return completeRuns();
  // Emitted tests may be run in any order, one by one or together.
  for (const Order order :
       {Order::Forward, Order::Backward, canAffordToRunAlone() ? Order::Alone : Order::Mixed}) {
    if (std::cmp_equal(passes_, plan_.passes)) break;
    if (order == Order::Backward) parts_.letTimePass();
    if (auto done = runAll(order); !done) return done;
    if (order == Order::Forward) mergeEqualTests();
  }
  dropUnstableTests();
  if (plan_.passes < kPasses) return {};
  // As they are emitted, whichever file comes first: in that order one may find what another leaves behind,
  // and without those that were dropped the rest must hold as well.
  constexpr int kMostRounds = 3;
  size_t before = 0;
  for (int round = 0; round < kMostRounds && suite_.tests.size() != before && !parts_.isOver(); ++round) {
    if (round > 0 && parts_.allowance.left() < 2 * (plan_.costOfPass + plan_.costOfReset)) break;
    before = suite_.tests.size();
    sortTests(suite_.tests);
    for (const Order order : {Order::Forward, Order::LastFileFirst}) {
      if (auto done = runAll(order); !done) return done;
    }
    dropUnstableTests();
  }
  return {};
}

Result<void> Verification::completeRuns() {
  mergeEqualTests();
  if (plan_.passes == 0) {
    dropUnstableTests();
    return {};
  }
  size_t before = 0;
  while (suite_.tests.size() != before && !parts_.isOver()) {
    if (before != 0 && parts_.allowance.left() < plan_.costOfPass + plan_.costOfReset) {
      suite_.lacksLastRun = true;
      break;
    }
    before = suite_.tests.size();
    sortTests(suite_.tests);
    if (auto done = runAll(Order::LastFileFirst); !done) return done;
    dropUnstableTests();
  }
  return {};
}

/// A service that takes seconds to start cannot be started for each of hundreds of tests.
bool Verification::canAffordToRunAlone() const {
  const double resets = plan_.costOfReset * static_cast<double>(suite_.tests.size());
  return resets <= parts_.allowance.left() - plan_.passes * plan_.costOfPass;
}

void Verification::dropUnstableTests() {
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
    if (!test.faults.empty()) suite_.unstable.push_back({std::move(test), reason, reason != kNoTimeToRepeat});
  }
  suite_.tests = std::move(kept);
}

bool Verification::isAlwaysShown(const Fault& fault, const SuiteTest& test) const {
  return std::ranges::all_of(test.runs, [&](const CallList& run) {
    const auto found = faultsOf(run, parts_.oracles);
    return std::ranges::find(found, fault.key(), &Fault::key) != found.end();
  });
}

void Verification::dropFaultsThatComeAndGo(SuiteTest& test) {
  const auto isShown = [&](const Fault& fault) { return isAlwaysShown(fault, test); };
  if (std::ranges::none_of(test.faults, isShown)) return;  // the test itself is lost
  for (const Fault& fault : test.faults) {
    if (isShown(fault)) continue;
    SuiteTest own = test;
    own.faults = {fault};
    suite_.unstable.push_back({std::move(own), std::string(kComesAndGoes)});
  }
  std::erase_if(test.faults, [&](const Fault& fault) { return !isShown(fault); });
}

std::string Verification::instabilityOf(const SuiteTest& test) const {
  const CallList& first = test.runs.front();
  const auto inAllRuns = [&](const auto& holds) { return std::ranges::all_of(test.runs, holds); };
  if (first.empty() || !inAllRuns([&](const CallList& run) { return areAnsweredAlike(first, run); }))
    return "its statuses differ between runs";
  const auto isHidden = [&](const Fault& fault) { return !isAlwaysShown(fault, test); };
  if (std::ranges::any_of(test.faults, isHidden)) return std::string(kComesAndGoes);
  if (!inAllRuns([&](const CallList& run) { return takeTheSame(first, run); }))
    return "what it takes from responses is not always there";
  const auto endsInTime = [](const CallList& run) {
    return std::ranges::none_of(run, [](const Call& call) {
      const auto* const response = call.response();
      return response != nullptr && response->isTruncated;
    });
  };
  // Most clients read all of it into memory.
  if (!inAllRuns(endsInTime)) return "an answer is too long, or has no end, for a test that reads all of it";
  if (test.runs.size() < passes_) return std::string(kNoTimeToRepeat);
  if (!parts_.runner.canReset() && reliesOnPresentState(first, parts_.problem.api(), parts_.problem.seen()))
    return "it needs what only this running service has; --start or --reset would make it sure";
  return "";
}

void Verification::describeFaults(SuiteTest& test) {
  for (Fault& fault : test.faults) {
    const std::string key = fault.key();
    const auto shown = faultsOf(test.runs.front(), parts_.oracles);
    fault = *std::ranges::find(shown, key, &Fault::key);
    *std::ranges::find(suite_.faults, key, &Fault::key) = fault;
  }
}

std::vector<size_t> Verification::inOrder(Order order) const {
  std::vector<size_t> tests(suite_.tests.size());
  std::iota(tests.begin(), tests.end(), 0);
  if (order == Order::Backward) std::ranges::reverse(tests);
  if (order == Order::Mixed) {
    std::ranges::sort(tests, {}, [](size_t i) { return std::pair(i % 3, i); });
  }
  if (order == Order::LastFileFirst) {
    std::ranges::sort(tests, {}, [&](size_t i) {
      const SuiteTest& test = suite_.tests[i];
      return std::tuple(test.endsService, -static_cast<int>(test.group), i);
    });
  }
  return tests;
}

Result<void> Verification::runAll(Order order) {
  bool canReset = true;
  const std::vector<size_t> tests = inOrder(order);
  ++passes_;
  for (size_t i = 0; i < tests.size(); ++i) {
    if (i == 0 || (order == Order::Alone && canReset && !parts_.allowance.isUsedUp())) {
      const auto reset = parts_.runner.reset();
      if (!reset) return std::unexpected(reset.error());
      canReset = *reset;
    }
    parts_.tell(fmt::format("run {}, test {} of {}", passes_, i + 1, tests.size()));
    SuiteTest& test = suite_.tests[tests[i]];
    // A service may have become far slower than it was.
    if (parts_.allowance.isFarExceeded() && !test.runs.empty()) continue;
    test.runs.push_back(parts_.runner.run(test.individual));
  }
  return {};
}

void Verification::mergeEqualTests() {
  std::vector<SuiteTest> kept;
  for (SuiteTest& test : suite_.tests) {
    const auto isSame = [&](const SuiteTest& other) {
      // What proves who is calling is added to the request when it is sent.
      const auto whatIsSent = [](const Call& call) {
        return std::tie(call.request, call.isAuthenticated, call.user);
      };
      return std::ranges::equal(other.runs.front(), test.runs.front(), {}, whatIsSent, whatIsSent);
    };
    const auto same = std::ranges::find_if(kept, isSame);
    const auto showsAll = [&](const SuiteTest& runs, const SuiteTest& wanted) {
      return std::ranges::all_of(wanted.faults,
                                 [&](const Fault& fault) { return isAlwaysShown(fault, runs); });
    };
    const bool goesIntoOne =
        same != kept.end() && (showsAll(*same, test) || showsAll(test, *same) || same->faults.empty());
    if (!goesIntoOne) {
      kept.push_back(std::move(test));
      continue;
    }
    if (!showsAll(*same, test)) same->runs = std::move(test.runs);
    same->coveredTargets += test.coveredTargets;
    std::ranges::move(test.faults, std::back_inserter(same->faults));
    if (!same->faults.empty()) same->group = Group::Faults;
  }
  suite_.tests = std::move(kept);
}

}  // namespace covolve::rest
