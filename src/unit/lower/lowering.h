// From tests as they were run (scenario.h) to tests as a developer would write
// them: variables only where something needs them, literals in place, one
// expectation for each thing observed, names that tell what is tested.
//
// Easy to get wrong: the written call must pick the overload that was run, and
// the expectation must stand where the observation was made.
#pragma once

#include <span>
#include <string>

#include "emit/test_tree.h"
#include "program/model.h"
#include "unit/lower/test_names.h"
#include "unit/scenario/scenario.h"

namespace covolve::unit {

struct LoweredTests {
  emit::TestFile passing;
  emit::TestFile faults;  // the tests with a Fault: no expectations, the fault's description above each
};

/// Test::origin is the index in `tests`. Tests come in the order of the callables in the source.
LoweredTests lowerTests(const program::Model& model, std::span<const RecordedTest> tests,
                        const std::string& headerComment, const FileNaming& naming = {});

}  // namespace covolve::unit
