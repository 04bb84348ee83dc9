#include "unit/suite/mutant_proposals.h"

#include <algorithm>
#include <set>
#include <utility>

#include "gene/leaf.h"
#include "search/refine/input_to_state.h"

namespace covolve::unit {

using search::Individual;

namespace {

constexpr size_t kMostMoved = 40;  // numbers of one test

/// One more, one less; of one number at a time.
void addNeighbours(const Individual& test, std::vector<Individual>& neighbours) {
  std::vector<std::pair<size_t, __int128>> numbers;
  size_t index = 0;
  search::visitLeaves(test, [&](const gene::Leaf& leaf) {
    const auto integer = leaf.readChoice() ? std::nullopt : leaf.readInteger();
    if (integer && numbers.size() < kMostMoved) numbers.emplace_back(index, integer->value);
    ++index;
  });
  for (const auto& [leaf, value] : numbers) {
    for (const __int128 moved : {value + 1, value - 1}) {
      Individual changed = test;
      if (search::setLeaf(changed, leaf, [&](gene::Leaf& number) { return number.setInteger(moved); }))
        neighbours.push_back(std::move(changed));
    }
  }
}

}  // namespace

MutantProposals::MutantProposals(UnitProblem& problem, std::span<const search::Target> targets,
                                 const search::Archive& archive, const search::Parameters& parameters,
                                 Rng& rng)
    : problem_(problem),
      targets_(targets),
      archive_(archive),
      rng_(rng),
      mutator_({problem, archive, rng, parameters, progress_}) {}

void MutantProposals::addStart(Individual test, MutantIds reached) {
  const search::Length length = test.length();
  starts_.push_back({std::make_shared<const search::Evaluated>(std::move(test), length,
                                                               std::vector<search::TargetDistance>()),
                     std::move(reached)});
}

std::vector<Individual> MutantProposals::found() const {
  std::vector<Individual> tests;
  std::set<const Individual*> seen;
  for (search::TargetId target = 0; target < archive_.targetCount(); ++target) {
    const Individual* const best = archive_.best(target).get();
    if (best != nullptr && seen.insert(best).second) tests.push_back(*best);
  }
  return tests;
}

std::vector<Individual> MutantProposals::reaching(std::span<const Mutant* const> mutants) const {
  std::vector<Individual> tests;
  for (const Start& start : starts_) {
    if (std::ranges::any_of(mutants, [&](const Mutant* one) { return start.reached.contains(one->id); }))
      tests.push_back(start.test->individual);
  }
  return tests;
}

Result<std::vector<Individual>> MutantProposals::atBoundaries(const std::vector<Individual>& tests,
                                                              std::span<const Mutant* const> mutants,
                                                              size_t most) {
  std::set<std::pair<std::string, unsigned>> lines;
  for (const Mutant* const mutant : mutants) lines.emplace(mutant->file, mutant->line);
  std::vector<search::TargetId> decisions;
  for (search::TargetId id = 0; id < targets_.size(); ++id) {
    const search::Target& target = targets_[id];
    if (target.kind == search::TargetKind::Branch && lines.contains({target.file, target.line}))
      decisions.push_back(id);
  }
  std::vector<Individual> proposals;
  const auto match = [&](size_t test, std::span<const search::Comparison> comparisons) {
    for (Individual& matched :
         search::matchOperands(tests[test], comparisons, most, rng_, {}, problem_.constants().rows))
      proposals.push_back(std::move(matched));
  };
  if (auto read = problem_.readComparisons(tests, decisions, match); !read)
    return std::unexpected(read.error());
  return proposals;
}

std::vector<Individual> MutantProposals::neighbours(const std::vector<Individual>& tests) {
  std::vector<Individual> proposals;
  for (const Individual& test : tests) addNeighbours(test, proposals);
  return proposals;
}

std::vector<Individual> MutantProposals::changed(uint64_t mutant, size_t count) {
  std::vector<const Start*> reaching;
  for (const Start& start : starts_) {
    if (start.reached.contains(mutant)) reaching.push_back(&start);
  }
  std::vector<Individual> tests;
  for (size_t i = 0; i < count && !reaching.empty(); ++i)
    tests.push_back(mutator_.mutant({search::kNoTarget, rng_.pick(reaching)->test, {}}));
  return tests;
}

}  // namespace covolve::unit
