// A run beside what an earlier one has left in the output directory: replayed
// before the search, joined with what is new when that has been verified.
#pragma once

#include <span>

#include "base/deadline.h"
#include "base/error.h"
#include "search/archive.h"
#include "search/target.h"
#include "unit/emission.h"
#include "unit/existing_tests.h"
#include "unit/mutants/mutant_table.h"
#include "unit/outcome.h"
#include "unit/suite/kills.h"

namespace covolve::unit {

/// Into the outcome, where there is anything.
Result<void> replayEarlierSuite(const Emission::Context& context, RunOutcome& outcome);

/// What they reach is taken as covered; not where a mutant lives on: tests are looked for that come there,
/// too. So is what tests reach that do not hold any more, but stay: others would expect the contrary.
void coverByEarlierTests(const TargetsOfPrograms& targetsOf, std::span<const search::Target> targets,
                         search::Archive& archive, bool update, EarlierOutcome& earlier);

/// Those of the program that the earlier tests kill, or of which that is not known: a sample was tried.
MutantIds killedByEarlierTests(const EarlierOutcome& earlier, std::span<const Mutant> mutants);

/// New tests that do not go with the earlier ones are dropped, new fault tests for what an earlier one shows
/// left out.
Result<void> joinEarlierSuite(const Emission::Context& context, const Deadline& deadline,
                              RunOutcome& outcome);

}  // namespace covolve::unit
