#include "unit/suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

#include "base/type_name.h"
#include "search/minimise.h"
#include "unit/scenario/encoding.h"
#include "unit/suite/fault_description.h"
#include "unit/suite/fault_recorder.h"
#include "unit/suite/inspections.h"
#include "unit/suite/telling_values.h"

namespace covolve::unit {

using search::Individual;
using search::TargetId;

namespace {

constexpr int kRepetitions = 3;

/// Runs tests in small portions; once `goOn` says no, the rest counts as covering nothing, which changes no
/// test.
search::Cover coverBy(UnitProblem& problem, execute::Steps steps, std::function<bool()> goOn) {
  return [&problem, steps, goOn = std::move(goOn)](
             std::span<const Individual> tests) -> Result<std::vector<std::set<TargetId>>> {
    constexpr size_t kPortion = 64;
    std::vector<std::set<TargetId>> covered;
    for (auto left = tests; !left.empty() && goOn(); left = left.subspan(std::min(kPortion, left.size()))) {
      auto runs = problem.rerun(left.first(std::min(kPortion, left.size())), false, steps);
      if (!runs) return std::unexpected(runs.error());
      for (Rerun& run : *runs) covered.push_back(std::move(run.covered));
    }
    covered.resize(tests.size());
    return covered;
  };
}

/// An exception that nothing behind it needs is a behaviour of its own.
Result<void> separateExceptions(std::vector<search::MinimisedTest>& tests, UnitProblem& problem,
                                const search::Cover& cover, const std::function<bool()>& goOn) {
  if (!goOn()) return {};
  std::vector<Individual> individuals;
  for (const search::MinimisedTest& test : tests) individuals.push_back(test.individual);
  const auto runs = problem.rerun(individuals, false);
  if (!runs) return std::unexpected(runs.error());
  std::vector<search::MinimisedTest> separated;
  for (size_t i = 0; i < tests.size(); ++i) {
    std::vector<size_t> places;
    for (const ThrownType& thrown : (*runs)[i].thrown) places.push_back(thrown.action);
    auto parts = search::separateAt(places, std::move(tests[i]), cover);
    if (!parts) return std::unexpected(parts.error());
    std::ranges::move(*parts, std::back_inserter(separated));
  }
  tests = std::move(separated);
  return {};
}

bool isSeenIn(const std::vector<Observation>& observations, const Observation& wanted) {
  return std::ranges::any_of(observations, [&](const Observation& observation) {
    return observation.step == wanted.step && observation.what == wanted.what;
  });
}

/// Who owns memory at the end: the test frees only what it owns in all runs, and nothing that is gone in one.
void keepCommonOwners(std::vector<Observation>& observations, const std::vector<Observation>& repeated) {
  using enum Observation::What;
  std::erase_if(observations, [&](const Observation& observation) {
    return observation.what == Given && !isSeenIn(repeated, observation);
  });
  for (const Observation& observation : repeated) {
    if (observation.what == Freed && !isSeenIn(observations, observation))
      observations.push_back(observation);
  }
}

/// Keeps of the first run's observations what all repetitions agree on; what differs becomes opaque.
void keepCommon(std::vector<Observation>& observations, const std::vector<Observation>& repeated) {
  keepCommonOwners(observations, repeated);
  for (size_t i = 0; i < observations.size(); ++i) {
    using enum Observation::What;
    if (observations[i].what == Given || observations[i].what == Freed) continue;
    if (i < repeated.size() && observations[i].what == Observation::What::Threw) {
      if (observations[i].exceptionText != repeated[i].exceptionText) observations[i].exceptionText.clear();
    } else if (i >= repeated.size() || !(observations[i] == repeated[i])) {
      observations[i].value = {};
    }
  }
}

/// The scratch directory's name is ours and changes from run to run: nothing may be expected of it.
void hideScratch(Value& value, const std::string& scratch) {
  if (value.text.find(scratch) != std::string::npos) value = {};
  for (Value& child : value.children) hideScratch(child, scratch);
}

/// Whether memory is granted depends on the machine, and whether it is asked for on the optimiser, which may
/// leave out what nobody uses.
bool lacksMemory(const Rerun& run) {
  return std::ranges::any_of(run.thrown, [](const ThrownType& thrown) {
    return thrown.type == "St9bad_alloc" || thrown.type == "St20bad_array_new_length";
  });
}

bool passesNull(const Value& value) {
  return value.kind == Value::Kind::Absent || std::ranges::any_of(value.children, passesNull);
}

/// libstdc++ throws where a std::string is made of a null pointer, which other libraries need not: the
/// standard leaves it undefined. Nobody wants such a test, unless the null is the code's own.
bool makesTextOfNull(const RecordedTest& test, const std::vector<Observation>& observations) {
  return std::ranges::any_of(observations, [&](const Observation& observation) {
    return observation.what == Observation::What::Threw &&
           observation.exceptionText.starts_with("basic_string") &&
           observation.exceptionText.find(" null ") != std::string::npos &&
           std::ranges::any_of(test.steps[observation.step].arguments, passesNull);
  });
}

/// The test as all its repetitions agree on it, or why there is none.
std::expected<RecordedTest, std::string> record(const Individual& test, std::span<const Rerun> repetitions) {
  const std::unexpected differs(std::string("differs between repetitions"));
  const Rerun& first = repetitions[0];
  if (lacksMemory(first))
    return std::unexpected(std::string("std::bad_alloc depends on the machine and the optimiser"));
  RecordedTest recorded{stepsOf(test), {}, std::nullopt};
  for (size_t i = 0; i < repetitions.size(); ++i) {
    const Rerun& run = repetitions[i];
    if (run.death || run.outcome == abi::Outcome::Invalid) return differs;
    if (run.executed.actions.size() != test.actions.size() || run.thrown != first.thrown) return differs;
    auto observations = decodeObservations(run.observations);
    if (!observations) return differs;
    if (i == 0) {
      if (makesTextOfNull(recorded, *observations))
        return std::unexpected(std::string("a std::string is made of a null pointer, which is undefined"));
      recorded.observations = std::move(*observations);
    } else {
      keepCommon(recorded.observations, *observations);
    }
  }
  return recorded;
}

/// Of tests with those targets: by how many each covers alone, then by how many it covers.
std::vector<size_t> valueOrder(const std::vector<std::set<TargetId>>& covered) {
  std::map<TargetId, size_t> owners;
  for (const auto& targets : covered) {
    for (const TargetId target : targets) ++owners[target];
  }
  const auto value = [&](size_t test) {
    const auto alone = std::ranges::count_if(covered[test], [&](TargetId id) { return owners[id] == 1; });
    return std::tuple(-alone, -static_cast<ptrdiff_t>(covered[test].size()), test);
  };
  std::vector<size_t> order(covered.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, value);
  return order;
}

}  // namespace

Result<RecordedSuite> SuiteMaker::make() const {
  RecordedSuite suite;
  if (auto recorded = recordPassing(suite); !recorded) return std::unexpected(recorded.error());
  if (auto recorded = recordFaults(suite); !recorded) return std::unexpected(recorded.error());
  return suite;
}

Result<void> SuiteMaker::recordPassing(RecordedSuite& suite) const {
  auto selected = search::selectTests(archive, coverBy(problem, execute::Steps::InFull, [] { return true; }));
  if (!selected) return std::unexpected(selected.error());
  // Many a simpler test would hang: it is not worth the wait.
  const search::Cover cover = coverBy(problem, execute::Steps::CutEarly, maySimplify);
  if (auto separated = separateExceptions(*selected, problem, cover, maySimplify); !separated)
    return separated;
  if (auto simplified = search::simplifyTests(*selected, cover, maySimplify); !simplified) return simplified;

  std::vector<Individual> tests;
  for (search::MinimisedTest& test : *selected) tests.push_back(std::move(test.individual));
  // With its simpler values a test may end earlier, or leave calls out.
  auto settled = problem.rerun(tests, false);
  if (!settled) return std::unexpected(settled.error());
  for (size_t i = 0; i < tests.size(); ++i) {
    Rerun& run = (*settled)[i];
    if (!run.death && !run.executed.actions.empty()) tests[i] = std::move(run.executed);
  }
  std::vector<std::set<TargetId>> targets;
  for (search::MinimisedTest& test : *selected) targets.push_back(std::move(test.targets));
  if (auto chosen = chooseTellingValues(problem, tests, targets, maySimplify); !chosen) return chosen;
  auto inspections = appendInspections(problem, tests, mayLook);
  if (!inspections) return std::unexpected(inspections.error());
  if (mutants != nullptr) {
    auto searched = mutants->run(tests, *inspections);
    if (!searched) return std::unexpected(searched.error());
    suite.mutants = *searched;
  }
  std::vector<std::vector<Rerun>> runs(tests.size());  // by test
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    auto reruns = problem.rerun(tests, true);
    if (!reruns) return std::unexpected(reruns.error());
    for (size_t i = 0; i < tests.size(); ++i) runs[i].push_back(std::move((*reruns)[i]));
  }
  std::vector<std::set<TargetId>> covered;  // by recorded test
  const auto addsNothing = [&](size_t test) {
    if (coveredByOthers.empty()) return false;
    const bool killsMore =
        suite.mutants && (suite.mutants->killsMore.empty() || suite.mutants->killsMore[test]);
    return !killsMore && std::ranges::includes(coveredByOthers, runs[test][0].covered);
  };
  for (size_t i = 0; i < tests.size(); ++i) {
    if (addsNothing(i)) continue;
    if (auto recorded = record(tests[i], runs[i]); recorded) {
      for (Observation& observation : recorded->observations) {
        hideScratch(observation.value, harness.parent_path().string());
      }
      recorded->inspections = (*inspections)[i].count;
      recorded->showsEffect = (*inspections)[i].showsEffect;
      suite.covered.emplace_back(runs[i][0].covered.begin(), runs[i][0].covered.end());
      covered.push_back(std::move(runs[i][0].covered));
      suite.tests.push_back(std::move(*recorded));
    } else {
      suite.leftOut.push_back({model.callables[tests[i].actions.back().kind].display, recorded.error()});
    }
  }
  suite.mostValuableFirst = valueOrder(covered);
  return {};
}

Result<void> SuiteMaker::recordFaults(RecordedSuite& suite) const {
  auto faults = FaultRecorder{model, problem, sites, harness, maySimplifyFaults}.record();
  if (!faults) return std::unexpected(faults.error());
  for (const bool waited : {false, true}) {
    for (size_t i = 0; i < faults->size(); ++i) {
      if (mustBeWaitedFor(*(*faults)[i].fault) == waited)
        suite.mostValuableFirst.push_back(suite.tests.size() + i);
    }
  }
  for (RecordedTest& fault : *faults) {
    suite.covered.emplace_back();
    suite.tests.push_back(std::move(fault));
  }
  return {};
}

}  // namespace covolve::unit
