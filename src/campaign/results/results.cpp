#include "campaign/results/results.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
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

/// A whole folder at once: written beside the one of an earlier time, whose place it takes when nothing has
/// failed. Until then the earlier one stays as it is, and afterwards nothing of it is left.
class ResultsFolder {
 public:
  explicit ResultsFolder(const fs::path& place) : place_(realPlace(place)) {
    // Of fixed names: what a process that died left behind does not pile up.
    fresh_ = place_.parent_path() / fmt::format(".{}.new", place_.filename().string());
    old_ = place_.parent_path() / fmt::format(".{}.old", place_.filename().string());
    std::error_code failed;
    fs::create_directories(place_, failed);
    if (!failed) fs::remove_all(fresh_, failed);
    if (!failed) fs::create_directories(fresh_ / "plots", failed);
    if (failed) {
      failure_ = userError(fmt::format("cannot make the folder {}: {}", place_.string(), failed.message()));
    }
  }

  void write(const std::string& name, const std::string& text) {
    if (!failure_) return;
    failure_ = replaceFile(fresh_ / name, text);
    if (failure_) written_.push_back(name);
  }

  void writePlot(const results::NamedPlot& plot) {
    if (!plot.svg.empty()) write("plots/" + plot.file, plot.svg);
  }

  Result<std::vector<std::string>> finish() && {
    std::error_code failed;
    if (failure_) {
      exchange(failed);
      if (failed) {
        failure_ = userError(fmt::format("cannot replace {}: {}", place_.string(), failed.message()));
      }
    }
    std::error_code ignored;
    fs::remove_all(fresh_, ignored);
    fs::remove_all(old_, ignored);
    if (!failure_) return std::unexpected(failure_.error());
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

  void exchange(std::error_code& failed) {
    if (renameat2(AT_FDCWD, fresh_.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) == 0) return;
    // Not all file systems can, network ones among them.
    fs::remove_all(old_, failed);
    if (!failed) fs::rename(place_, old_, failed);
    if (failed) return;
    fs::rename(fresh_, place_, failed);
    if (!failed) return;
    std::error_code ignored;
    fs::rename(old_, place_, ignored);
  }

  fs::path place_;
  fs::path fresh_;
  fs::path old_;
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
