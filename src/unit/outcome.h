// What a run found, and how it is written down: the files of the output
// directory and the summary for the terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "execute/executor.h"
#include "program/model.h"
#include "report/run_report.h"
#include "unit/options.h"
#include "unit/problem/suite.h"
#include "unit/summary.h"
#include "unit/verify/coverage.h"
#include "unit/verify/verification.h"

namespace covolve::unit {

struct RunOutcome {
  RecordedSuite suite;
  Verified passing;
  Verified faults;
  std::vector<report::TargetReport> targets;
  std::optional<CoverageMeasured> coverage;
  execute::ExecutorStatistics executor;
  std::vector<execute::Protection> protections;
  uint64_t evaluations = 0;
  bool interrupted = false;
  double seconds = 0;
  double searchSeconds = 0;
  std::vector<std::pair<std::string, double>> phases;
  search::SearchStatistics search;
  std::vector<std::string> notes;  // a sentence each
};

/// The names of the two test files, beside each other in the output directory.
std::string testFileName(const std::filesystem::path& source);
std::string faultsFileName(const std::filesystem::path& source);

report::RunReport makeReport(const UnitOptions& options, const program::Model& model,
                             const RunOutcome& outcome);

class OutputDirectory {
 public:
  /// A user Error when it cannot be made or written. One source: the directory itself; several: one each
  /// below it.
  static Result<OutputDirectory> open(const UnitOptions& options, const std::filesystem::path& source);
  OutputDirectory(OutputDirectory&& other) noexcept;
  OutputDirectory& operator=(OutputDirectory&&) = delete;
  /// Takes away what open() made if nothing was written to it.
  ~OutputDirectory();

  /// Each file is replaced as a whole; those of an earlier run that do not exist any more are taken away.
  Result<Summary> write(const UnitOptions& options, const program::Model& model,
                        const RunOutcome& outcome) const;

 private:
  explicit OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::filesystem::path directory_;
};

}  // namespace covolve::unit
