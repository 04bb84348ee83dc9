// Tests that may notice a mutant which those of the suite pass by. All come from
// tests that reach it: what its line compares is put into their data, numbers move
// by one, and what the search mutates tests with changes them.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "search/mutation/mutator.h"
#include "unit/mutants/mutant_table.h"
#include "unit/problem/unit_problem.h"
#include "unit/suite/kills.h"

namespace covolve::unit {

class MutantProposals {
 public:
  /// All must outlive it.
  MutantProposals(UnitProblem& problem, std::span<const search::Target> targets,
                  const search::Archive& archive, const search::Parameters& parameters, Rng& rng);

  /// A test to start from, and what it reaches.
  void addStart(search::Individual test, MutantIds reached);

  /// What the search found before it was minimised: less simple, so it may tell more.
  std::vector<search::Individual> found() const;
  /// The tests to start from that reach one of these.
  std::vector<search::Individual> reaching(std::span<const Mutant* const> mutants) const;
  /// The tests with what is compared on the mutants' lines in their data, about so many of each.
  Result<std::vector<search::Individual>> atBoundaries(const std::vector<search::Individual>& tests,
                                                       std::span<const Mutant* const> mutants, size_t most);
  /// The tests with one number that is one more or less.
  static std::vector<search::Individual> neighbours(const std::vector<search::Individual>& tests);
  /// So many changed tests that reached the mutant before they were changed; none where no test reaches it.
  std::vector<search::Individual> changed(uint64_t mutant, size_t count);

 private:
  struct Start {
    search::EvaluatedTest test;
    MutantIds reached;
  };

  UnitProblem& problem_;
  std::span<const search::Target> targets_;
  const search::Archive& archive_;
  Rng& rng_;
  double progress_ = 1;  // of the search: it is over
  search::Mutator mutator_;
  std::vector<Start> starts_;
};

}  // namespace covolve::unit
