// What a run found, and how it is written down: the files of the output
// directory and the summary for the terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execute/executor.h"
#include "generate/progress.h"
#include "generate/search_phase.h"
#include "program/model.h"
#include "report/output_directory.h"
#include "unit/earlier_faults.h"
#include "unit/earlier_tests.h"
#include "unit/joined_suite.h"
#include "unit/options.h"
#include "unit/suite/suite.h"
#include "unit/verify/coverage.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

/// The tests of an earlier run, and what became of them.
struct EarlierOutcome {
  EarlierTests tests;
  std::optional<report::MutationReport> mutants;        // that those which pass notice; none: not asked for
  std::vector<std::vector<search::TargetId>> covered;   // by kept test
  std::vector<search::TargetId> coveredByChanged = {};  // which stay all the same
  JoinedSuite joined;
};

struct RunOutcome : generate::SearchOutcome {
  RecordedSuite suite;
  Verified passing;
  Verified faults;
  std::optional<CoverageMeasured> coverage;
  std::optional<report::MutationReport> mutation;
  std::optional<report::ExistingReport> existing;
  std::optional<EarlierOutcome> earlier;
  std::optional<EarlierFaults> earlierFaults;
  execute::ExecutorStatistics executor;
  std::vector<execute::Protection> protections;
  std::vector<std::pair<std::string, double>> phases;
  std::vector<std::string> notes;  // a sentence each
};

/// The names of the two test files, beside each other in the output directory.
std::string testFileName(const std::filesystem::path& source);
std::string faultsFileName(const std::filesystem::path& source);

/// The comment on top of both: what the tests are for, and the command that made them.
std::string headerComment(const std::filesystem::path& source, const program::Model& model,
                          const UnitOptions& options);

report::RunReport makeReport(const UnitOptions& options, const program::Model& model,
                             const RunOutcome& outcome);

/// The test files, the measured coverage and the report, which is returned.
Result<report::RunReport> writeOutcome(const report::OutputDirectory& output, const UnitOptions& options,
                                       const program::Model& model, const RunOutcome& outcome);

/// The report of a source that could not be tested. Tests of an earlier run stay.
Result<void> writeFailure(const report::OutputDirectory& output, const UnitOptions& options,
                          const program::Model& model, const std::string& failure);

}  // namespace covolve::unit
