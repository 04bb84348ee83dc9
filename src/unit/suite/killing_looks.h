// What a suite notices of mutants, and the looks at its objects that this takes:
// those that would show a mutant which no expectation shows are added, those that
// show nothing which is not shown anyway are left out.
#pragma once

#include <functional>
#include <vector>

#include "unit/mutants/mutant_program.h"
#include "unit/suite/inspections.h"
#include "unit/suite/kills.h"

namespace covolve::unit {

class KillingLooks {
 public:
  /// All must outlive it. `goOn` is asked between tests.
  KillingLooks(UnitProblem& problem, MutantProgram& program, const Inspector& inspector,
               const std::function<bool()>& goOn)
      : problem_(problem), program_(program), inspector_(inspector), goOn_(goOn) {}

  using Tests = std::vector<search::Individual>;

  /// Runs the tests against the mutants that they reach, each until one test has killed it. False where
  /// there was no time for all.
  Result<bool> run(const Tests& tests, MutantFates& fates);
  /// By test, which of these mutants it kills.
  Result<std::vector<MutantIds>> killsOf(const Tests& tests, const MutantIds& mutants);
  /// So many were added, at the ends of tests, for survivors.
  Result<size_t> add(Tests& tests, std::vector<Inspected>& inspected, MutantFates& fates);
  /// So many were left out. Each test goes on noticing what it does wrong, and the suite what the looks
  /// themselves do wrong. What shows the effect of a test's last call stays, and one where there is nothing
  /// else to expect of that.
  Result<size_t> drop(Tests& tests, std::vector<Inspected>& inspected);

 private:
  struct TriedMutant {
    uint64_t mutant;
    Kill kill;
  };
  Result<std::vector<TriedMutant>> tryAll(const search::Individual& test, const RunAsWritten& run,
                                          const MutantIds& mutants);
  struct Watched;
  Result<std::vector<Watched>> watch(const Tests& tests, const std::vector<Inspected>& inspected);

  UnitProblem& problem_;
  MutantProgram& program_;
  const Inspector& inspector_;
  const std::function<bool()>& goOn_;
};

}  // namespace covolve::unit
