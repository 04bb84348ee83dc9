#include "campaign/results/documents.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "campaign/results/numbers.h"
#include "campaign/results/tables.h"
#include "markup/text.h"

namespace covolve::campaign::results {

namespace {

template <class Field>
size_t distinct(const CampaignData& data, Field field) {
  std::set<std::string> values;
  for (const Provenance& provenance : data.provenances) values.insert(field(provenance));
  return values.size();
}

/// The first names, and how many more there are.
std::string someOf(const std::vector<std::string>& names) {
  constexpr size_t kMost = 5;
  const size_t shown = names.size() > kMost + 1 ? kMost : names.size();  // "and 1 more" is no shorter
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string head(const CampaignData& data, const std::string& what) {
  std::string text = fmt::format("# {}: {}\n\n{}\n", escapedForMarkdown(data.name), what,
                                 escapedForMarkdown(scopeText(data)));
  for (const std::string& warning : warnings(data))
    text += fmt::format("\n**{}**\n", escapedForMarkdown(warning));
  return text;
}

std::string budgetHead(const CampaignData& data, const BudgetComparison& budget) {
  if (data.budgets.size() < 2) return {};
  return fmt::format("\n## Budget {}\n", escapedForMarkdown(data.budgets[budget.budget]));
}

std::string latexHead(const CampaignData& data) {
  std::string text =
      "% For \\input in a document with \\usepackage{booktabs} and, for tables longer than a page, "
      "longtable.\n";
  for (const std::string& warning : warnings(data)) {
    text += "% ";
    for (const char character : markup::cleaned(warning)) text += character == '\n' ? ' ' : character;
    text += '\n';
  }
  return text;
}

/// Longer than any row of backticks in the text, so that none of them ends it.
std::string fenceFor(const std::string& text) {
  size_t longest = 0;
  size_t here = 0;
  for (const char character : text) {
    here = character == '`' ? here + 1 : 0;
    longest = std::max(longest, here);
  }
  return std::string(std::max<size_t>(3, longest + 1), '`');
}

/// A peer is a program of its own: that it is not covolve is no mixture.
std::map<std::string, std::set<std::string>> buildsOfPrograms(const CampaignData& data) {
  std::map<std::string, std::set<std::string>> builds;
  for (const Provenance& one : data.provenances) {
    const bool isPeer = one.version.starts_with("peer ");
    builds[isPeer ? one.version : "covolve"].insert(one.version + '\n' + one.program + '\n' + one.compiler);
  }
  return builds;
}

std::vector<Table> comparisonTables(const CampaignData& data, const Comparison& comparison,
                                    const BudgetComparison& budget) {
  std::vector<Table> tables;
  for (size_t i = 0; i < data.configurations.size(); ++i) {
    if (i != comparison.baseline) tables.push_back(comparisonTable(data, comparison, budget, i));
  }
  return tables;
}

}  // namespace

std::string scopeText(const CampaignData& data) {
  std::set<uint64_t> seeds;
  for (const RunFigures& run : data.runs) seeds.insert(run.seed);
  for (const Failure& failure : data.failures) seeds.insert(failure.key.seed);
  return fmt::format(
      "{}, {}, {}, {}; {} finished.", counted(data.configurations.size(), "configuration", "configurations"),
      counted(data.targets.size(), "target", "targets"), counted(seeds.size(), "seed", "seeds"),
      counted(data.budgets.size(), "budget", "budgets"), counted(data.runs.size(), "run", "runs"));
}

std::vector<std::string> warnings(const CampaignData& data) {
  std::vector<std::string> sentences;
  const size_t failed = data.failures.size();
  const size_t known = data.runs.size() + failed;
  if (data.planned > data.runs.size() || failed > 0) {
    std::string sentence =
        fmt::format("{} of {} finished", data.runs.size(),
                    counted(std::max<size_t>(data.planned, known), "planned run", "planned runs"));
    if (failed > 0) sentence += fmt::format(", {} failed", failed);
    if (data.planned > known) sentence += fmt::format(", {} not done yet", data.planned - known);
    sentences.push_back(sentence + ": the figures are of the finished ones.");
  }
  for (const auto& [program, builds] : buildsOfPrograms(data)) {
    if (builds.size() > 1) {
      sentences.push_back(
          fmt::format("Runs of {} different builds of {} are mixed.", builds.size(), program));
    }
  }
  if (!data.changedTargets.empty()) {
    sentences.push_back(fmt::format("Runs of different versions of {} are mixed: {}.",
                                    counted(data.changedTargets.size(), "target", "targets"),
                                    someOf(data.changedTargets)));
  }
  const size_t machines = distinct(data, [](const Provenance& one) {
    return fmt::format("{}\n{}\n{}\n{}", one.processor, one.cores, one.memoryMegabytes, one.kernel);
  });
  if (machines > 1) {
    sentences.push_back(fmt::format(
        "Runs on {} different kinds of machines are mixed: what depends on speed is not comparable.",
        machines));
  }
  return sentences;
}

bool hasTables(const CampaignData& data) {
  return !data.configurations.empty() && !data.targets.empty() && !data.budgets.empty();
}

std::string averagesMarkdown(const CampaignData& data, const Comparison& comparison) {
  std::string text = head(data, "averages");
  if (!hasTables(data)) return text + "\nThere is nothing to compare.\n";
  for (const BudgetComparison& budget : comparison.budgets) {
    text += budgetHead(data, budget) + "\n" + toMarkdown(summaryTable(data, comparison, budget)) + "\n" +
            toMarkdown(averagesTable(data, comparison, budget));
  }
  return text;
}

std::string averagesLatex(const CampaignData& data, const Comparison& comparison) {
  std::string text = latexHead(data);
  if (!hasTables(data)) return text;
  for (const BudgetComparison& budget : comparison.budgets) {
    text += "\n" + toLatex(summaryTable(data, comparison, budget)) + "\n" +
            toLatex(averagesTable(data, comparison, budget));
  }
  return text;
}

std::string comparisonsMarkdown(const CampaignData& data, const Comparison& comparison) {
  std::string text = head(data, "comparisons");
  if (!hasTables(data) || data.configurations.size() < 2) return text + "\nThere is nothing to compare.\n";
  for (const BudgetComparison& budget : comparison.budgets) {
    text += budgetHead(data, budget);
    for (const Table& table : comparisonTables(data, comparison, budget)) text += "\n" + toMarkdown(table);
  }
  return text;
}

std::string comparisonsLatex(const CampaignData& data, const Comparison& comparison) {
  std::string text = latexHead(data);
  if (!hasTables(data)) return text;
  for (const BudgetComparison& budget : comparison.budgets) {
    for (const Table& table : comparisonTables(data, comparison, budget)) text += "\n" + toLatex(table);
  }
  return text;
}

std::string failuresMarkdown(const CampaignData& data) {
  std::string text = fmt::format("# {}: {}\n", escapedForMarkdown(data.name),
                                 counted(data.failures.size(), "failed run", "failed runs"));
  for (const Failure& failure : data.failures) {
    const std::string command = markup::cleaned(failure.command);
    const std::string fence = fenceFor(command);
    text += fmt::format("\n## {}\n\n{}\n\n{}sh\n{}\n{}\n", escapedForMarkdown(describe(failure.key)),
                        escapedForMarkdown(failure.reason), fence, command, fence);
  }
  return text;
}

}  // namespace covolve::campaign::results
