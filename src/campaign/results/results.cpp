#include "campaign/results/results.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/files.h"
#include "campaign/results/campaign_plots.h"
#include "campaign/results/comparison.h"
#include "campaign/results/documents.h"
#include "campaign/results/page.h"
#include "campaign/results/tables.h"

namespace covolve::campaign {

namespace fs = std::filesystem;

namespace {

/// No results take so long to write: what is older was left by a process that died.
constexpr auto kAbandoned = std::chrono::hours(1);

/// A whole folder at once: written beside the one of an earlier time, whose place it takes when nothing has
/// failed. Until then the earlier one stays as it is, and afterwards nothing of it is left. Several processes
/// may do so at a time: the results of the last one stay.
class ResultsFolder {
 public:
  explicit ResultsFolder(const fs::path& place) : place_(realPlace(place)) {
    std::error_code failed;
    fs::create_directories(place_, failed);
    if (!failed) {
      removeAbandoned();
      std::string name = workPrefix() + "XXXXXX";
      if (mkdtemp(name.data()) == nullptr) failed.assign(errno, std::generic_category());
      if (!failed) work_ = name;
    }
    // One deeper, since only its owner may enter the folder that mkdtemp makes.
    if (!failed) fs::create_directories(fresh() / "plots", failed);
    if (failed) {
      failure_ = userError(fmt::format("cannot make the folder {}: {}", place_.string(), failed.message()));
    }
  }
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;
  ~ResultsFolder() {
    std::error_code ignored;
    if (!work_.empty()) fs::remove_all(work_, ignored);
  }

  void write(const std::string& name, const std::string& text) {
    if (!failure_) return;
    failure_ = replaceFile(fresh() / name, text);
    if (failure_) written_.push_back(name);
  }

  void writePlot(const results::NamedPlot& plot) {
    if (!plot.svg.empty()) write("plots/" + plot.file, plot.svg);
  }

  Result<std::vector<std::string>> finish() && {
    if (!failure_) return std::unexpected(failure_.error());
    if (const std::error_code failed = takePlace()) {
      return userError(fmt::format("cannot replace {}: {}", place_.string(), failed.message()));
    }
    return std::move(written_);
  }

 private:
  /// With links followed: what is behind them is replaced, not they.
  static fs::path realPlace(const fs::path& place) {
    std::error_code failed;
    fs::path real = fs::weakly_canonical(fs::absolute(place, failed), failed);
    if (failed) real = place;
    return real.has_filename() ? real : real.parent_path();
  }

  fs::path fresh() const { return work_ / "new"; }
  std::string workPrefix() const {
    return (place_.parent_path() / fmt::format(".{}.new-", place_.filename().string())).string();
  }

  void removeAbandoned() const {
    std::error_code ignored;
    std::vector<fs::path> abandoned;
    for (fs::directory_iterator entry(place_.parent_path(), ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
      if (!entry->path().string().starts_with(workPrefix())) continue;
      std::error_code unknown;
      const auto begun = fs::last_write_time(entry->path(), unknown);
      if (!unknown && fs::file_time_type::clock::now() - begun > kAbandoned) abandoned.push_back(*entry);
    }
    for (const fs::path& path : abandoned) fs::remove_all(path, ignored);
  }

  std::error_code takePlace() const {
    if (renameat2(AT_FDCWD, fresh().c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) == 0) return {};
    // Not all file systems can, network ones among them. Another process may come between the two steps.
    std::error_code failed;
    for (int attempt = 0; attempt < 10; ++attempt) {
      const fs::path old = work_ / fmt::format("old-{}", attempt);
      fs::rename(place_, old, failed);
      if (failed && failed != std::errc::no_such_file_or_directory) return failed;
      fs::rename(fresh(), place_, failed);
      if (!failed) return {};
      std::error_code ignored;
      fs::rename(old, place_, ignored);
      const bool isTaken = failed == std::errc::directory_not_empty || failed == std::errc::file_exists;
      if (!isTaken) return failed;
    }
    return failed;
  }

  fs::path place_;
  fs::path work_;  // beside it, for this process alone
  Result<void> failure_;
  std::vector<std::string> written_;
};

}  // namespace

Result<std::vector<std::string>> writeResults(const CampaignData& data, Measure measure,
                                              const fs::path& folder) {
  const results::Comparison comparison = results::compare(data, measure);
  std::vector<results::BudgetPlots> plots;
  if (results::hasTables(data)) plots = results::drawPlots(data, comparison);

  ResultsFolder out(folder);
  out.write("index.html", results::writePage(data, comparison, plots));
  out.write("averages.md", results::averagesMarkdown(data, comparison));
  out.write("averages.csv", toCsv(results::averagesData(data, comparison)));
  out.write("averages.tex", results::averagesLatex(data, comparison));
  out.write("comparisons.md", results::comparisonsMarkdown(data, comparison));
  out.write("comparisons.csv", toCsv(results::comparisonsData(data, comparison)));
  out.write("comparisons.tex", results::comparisonsLatex(data, comparison));
  out.write("runs.csv", results::runsCsv(data));
  if (!data.failures.empty()) out.write("failures.md", results::failuresMarkdown(data));
  for (const results::BudgetPlots& ofBudget : plots) {
    for (const results::NamedPlot* plot : {&ofBudget.overTime, &ofBudget.wins, &ofBudget.boxes})
      out.writePlot(*plot);
    for (const results::TargetPlots& ofTarget : ofBudget.targets) {
      out.writePlot(ofTarget.overTime);
      out.writePlot(ofTarget.boxes);
    }
  }
  return std::move(out).finish();
}

}  // namespace covolve::campaign
