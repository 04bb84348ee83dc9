#include "campaign/results/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/results/documents.h"
#include "campaign/results/numbers.h"
#include "campaign/results/tables.h"
#include "markup/page_style.h"
#include "markup/text.h"

namespace covolve::campaign::results {

namespace {

constexpr size_t kMostFailures = 100;
/// Tables longer than that are folded away.
constexpr size_t kMostRowsUnfolded = 40;

class Page {
 public:
  Page(const CampaignData& data, const Comparison& comparison, const std::vector<BudgetPlots>& plots,
       size_t mostBytes)
      : data_(data), comparison_(comparison), plots_(plots), bytesLeft_(mostBytes) {}

  std::string write() {
    addHead();
    if (hasTables(data_)) {
      for (size_t i = 0; i < comparison_.budgets.size(); ++i) addBudget(comparison_.budgets[i], plots_[i]);
    } else {
      html_ += "<p>There is nothing to compare.</p>\n";
    }
    addFailures();
    addReadingHelp();
    addProvenance();
    return std::move(html_) + "</main>\n</body>\n</html>\n";
  }

 private:
  std::string budgetTitle(size_t budget) const { return "Budget " + data_.budgets[budget]; }
  bool canCompare() const { return data_.configurations.size() > 1; }

  void addHead() {
    const std::string name = markup::escapedForXml(data_.name.empty() ? "Campaign" : data_.name);
    html_ += fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n<p "
        "class=\"lead\">{}</p>\n",
        name, markup::kPageStyle, name, markup::escapedForXml(scopeText(data_)));
    for (const std::string& warning : warnings(data_)) {
      html_ += fmt::format("<p class=\"warn\" role=\"note\">{}</p>\n", markup::escapedForXml(warning));
    }
    addContents();
    html_ += "</header>\n<main>\n";
  }

  void addContents() {
    html_ += "<nav aria-label=\"Contents\">\n<ul>\n";
    for (size_t i = 0; hasTables(data_) && i < data_.budgets.size(); ++i) {
      const size_t n = i + 1;
      html_ += fmt::format(
          "<li><a href=\"#budget-{}\">{}</a>\n<ul><li><a href=\"#averages-of-{}\">Averages</a></li>", n,
          markup::escapedForXml(budgetTitle(i)), n);
      if (canCompare()) html_ += fmt::format("<li><a href=\"#comparisons-{}\">Comparisons</a></li>", n);
      html_ += fmt::format(
          "<li><a href=\"#spread-of-{}\">Spread</a></li><li><a "
          "href=\"#targets-{}\">Targets</a></li></ul></li>\n",
          n, n);
    }
    if (!data_.failures.empty()) html_ += "<li><a href=\"#failures\">Failed runs</a></li>\n";
    html_ +=
        "<li><a href=\"#reading\">How to read this</a></li>\n"
        "<li><a href=\"#provenance\">Programs and machines</a></li>\n</ul>\n</nav>\n";
  }

  void addBudget(const BudgetComparison& budget, const BudgetPlots& plots) {
    const size_t n = budget.budget + 1;
    html_ += fmt::format("<section>\n<h2 id=\"budget-{}\">{}</h2>\n", n,
                         markup::escapedForXml(budgetTitle(budget.budget)));
    html_ += toHtml(summaryTable(data_, comparison_, budget));
    html_ += "<div class=\"plots\">\n" + plots.overTime.svg + plots.wins.svg + plots.boxes.svg + "</div>\n";
    if (plots.overTime.svg.empty() && budget.mostRuns > 0) {
      html_ +=
          "<p class=\"note\">No run recorded its progress: there is no plot of coverage over time.</p>\n";
    }
    html_ += fmt::format("<h3 id=\"averages-of-{}\">Averages</h3>\n", n);
    addTable(averagesTable(data_, comparison_, budget), "All targets");
    if (canCompare()) {
      html_ += fmt::format("<h3 id=\"comparisons-{}\">Comparisons with {}</h3>\n", n,
                           markup::escapedForXml(data_.configurations[comparison_.baseline]));
      for (size_t i = 0; i < data_.configurations.size(); ++i) {
        if (i == comparison_.baseline) continue;
        const ConfigurationSummary& summary = budget.configurations[i];
        addTable(comparisonTable(data_, comparison_, budget, i),
                 fmt::format("{}: better on {}, worse on {}, same on {}", data_.configurations[i],
                             summary.better, summary.worse, summary.same));
      }
    }
    html_ += fmt::format("<h3 id=\"spread-of-{}\">Spread</h3>\n", n);
    addFolded(spreadTable(data_, comparison_, budget), "Intervals, medians and standard deviations");
    addTargets(budget, plots);
    html_ += "</section>\n";
  }

  void addTable(const Table& table, const std::string& summary) {
    if (table.rows.size() > kMostRowsUnfolded) {
      addFolded(table, summary);
    } else {
      html_ += toHtml(table);
    }
  }

  void addFolded(const Table& table, const std::string& summary) {
    html_ += fmt::format("<details><summary>{}</summary>\n{}</details>\n", markup::escapedForXml(summary),
                         toHtml(table));
  }

  void addTargets(const BudgetComparison& budget, const BudgetPlots& plots) {
    html_ += fmt::format("<h3 id=\"targets-{}\">Targets</h3>\n", budget.budget + 1);
    for (size_t i = 0; i < budget.targets.size();) {
      const std::string& group = groupOf(budget, i);
      size_t end = i;
      while (end < budget.targets.size() && groupOf(budget, end) == group) ++end;
      const std::string title = !comparison_.hasGroups ? "Plots of each target"
                                : group.empty()        ? "without a group"
                                                       : group;
      html_ += fmt::format("<details><summary>{} ({})</summary>\n<div class=\"many\">\n",
                           markup::escapedForXml(title), end - i);
      std::string omitted;
      for (; i < end; ++i) {
        html_ += "<div>";
        addPlot(plots.targets[i].overTime, omitted);
        addPlot(plots.targets[i].boxes, omitted);
        html_ += "</div>\n";
      }
      html_ += "</div>\n";
      if (!omitted.empty()) html_ += "<p>Not in the page, for its size:" + omitted + "</p>\n";
      html_ += "</details>\n";
    }
  }

  const std::string& groupOf(const BudgetComparison& budget, size_t index) const {
    return data_.targets[budget.targets[index].target].group;
  }

  void addPlot(const NamedPlot& plot, std::string& omitted) {
    if (plot.svg.empty()) return;
    if (plot.svg.size() <= bytesLeft_) {
      bytesLeft_ -= plot.svg.size();
      html_ += plot.svg;
    } else {
      omitted += fmt::format(" <a href=\"plots/{}\">{}</a>", plot.file, plot.file);
    }
  }

  void addFailures() {
    if (data_.failures.empty()) return;
    html_ += fmt::format("<section>\n<h2 id=\"failures\">{}</h2>\n",
                         counted(data_.failures.size(), "failed run", "failed runs"));
    const size_t shown = std::min(data_.failures.size(), kMostFailures);
    html_ += "<details" + std::string(shown <= 5 ? " open" : "") +
             "><summary>Reasons, and commands to repeat them</summary>\n<dl>\n";
    for (size_t i = 0; i < shown; ++i) {
      const Failure& failure = data_.failures[i];
      html_ += fmt::format("<dt>{}</dt>\n<dd>{}\n<pre>{}</pre></dd>\n",
                           markup::escapedForXml(describe(failure.key)),
                           markup::escapedForXml(failure.reason), markup::escapedForXml(failure.command));
    }
    html_ += "</dl>\n";
    if (shown < data_.failures.size()) {
      html_ += fmt::format("<p>And {} more, in failures.md.</p>\n", data_.failures.size() - shown);
    }
    html_ += "</details>\n</section>\n";
  }

  void addReadingHelp() {
    html_ +=
        "<section>\n<h2 id=\"reading\">How to read this</h2>\n<dl>\n"
        "<dt>Coverage</dt><dd>Branches, lines and functions are those that the emitted tests cover, measured "
        "by "
        "llvm-cov; search targets are what the search itself counts: of a service statuses, parameters, "
        "kinds "
        "of answers and faults. A run without tests covers nothing. Code of a header that a run's tests do "
        "not use may be missing from its total, and a kind of answer that never came, so percentages are of "
        "the largest total that any run of the target has. Percentages below 100 are never rounded up to "
        "it.</dd>\n"
        "<dt>Rank</dt><dd>1 for the highest mean on a target; equal means share their ranks.</dd>\n"
        "<dt>Friedman test</dt><dd>Whether the configurations' ranks differ over the targets more than "
        "chance "
        "explains, corrected for ties.</dd>\n"
        "<dt>A₁₂</dt><dd>Vargha and Delaney's effect size: how likely a run of the configuration is above a "
        "run of "
        "the baseline. 0.5 is no difference, 1 always above, 0 always below.</dd>\n"
        "<dt>p</dt><dd>Two-sided Mann–Whitney U test of the runs on one target. Many targets are many tests, "
        "so "
        "p (Holm) is corrected over the targets of one comparison; it decides what is bold.</dd>\n"
        "<dt>Relative</dt><dd>Change of the mean against the baseline's mean.</dd>\n"
        "<dt>Coverage over time</dt><dd>The line is the median of the runs, the band reaches from the first "
        "to the "
        "third quartile. With a budget of evaluations or requests, whose reports hold no times, it is over "
        "the "
        "tests run. "
        "A run that ended keeps its last value. Over all targets, each seed counts with its "
        "mean over "
        "the targets; a missing run counts as the median of the others.</dd>\n"
        "<dt>Box plots</dt><dd>The box holds the middle half of the runs, its bar is the median; whiskers "
        "reach to "
        "the farthest runs within 1.5 times the box's length, circles are runs "
        "beyond.</dd>\n</dl>\n</section>\n";
  }

  void addProvenance() {
    html_ += "<section>\n<h2 id=\"provenance\">Programs and machines</h2>\n";
    Table table;
    table.identifier = "provenances";
    table.caption = "What took part in the runs above.";
    table.columns = {{"Host", Align::Left},
                     {"Version", Align::Left},
                     {"Build", Align::Left},
                     {"Compiler", Align::Left},
                     {"Processor", Align::Left},
                     {"Cores"},
                     {"Memory, MB"},
                     {"Kernel", Align::Left}};
    for (const Provenance& one : data_.provenances) {
      table.rows.push_back({{{one.host},
                             {one.version},
                             {markup::shortened(one.program, 12)},
                             {one.compiler},
                             {one.processor},
                             {fmt::format("{}", one.cores)},
                             {fmt::format("{}", one.memoryMegabytes)},
                             {one.kernel}}});
    }
    html_ += data_.provenances.empty() ? "<p>Not recorded.</p>\n" : toHtml(table);
    html_ += "</section>\n";
  }

  const CampaignData& data_;
  const Comparison& comparison_;
  const std::vector<BudgetPlots>& plots_;
  std::string html_;
  size_t bytesLeft_;
};

}  // namespace

std::string writePage(const CampaignData& data, const Comparison& comparison,
                      const std::vector<BudgetPlots>& plots, size_t mostBytesOfTargets) {
  return Page(data, comparison, plots, mostBytesOfTargets).write();
}

}  // namespace covolve::campaign::results
