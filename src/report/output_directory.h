// Where a run's files go. Known to be writable before minutes are spent; each file
// is replaced as a whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "report/run_report.h"

namespace covolve::report {

struct OutputFile {
  std::string role;  // as the report names it: "tests"
  std::string name;
  std::string text;  // empty: there is nothing of the kind
  /// What stood there when the run began, where that was read: if something else does now, it is somebody's
  /// and stays.
  std::optional<std::string> before = {};
};

class OutputDirectory {
 public:
  /// A user Error when it cannot be made or written.
  static Result<OutputDirectory> open(const std::filesystem::path& directory);
  OutputDirectory(OutputDirectory&& other) noexcept;
  OutputDirectory& operator=(OutputDirectory&&) = delete;
  /// Takes away what open() made if nothing was written to it.
  ~OutputDirectory();

  /// Writes the files and, with them listed, the report. What is empty now and is left of an earlier run is
  /// taken away; what would not change is not touched.
  Result<void> write(RunReport& report, std::vector<OutputFile> files) const;

 private:
  explicit OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::filesystem::path directory_;
};

}  // namespace covolve::report
