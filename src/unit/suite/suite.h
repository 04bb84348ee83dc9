// From what the search left behind to tests that can be written down:
// minimised, run again with observations, and with a description of each fault.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "search/archive.h"
#include "unit/problem/unit_problem.h"
#include "unit/scenario/scenario.h"
#include "unit/suite/mutant_search.h"

namespace covolve::unit {

/// A test of the search that nobody could rely on.
struct LeftOutTest {
  std::string lastCall;
  std::string reason;
};

struct RecordedSuite {
  std::vector<RecordedTest> tests;                     // passing ones first, then one for each fault
  std::vector<std::vector<search::TargetId>> covered;  // by test: targets, sorted; none of a fault's
  /// Indices of the tests: passing ones by how many targets only they cover, faults that end by themselves
  /// before those that must be waited for.
  std::vector<size_t> mostValuableFirst;
  std::vector<LeftOutTest> leftOut;
  std::optional<MutantSearchResult> mutants;  // none: there was no search for them
};

struct SuiteMaker {
  const program::Model& model;
  UnitProblem& problem;
  const search::Archive& archive;
  const execute::SiteTable& sites;
  std::filesystem::path harness;
  // Asked before each further simplification of a test, look at its objects, and simplification of a fault.
  std::function<bool()> maySimplify;
  std::function<bool()> mayLook;
  std::function<bool()> maySimplifyFaults;
  MutantSearch* mutants = nullptr;  // null: nobody looks whether the tests would notice mistakes
  std::set<search::TargetId> coveredByOthers = {};  // tests that are there: what adds nothing is left out

  Result<RecordedSuite> make() const;

 private:
  Result<void> recordPassing(RecordedSuite& suite) const;
  Result<void> recordFaults(RecordedSuite& suite) const;
};

}  // namespace covolve::unit
