#include "campaign/results/results.h"

#include <fmt/format.h>

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

/// Writes until something fails, which is then what there is to say.
class Folder {
 public:
  explicit Folder(fs::path path) : path_(std::move(path)) {
    std::error_code failed;
    fs::create_directories(path_ / "plots", failed);
    if (failed) {
      failure_ = userError(fmt::format("cannot make the folder {}: {}", path_.string(), failed.message()));
    }
  }

  void write(const std::string& name, const std::string& text) {
    if (!failure_) return;
    failure_ = replaceFile(path_ / name, text);
    if (failure_) written_.push_back(name);
  }

  void writePlot(const results::NamedPlot& plot) {
    if (!plot.svg.empty()) write("plots/" + plot.file, plot.svg);
  }

  /// One of an earlier time that says what is no longer true.
  void remove(const std::string& name) {
    std::error_code ignored;
    if (failure_) fs::remove(path_ / name, ignored);
  }

  Result<std::vector<std::string>> finish() && {
    if (!failure_) return std::unexpected(failure_.error());
    return std::move(written_);
  }

 private:
  fs::path path_;
  Result<void> failure_;
  std::vector<std::string> written_;
};

}  // namespace

Result<std::vector<std::string>> writeResults(const CampaignData& data, Measure measure,
                                              const fs::path& folder) {
  const results::Comparison comparison = results::compare(data, measure);
  std::vector<results::BudgetPlots> plots;
  if (results::hasTables(data)) plots = results::drawPlots(data, comparison);

  Folder out(folder);
  out.write("index.html", results::writePage(data, comparison, plots));
  out.write("averages.md", results::averagesMarkdown(data, comparison));
  out.write("averages.csv", toCsv(results::averagesData(data, comparison)));
  out.write("averages.tex", results::averagesLatex(data, comparison));
  out.write("comparisons.md", results::comparisonsMarkdown(data, comparison));
  out.write("comparisons.csv", toCsv(results::comparisonsData(data, comparison)));
  out.write("comparisons.tex", results::comparisonsLatex(data, comparison));
  out.write("runs.csv", results::runsCsv(data));
  if (data.failures.empty()) {
    out.remove("failures.md");
  } else {
    out.write("failures.md", results::failuresMarkdown(data));
  }
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
