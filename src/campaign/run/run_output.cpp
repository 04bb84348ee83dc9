#include "campaign/run/run_output.h"

#include <fmt/format.h>

#include "base/files.h"
#include "campaign/run/directory_entries.h"
#include "campaign/run/file_hash.h"
#include "campaign/run/json_fields.h"

namespace covolve::campaign {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr const char* kReport = "covolve.json";

report::Ratio ratio(const JsonFields& fields) { return {fields.count("covered"), fields.count("total")}; }

/// Figures of one report, on top of those of the reports before it: its search began when theirs had ended.
void addFigures(const JsonFields& report, RunRecord& record, std::string& mistake) {
  const JsonFields emitted = report.object("coverage").object("emitted");
  record.lines += ratio(emitted.object("lines"));
  record.branches += ratio(emitted.object("branches"));
  record.functions += ratio(emitted.object("functions"));
  const ProgressPoint start{static_cast<uint64_t>(record.searchSeconds * 1000), record.evaluations,
                            record.targets.covered};
  report.objects("progress", [&](const JsonFields& point) {
    const ProgressPoint next{start.milliseconds + point.count("milliseconds"),
                             start.evaluations + point.count("evaluations"),
                             start.covered + point.count("covered")};
    if (!record.progress.empty()) {
      const ProgressPoint& last = record.progress.back();
      const bool rises = next.milliseconds >= last.milliseconds && next.evaluations >= last.evaluations &&
                         next.covered >= last.covered;
      if (!rises && mistake.empty()) mistake = "progress goes back";
    }
    record.progress.push_back(next);
  });
  record.targets += ratio(report.object("coverage").object("search").object("targets"));
  record.evaluations += report.count("evaluations");
  report.list("tests", [&](const json&) { ++record.tests; });
  report.objects("faults", [&](const JsonFields& fault) {
    record.faults.push_back({fault.text("kind"), fault.text("description"), fault.text("file"),
                             static_cast<unsigned>(fault.count("line")), fault.flag("reproduced")});
  });
  record.searchSeconds += report.object("timing").number("searchSeconds");
  if (const json* options = report.find("options"); options != nullptr && record.options.empty()) {
    if (!options->is_object()) report.wrong("options", "an object");
    record.options = options->dump(-1, ' ', false, json::error_handler_t::replace);
  }
  if (report.flag("interrupted") && mistake.empty()) mistake = "the run was interrupted";
}

std::vector<fs::path> reportsIn(const fs::path& directory) {
  std::error_code ignored;
  if (fs::exists(directory / kReport, ignored)) return {directory / kReport};
  std::vector<fs::path> found;
  for (const fs::path& entry : entriesOf(directory, ignored)) {
    if (fs::exists(entry / kReport, ignored)) found.push_back(entry / kReport);
  }
  return found;
}

Result<void> hashEmitted(const fs::path& directory, RunRecord& record) {
  std::error_code failed;
  const std::vector<fs::path> entries = entriesOf<fs::recursive_directory_iterator>(directory, failed);
  if (failed) return userError(fmt::format("cannot read {}: {}", directory.string(), failed.message()));
  for (const fs::path& file : entries) {
    const fs::file_status status = fs::symlink_status(file, failed);
    if (failed) return userError(fmt::format("cannot read {}: {}", file.string(), failed.message()));
    if (!fs::is_regular_file(status) || file.filename() == kReport) continue;
    auto hash = hashFile(file);
    if (!hash) return std::unexpected(hash.error());
    record.files.push_back({file.lexically_relative(directory).string(), std::move(*hash)});
  }
  return {};
}

}  // namespace

Result<void> takeFigures(const std::vector<std::string>& texts, RunRecord& record) {
  std::string mistake;
  for (const std::string& text : texts) {
    const json report = json::parse(text, nullptr, false);
    if (!report.is_object()) return userError(fmt::format("its {} is no JSON object", kReport));
    addFigures(JsonFields(report, "", mistake), record, mistake);
    if (!mistake.empty()) return userError(fmt::format("its {} is of no use: {}", kReport, mistake));
  }
  if (record.options.empty()) record.options = "{}";
  return {};
}

Result<void> readRunOutput(const fs::path& directory, RunRecord& record) {
  std::vector<std::string> texts;
  for (const fs::path& file : reportsIn(directory)) {
    auto text = readFile(file);
    if (!text) return std::unexpected(text.error());
    texts.push_back(std::move(*text));
  }
  if (texts.empty()) return userError(fmt::format("it left no {}", kReport));
  if (auto taken = takeFigures(texts, record); !taken) return taken;
  return hashEmitted(directory, record);
}

bool isReport(const fs::path& file) {
  const fs::path extension = file.extension();
  return file.filename() == kReport || extension == ".lcov" || extension == ".sarif" || extension == ".log" ||
         extension == ".md";
}

}  // namespace covolve::campaign
