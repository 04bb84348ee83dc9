#include "unit/suite/mutant_search.h"

#include <algorithm>
#include <iterator>

#include "search/minimise.h"

namespace covolve::unit {

using search::Individual;
using search::TargetId;

namespace {

/// At a test on its way: what is not lent counts as an exception, of which a test may have few.
constexpr size_t kMostWatched = 8;
/// Of one test, with what is compared put into its data.
constexpr size_t kMatchesOfStart = 48;
constexpr size_t kMatchesOfChanged = 4;
/// In a round, and of these for one survivor at a time.
constexpr size_t kCandidates = 256;
constexpr size_t kTestsForEach = 8;
/// Added tests, beside a multiple of those that the search for coverage left: all must be compiled and read.
constexpr size_t kFewTests = 32;
constexpr size_t kTimesAsManyTests = 2;
/// Rounds in a row without a kill: what is left then may be no mistake at all.
constexpr int kMostInVain = 30;

}  // namespace

MutantSearch::MutantSearch(const Parts& parts)
    : parts_(parts),
      rng_(parts.seed),
      inspector_(parts.problem.catalog()),
      looks_(parts.problem, parts.program, inspector_, parts_.goOn),
      proposals_(parts.problem, parts.targets, parts.archive, parts.parameters, rng_) {}

Result<MutantSearchResult> MutantSearch::run(Tests& tests, std::vector<Inspected>& inspected) {
  result_.mutants = parts_.program.mutants().size();
  fates_.killed = parts_.killedByOthers;
  parts_.program.runWhile(parts_.goOn);
  const auto ran = looks_.run(tests, fates_);
  if (!ran) return std::unexpected(ran.error());
  result_.isCutShort = !*ran;
  result_.killedBefore = fates_.killed.size();
  const auto added = looks_.add(tests, inspected, fates_);
  if (!added) return std::unexpected(added.error());
  result_.addedLooks = *added;
  if (auto begun = addStarts(tests, inspected); !begun) return std::unexpected(begun.error());
  if (auto searched = search(); !searched) return std::unexpected(searched.error());
  if (auto taken = takeOver(tests, inspected); !taken) return std::unexpected(taken.error());
  const auto dropped = looks_.drop(tests, inspected);
  if (!dropped) return std::unexpected(dropped.error());
  result_.droppedLooks = *dropped;
  if (auto compared = compareWithOthers(tests); !compared) return std::unexpected(compared.error());
  result_.reached = fates_.reached.size();
  result_.killed = fates_.killed.size();
  result_.runs = parts_.program.runs();
  return result_;
}

Result<void> MutantSearch::compareWithOthers(const Tests& tests) {
  if (parts_.killedByOthers.empty()) return {};
  MutantIds left;
  for (const Mutant& mutant : parts_.program.mutants()) {
    if (!parts_.killedByOthers.contains(mutant.id)) left.insert(mutant.id);
  }
  const auto kills = looks_.killsOf(tests, left);
  if (!kills) return std::unexpected(kills.error());
  for (const MutantIds& killed : *kills) result_.killsMore.push_back(!killed.empty());
  return {};
}

Result<void> MutantSearch::addStarts(const Tests& tests, const std::vector<Inspected>& inspected) {
  Tests plain = tests;
  for (size_t i = 0; i < plain.size(); ++i)
    plain[i].actions.resize(plain[i].actions.size() - inspected[i].count);
  auto runs = parts_.program.runAsWritten(plain);
  if (!runs) return std::unexpected(runs.error());
  for (size_t i = 0; i < plain.size(); ++i)
    proposals_.addStart(std::move(plain[i]), std::move((*runs)[i].reached.mutants));
  return {};
}

std::vector<const Mutant*> MutantSearch::survivors() const {
  const MutantIds ids = fates_.survivors();
  std::vector<const Mutant*> survivors;
  for (const Mutant& mutant : parts_.program.mutants()) {
    if (ids.contains(mutant.id)) survivors.push_back(&mutant);
  }
  return survivors;
}

/// What is cheap and likely first; then what the search for coverage does, on tests that reach a survivor.
Result<void> MutantSearch::search() {
  if (fates_.survivors().empty()) return {};
  if (auto offered = offer(proposals_.found()); !offered) return std::unexpected(offered.error());
  const Tests starts = proposals_.reaching(survivors());
  const auto boundaries = proposals_.atBoundaries(starts, survivors(), kMatchesOfStart);
  if (!boundaries) return std::unexpected(boundaries.error());
  if (auto offered = offer(*boundaries); !offered) return std::unexpected(offered.error());
  if (auto offered = offer(MutantProposals::neighbours(starts)); !offered)
    return std::unexpected(offered.error());
  for (int inVain = 0; inVain < kMostInVain && goesOn() && !fates_.survivors().empty(); ++inVain) {
    const auto candidates = nextCandidates(inVain % 2 == 1);
    if (!candidates) return std::unexpected(candidates.error());
    const auto isSuccess = offer(*candidates);
    if (!isSuccess) return std::unexpected(isSuccess.error());
    if (*isSuccess) inVain = -1;
  }
  return {};
}

/// Aimed at one survivor after the other. At boundaries: what a change makes possible may take one more.
Result<MutantSearch::Tests> MutantSearch::nextCandidates(bool atBoundaries) {
  const std::vector<const Mutant*> open = survivors();
  Tests candidates;
  const size_t count = atBoundaries ? kCandidates / kMatchesOfChanged : kCandidates;
  // Of some there is no test to begin with: what reached them was not kept.
  for (size_t inVain = 0; candidates.size() < count && inVain < open.size();) {
    Tests changed = proposals_.changed(open[next_++ % open.size()]->id, kTestsForEach);
    inVain = changed.empty() ? inVain + 1 : 0;
    std::ranges::move(changed, std::back_inserter(candidates));
  }
  if (!atBoundaries) return candidates;
  return proposals_.atBoundaries(candidates, open, kMatchesOfChanged);
}

/// As long as a test is on its way, all that could be looked at without an argument is.
Individual MutantSearch::watched(const Individual& test) const {
  std::vector<Look> looks = inspector_.looksAt(test, test.actions.size());
  std::erase_if(looks, [&](const Look& look) { return inspector_.takesArgument(look); });
  if (looks.size() > kMostWatched) looks.resize(kMostWatched);
  return inspector_.extended(test, test.actions.size(), looks);
}

/// True where one of them kills a survivor.
Result<bool> MutantSearch::offer(const Tests& candidates) {
  if (!goesOn()) return false;
  Tests tests;
  for (const Individual& candidate : candidates) tests.push_back(watched(candidate));
  const auto runs = parts_.program.runAsWritten(tests);
  if (!runs) return std::unexpected(runs.error());
  bool isSuccess = false;
  for (size_t i = 0; i < tests.size() && goesOn(); ++i) {
    const RunAsWritten& run = (*runs)[i];
    if (!run.isSound) continue;
    fates_.reached.insert(run.reached.mutants.begin(), run.reached.mutants.end());
    std::vector<Trial> trials;
    for (const uint64_t mutant : fates_.survivorsAmong(run.reached.mutants))
      trials.push_back({&tests[i], &run, mutant});
    const auto kills = parts_.program.tryMutants(trials);
    if (!kills) return std::unexpected(kills.error());
    MutantIds killed;
    for (size_t k = 0; k < trials.size(); ++k) {
      if ((*kills)[k].isKilled) killed.insert(trials[k].mutant);
    }
    if (killed.empty()) continue;
    if (auto accepted = accept(candidates[i], killed); !accepted) return std::unexpected(accepted.error());
    isSuccess = true;
  }
  return isSuccess;
}

/// Kept as simple as it can be and still kill these; to simplifying they are targets, by their order.
Result<void> MutantSearch::accept(Individual test, const MutantIds& killed) {
  const std::vector<uint64_t> ids(killed.begin(), killed.end());
  const search::Cover cover =
      [&](std::span<const Individual> simpler) -> Result<std::vector<std::set<TargetId>>> {
    Tests seen;
    for (const Individual& one : simpler) seen.push_back(watched(one));
    const auto kills = looks_.killsOf(seen, killed);
    if (!kills) return std::unexpected(kills.error());
    std::vector<std::set<TargetId>> covered(simpler.size());
    for (size_t i = 0; i < simpler.size(); ++i) {
      for (TargetId target = 0; target < ids.size(); ++target) {
        if ((*kills)[i].contains(ids[target])) covered[i].insert(target);
      }
    }
    return covered;
  };
  std::vector<search::MinimisedTest> kept(1);
  kept[0].individual = std::move(test);
  for (TargetId target = 0; target < ids.size(); ++target) kept[0].targets.insert(target);
  if (auto simplified = search::simplifyTests(kept, cover, [this] { return goesOn(); }); !simplified)
    return simplified;
  Tests simplified;
  for (search::MinimisedTest& one : kept) simplified.push_back(std::move(one.individual));
  auto settled = parts_.problem.rerun(simplified, false);
  if (!settled) return std::unexpected(settled.error());
  for (Rerun& run : *settled) {
    if (run.death || run.executed.actions.empty()) continue;
    found_.push_back(run.executed);
    proposals_.addStart(std::move(run.executed), killed);
  }
  fates_.killed.insert(killed.begin(), killed.end());
  killedByFound_.insert(killed.begin(), killed.end());
  return {};
}

/// What was found gets looks as the other tests have them, and those that show what it was found for; without
/// tests that are not needed any more, since later ones kill the same.
Result<void> MutantSearch::takeOver(Tests& tests, std::vector<Inspected>& inspected) {
  if (found_.empty()) return {};
  auto looked = appendInspections(parts_.problem, found_, parts_.goOn);
  if (!looked) return std::unexpected(looked.error());
  for (const uint64_t mutant : killedByFound_) fates_.killed.erase(mutant);
  if (auto ran = looks_.run(found_, fates_); !ran) return std::unexpected(ran.error());
  const auto added = looks_.add(found_, *looked, fates_);
  if (!added) return std::unexpected(added.error());
  const auto kills = looks_.killsOf(found_, killedByFound_);
  if (!kills) return std::unexpected(kills.error());
  const size_t most = std::max(kFewTests, kTimesAsManyTests * tests.size());
  for (const size_t needed : neededTests(*kills)) {
    if (result_.addedTests == most) break;
    fates_.killed.insert((*kills)[needed].begin(), (*kills)[needed].end());
    tests.push_back(std::move(found_[needed]));
    inspected.push_back((*looked)[needed]);
    ++result_.addedTests;
  }
  return {};
}

}  // namespace covolve::unit
