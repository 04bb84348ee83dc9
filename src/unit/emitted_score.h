// The mutation score of emitted tests: built once more, with mutants in the code
// under test, and run as a user would run them (mutants/mutation_analysis.h).
#pragma once

#include <filesystem>

#include "base/deadline.h"
#include "base/error.h"
#include "execute/sandbox.h"
#include "generate/phases.h"
#include "report/mutation_report.h"
#include "unit/preparation.h"
#include "unit/session.h"

namespace covolve::unit {

/// `tests`: their source, as it was verified.
Result<report::MutationReport> scoreOfEmitted(const std::filesystem::path& tests, const Session& session,
                                              const Prepared& prepared, const execute::Sandbox& sandbox,
                                              const std::filesystem::path& scratch, const Deadline& deadline,
                                              const generate::Phases& phases);

}  // namespace covolve::unit
