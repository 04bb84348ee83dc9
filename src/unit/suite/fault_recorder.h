// From the faults that the search came by to one test a cause: made as simple as
// it can be while it still shows the fault, without null where that is not what
// it takes, described and ranked. The likeliest bugs come first.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/error.h"
#include "unit/problem/unit_problem.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct FaultRecorder {
  const program::Model& model;
  UnitProblem& problem;
  const execute::SiteTable& sites;
  std::filesystem::path harness;
  std::function<bool()> goOn;  // asked before each further simplification

  Result<std::vector<RecordedTest>> record() const;

 private:
  Result<FaultyTest> simplest(const FaultyTest& faulty) const;
  RecordedTest describe(const FaultyTest& faulty) const;
};

}  // namespace covolve::unit
