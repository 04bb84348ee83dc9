// Small mistakes that the tests would not notice, and tests that would: the second
// search, behind the one for coverage. Every test of the suite is run against the
// mutants that it reaches. What survives is a target, covered by a test that sees
// something else with the mutant than without it:
//
//   suite --against mutants--> survivors --looks--> survivors --search--> tests that kill them, simplified
//
// At last, of the looks at a test's objects only those stay that it takes to see
// what the test notices.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "unit/mutants/mutant_program.h"
#include "unit/suite/inspections.h"
#include "unit/suite/killing_looks.h"
#include "unit/suite/kills.h"
#include "unit/suite/mutant_proposals.h"

namespace covolve::unit {

/// What came of it, for the report.
struct MutantSearchResult {
  size_t mutants = 0;
  size_t reached = 0;
  size_t killedBefore = 0;  // by the tests as they were
  size_t killed = 0;
  size_t addedTests = 0;
  size_t addedLooks = 0;
  size_t droppedLooks = 0;
  uint64_t runs = 0;        // of tests, with a mutant or without
  bool isCutShort = false;  // the time was up before all tests had been tried
  std::vector<bool> killsMore =
      {};  // by test: something that the others' do not; only where there are others
};

class MutantSearch {
 public:
  static constexpr uint64_t kWithoutLimit = ~uint64_t{0};

  struct Parts {
    UnitProblem& problem;
    MutantProgram& program;
    std::span<const search::Target> targets;
    const search::Archive& archive;
    const search::Parameters& parameters;
    uint64_t seed;
    uint64_t mostRuns;              // then nothing more is proposed
    MutantIds killedByOthers = {};  // tests that are there already: no test need kill these
    std::function<bool()> goOn;     // asked between tests
  };

  /// All must outlive it.
  explicit MutantSearch(const Parts& parts);

  /// Tests with their looks, and how many these are: there are more of both then.
  Result<MutantSearchResult> run(std::vector<search::Individual>& tests, std::vector<Inspected>& inspected);

 private:
  using Tests = std::vector<search::Individual>;

  bool goesOn() const { return parts_.goOn() && parts_.program.runs() < parts_.mostRuns; }
  Result<void> addStarts(const Tests& tests, const std::vector<Inspected>& inspected);
  std::vector<const Mutant*> survivors() const;
  Result<void> search();
  Result<Tests> nextCandidates(bool atBoundaries);
  Result<bool> offer(const Tests& candidates);
  Result<void> accept(search::Individual test, const MutantIds& killed);
  Result<void> compareWithOthers(const Tests& tests);
  Result<void> takeOver(Tests& tests, std::vector<Inspected>& inspected);
  search::Individual watched(const search::Individual& test) const;

  Parts parts_;
  Rng rng_;
  Inspector inspector_;
  KillingLooks looks_;
  MutantProposals proposals_;
  MutantFates fates_;
  size_t next_ = 0;          // of the survivors that are aimed at
  Tests found_;              // simplified
  MutantIds killedByFound_;  // and by no test before
  MutantSearchResult result_;
};

}  // namespace covolve::unit
