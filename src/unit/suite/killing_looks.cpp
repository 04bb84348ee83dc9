#include "unit/suite/killing_looks.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace covolve::unit {

using search::Individual;

namespace {

/// A test that looks at more is about none of it.
constexpr size_t kMostWithAdded = 6;

MutantIds common(const MutantIds& one, const MutantIds& other) {
  MutantIds both;
  std::ranges::set_intersection(one, other, std::inserter(both, both.end()));
  return both;
}

bool share(const std::set<uint32_t>& steps, const std::set<uint32_t>& others) {
  return std::ranges::any_of(steps, [&](uint32_t step) { return others.contains(step); });
}

}  // namespace

Result<std::vector<KillingLooks::TriedMutant>> KillingLooks::tryAll(const Individual& test,
                                                                    const RunAsWritten& run,
                                                                    const MutantIds& mutants) {
  std::vector<Trial> trials;
  for (const uint64_t mutant : mutants) trials.push_back({&test, &run, mutant});
  auto kills = program_.tryMutants(trials);
  if (!kills) return std::unexpected(kills.error());
  std::vector<TriedMutant> tried;
  for (size_t i = 0; i < trials.size(); ++i) tried.push_back({trials[i].mutant, std::move((*kills)[i])});
  return tried;
}

Result<bool> KillingLooks::run(const Tests& tests, MutantFates& fates) {
  const auto runs = program_.runAsWritten(tests);
  if (!runs) return std::unexpected(runs.error());
  for (const RunAsWritten& run : *runs)
    fates.reached.insert(run.reached.mutants.begin(), run.reached.mutants.end());
  for (size_t i = 0; i < tests.size(); ++i) {
    if (!goOn_()) return false;
    const auto tried = tryAll(tests[i], (*runs)[i], fates.survivorsAmong((*runs)[i].reached.mutants));
    if (!tried) return std::unexpected(tried.error());
    for (const TriedMutant& one : *tried) {
      if (one.kill.isKilled) fates.killed.insert(one.mutant);
    }
  }
  return true;
}

Result<std::vector<MutantIds>> KillingLooks::killsOf(const Tests& tests, const MutantIds& mutants) {
  const auto runs = program_.runAsWritten(tests);
  if (!runs) return std::unexpected(runs.error());
  std::vector<MutantIds> kills(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    const auto tried = tryAll(tests[i], (*runs)[i], common((*runs)[i].reached.mutants, mutants));
    if (!tried) return std::unexpected(tried.error());
    for (const TriedMutant& one : *tried) {
      if (one.kill.isKilled) kills[i].insert(one.mutant);
    }
  }
  return kills;
}

Result<size_t> KillingLooks::add(Tests& tests, std::vector<Inspected>& inspected, MutantFates& fates) {
  if (fates.survivors().empty()) return 0;
  const auto looks = plainLooks(inspector_, problem_, tests, goOn_);
  if (!looks) return std::unexpected(looks.error());
  Tests watched;
  for (size_t i = 0; i < tests.size(); ++i)
    watched.push_back(inspector_.extended(tests[i], tests[i].actions.size(), (*looks)[i]));
  const auto runs = program_.runAsWritten(watched);
  if (!runs) return std::unexpected(runs.error());
  size_t added = 0;
  for (size_t i = 0; i < tests.size() && goOn_(); ++i) {
    const auto firstLook = static_cast<uint32_t>(tests[i].actions.size());
    const auto tried = tryAll(watched[i], (*runs)[i], fates.survivorsAmong((*runs)[i].reached.mutants));
    if (!tried) return std::unexpected(tried.error());
    std::vector<std::set<uint32_t>> shown;
    for (const TriedMutant& one : *tried) {
      const bool isOnlySeenThere = !one.kill.steps.empty() && *one.kill.steps.begin() >= firstLook;
      if (isOnlySeenThere) shown.push_back(one.kill.steps);
    }
    std::vector<Look> chosen;
    std::set<uint32_t> chosenSteps;
    for (const uint32_t step : fewestSteps(shown)) {
      if (inspected[i].count + chosen.size() >= kMostWithAdded) break;
      chosen.push_back((*looks)[i][step - firstLook]);
      chosenSteps.insert(step);
    }
    for (const TriedMutant& one : *tried) {
      if (share(one.kill.steps, chosenSteps)) fates.killed.insert(one.mutant);
    }
    tests[i] = inspector_.extended(tests[i], firstLook, chosen);
    inspected[i].count += chosen.size();
    added += chosen.size();
  }
  return added;
}

/// One test for drop().
struct KillingLooks::Watched {
  std::vector<TriedMutant> tried;
  MutantIds reachedBefore;  // the looks
  uint32_t firstLook = 0;
  bool isSeenOtherwise = false;  // something is expected of the last call without looking
  bool isSound = false;          // else nothing is known of its looks
};

/// Nothing where there was no time for all tests.
Result<std::vector<KillingLooks::Watched>> KillingLooks::watch(const Tests& tests,
                                                               const std::vector<Inspected>& inspected) {
  Tests plain = tests;
  for (size_t i = 0; i < tests.size(); ++i)
    plain[i].actions.resize(tests[i].actions.size() - inspected[i].count);
  const auto runs = program_.runAsWritten(tests);
  if (!runs) return std::unexpected(runs.error());
  const auto before = program_.runAsWritten(plain);
  if (!before) return std::unexpected(before.error());
  std::vector<Watched> watched(tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    if (!goOn_()) return std::vector<Watched>();
    auto tried = tryAll(tests[i], (*runs)[i], (*runs)[i].reached.mutants);
    if (!tried) return std::unexpected(tried.error());
    const auto firstLook = static_cast<uint32_t>(plain[i].actions.size());
    const bool isSeen = std::ranges::any_of((*runs)[i].observations, [&](const Observation& observation) {
      return observation.step + 1 == firstLook &&
             (observation.what == Observation::What::Threw || observation.value.kind != Value::Kind::Opaque);
    });
    watched[i] = {std::move(*tried), (*before)[i].reached.mutants, firstLook, isSeen, (*runs)[i].isSound};
  }
  if (!goOn_()) return std::vector<Watched>();
  return watched;
}

Result<size_t> KillingLooks::drop(Tests& tests, std::vector<Inspected>& inspected) {
  const auto watched = watch(tests, inspected);
  if (!watched) return std::unexpected(watched.error());
  std::map<uint64_t, size_t> killers;
  for (const Watched& test : *watched) {
    for (const TriedMutant& one : test.tried) killers[one.mutant] += one.kill.isKilled ? 1 : 0;
  }
  size_t dropped = 0;
  for (size_t i = 0; i < watched->size(); ++i) {
    const Watched& test = (*watched)[i];
    // Which look a test dies in is not known.
    const bool diesAlone = std::ranges::any_of(test.tried, [&](const TriedMutant& one) {
      return one.kill.isKilled && one.kill.steps.empty() && killers[one.mutant] == 1;
    });
    if (inspected[i].count < 2 || !test.isSound || diesAlone) continue;
    std::set<uint32_t> needed;
    if (inspected[i].showsEffect) needed.insert(test.firstLook);
    std::vector<std::set<uint32_t>> shown;
    for (const TriedMutant& one : test.tried) {
      const bool isOnlySeenThere = !one.kill.steps.empty() && *one.kill.steps.begin() >= test.firstLook;
      const bool isOfLook = !test.reachedBefore.contains(one.mutant);
      if (!isOnlySeenThere || share(one.kill.steps, needed)) continue;
      if (!isOfLook || killers[one.mutant] == 1) shown.push_back(one.kill.steps);
    }
    needed.merge(fewestSteps(shown));
    if (needed.empty() && !test.isSeenOtherwise) needed.insert(test.firstLook);
    for (const TriedMutant& one : test.tried) {
      const bool isOnlySeenThere = !one.kill.steps.empty() && *one.kill.steps.begin() >= test.firstLook;
      if (isOnlySeenThere && !share(one.kill.steps, needed)) --killers[one.mutant];
    }
    for (size_t step = tests[i].actions.size(); step-- > test.firstLook;) {
      if (needed.contains(static_cast<uint32_t>(step)) || !search::removeAction(tests[i], step)) continue;
      --inspected[i].count;
      ++dropped;
    }
  }
  return dropped;
}

}  // namespace covolve::unit
