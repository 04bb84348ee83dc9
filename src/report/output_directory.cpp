#include "report/output_directory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/files.h"
#include "report/json_report.h"
#include "report/sarif_report.h"

namespace covolve::report {

namespace fs = std::filesystem;

Result<OutputDirectory> OutputDirectory::open(const fs::path& directory) {
  std::error_code failed;
  fs::create_directories(directory, failed);
  if (failed)
    return userError(
        fmt::format("cannot make the output directory {}: {}", directory.string(), failed.message()));
  if (access(directory.c_str(), W_OK | X_OK) != 0) {
    return userError(fmt::format("cannot write to the output directory {}", directory.string()));
  }
  return Result<OutputDirectory>(OutputDirectory(directory));
}

OutputDirectory::OutputDirectory(OutputDirectory&& other) noexcept
    : directory_(std::exchange(other.directory_, {})) {}

OutputDirectory::~OutputDirectory() {
  std::error_code ignored;
  if (!directory_.empty()) fs::remove(directory_, ignored);  // only an empty directory can be removed so
}

Result<void> OutputDirectory::write(RunReport& report, std::vector<OutputFile> files) const {
  for (OutputFile& file : files) {
    const auto now = readFile(directory_ / file.name);
    if (!file.before || !now || *now == *file.before) continue;
    report.notes.push_back(fmt::format(
        "{} was changed while covolve ran, and stays as it is: run again to have tests added to it",
        file.name));
    file.text = *now;
  }
  files.push_back({"sarif", "faults.sarif", report.faults.empty() ? "" : writeSarif(report)});
  for (const OutputFile& file : files) {
    if (!file.text.empty()) report.files.emplace_back(file.role, (directory_ / file.name).string());
  }
  report.files.emplace_back("report", (directory_ / "covolve.json").string());
  files.push_back({"report", "covolve.json", writeJson(report)});
  for (const OutputFile& file : files) {
    if (file.text.empty()) {
      std::error_code ignored;
      fs::remove(directory_ / file.name, ignored);
      continue;
    }
    if (const auto now = readFile(directory_ / file.name); now && *now == file.text) continue;
    if (auto written = replaceFile(directory_ / file.name, file.text); !written) return written;
  }
  return {};
}

}  // namespace covolve::report
