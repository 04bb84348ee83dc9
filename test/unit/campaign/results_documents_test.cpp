#include <gtest/gtest.h>

#include "campaign/results/documents.h"
#include "campaign/results/tables.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

using example::Campaign;

/// On "sort" the other one is better, on "find" they are equal.
Campaign small() {
  Campaign campaign({"sort", "find"}, {"base", "other"});
  campaign.runs(0, 0, {5, 5, 5, 5, 5}, 10).runs(0, 1, {6, 6, 6, 6, 7}, 10);
  campaign.runs(1, 0, {7, 7, 7, 7, 7}, 7).runs(1, 1, {7, 7, 7, 7, 7}, 7);
  return campaign;
}

Comparison comparisonOf(const Campaign& campaign) { return compare(campaign.data, Measure::Branches); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(AveragesMarkdown, ShowsMeansWithRanksAndTheFriedmanTest) {
  const Campaign campaign = small();
  EXPECT_EQ(averagesMarkdown(campaign.data, comparisonOf(campaign)),
            R"(# tiny: averages

2 configurations, 2 targets, 5 seeds, 1 budget; 20 runs finished.

Configurations over all targets, budget 1s. Branches covered, %: mean of the targets' means. Better, same, worse: targets on which a configuration differs from base (p < 0.05 after Holm's correction).

| Configuration   | Branches covered, % | Average rank | Better | Same | Worse |
|:----------------|--------------------:|-------------:|-------:|-----:|------:|
| base (baseline) |                75.0 |         1.75 |      - |    - |     - |
| other           |                81.0 |     **1.25** |      1 |    1 |     0 |

Friedman test over 2 targets: χ² = 1.00, p = 0.317.

Branches covered, %: means with ranks, the best in bold; budget 1s, 5 runs each.

| Target       |        base |        other |
|:-------------|------------:|-------------:|
| sort         |    50.0 (2) | **62.0** (1) |
| find         | 100.0 (1.5) |  100.0 (1.5) |
| Average      |        75.0 |         81.0 |
| Average rank |        1.75 |     **1.25** |

Friedman test over 2 targets: χ² = 1.00, p = 0.317.
)");
}

TEST(ComparisonsMarkdown, ShowsEffectSizeSignificanceAndRelativeChange) {
  const Campaign campaign = small();
  EXPECT_EQ(comparisonsMarkdown(campaign.data, comparisonOf(campaign)),
            R"(# tiny: comparisons

2 configurations, 2 targets, 5 seeds, 1 budget; 20 runs finished.

other against base: Branches covered, %, budget 1s. Bold: p < 0.05 after Holm's correction over the targets.

| Target |  base | other |      A₁₂ |     p |  p (Holm) |     Relative | Runs |
|:-------|------:|------:|---------:|------:|----------:|-------------:|-----:|
| sort   |  50.0 |  62.0 | **1.00** | 0.008 | **0.016** | **+24.00 %** |  5/5 |
| find   | 100.0 | 100.0 |     0.50 | 1.000 |     1.000 |       0.00 % |  5/5 |

other is better on 1 target, worse on 0; on 1 there is no significant difference.
)");
}

TEST(Documents, FiguresForProgramsAreNotRounded) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.data.targets[0].group = "g, h";
  campaign.runs(0, 0, {1, 2}, 3).runs(0, 1, {3, 3}, 3);
  const Comparison comparison = comparisonOf(campaign);
  const std::string averages = toCsv(averagesData(campaign.data, comparison));
  EXPECT_TRUE(
      averages.starts_with("measure,unit,budget,group,target,configuration,runs,mean,median,"
                           "standard_deviation,mean_low_95,mean_high_95,rank\n"
                           "branches,percent,1s,\"g, h\",a,base,2,50,50,23.57022603955158"))
      << averages;
  EXPECT_TRUE(contains(averages, "\nbranches,percent,1s,\"g, h\",a,other,2,100,100,0,100,100,1\n"))
      << averages;
  const std::string comparisons = toCsv(comparisonsData(campaign.data, comparison));
  EXPECT_EQ(
      comparisons,
      "measure,unit,budget,group,target,baseline,configuration,baseline_runs,runs,baseline_mean,mean,a12,p,"
      "p_holm,relative,verdict\n"
      "branches,percent,1s,\"g, "
      "h\",a,base,other,2,2,50,100,1,0.3333333333333333,0.3333333333333333,1,same\n");
}

TEST(Documents, EveryFinishedRunIsInTheListOfRuns) {
  Campaign campaign({"a"}, {"base"});
  RunFigures& run = campaign.add(0, 0, 18'446'744'073'709'551'615U);
  run.seconds = 1.25;
  run.searchSeconds = 1;
  run.evaluations = 1000;
  run.tests = 4;
  run.faults = 1;
  run.lines = {1, 2};
  run.branches = {3, 4};
  run.functions = {5, 6};
  run.targets = {7, 8};
  EXPECT_EQ(
      runsCsv(campaign.data),
      "budget,group,target,configuration,seed,seconds,search_seconds,evaluations,tests,faults,lines_covered,"
      "lines_total,branches_covered,branches_total,functions_covered,functions_total,targets_covered,"
      "targets_total\n"
      "1s,,a,base,18446744073709551615,1.25,1,1000,4,1,1,2,3,4,5,6,7,8\n");
}

TEST(Documents, WhatIsNotKnownIsEmptyForProgramsAndADashForReaders) {
  Campaign campaign({"a"}, {"base"});
  campaign.runs(0, 0, {5}, 10);
  const Comparison comparison = comparisonOf(campaign);
  EXPECT_TRUE(contains(toCsv(averagesData(campaign.data, comparison)), ",a,base,1,50,50,,,,1\n"));
  EXPECT_TRUE(contains(toMarkdown(spreadTable(campaign.data, comparison, comparison.budgets[0])),
                       "| a      | base          |    1 | 50.0 |             - |   50.0 |         - |\n"));
  campaign.data.runs[0].seconds = 2;
  EXPECT_TRUE(contains(runsCsv(campaign.data), ",a,base,1,2,,0,")) << runsCsv(campaign.data);
}

TEST(Documents, SayWhereRunsDifferInTheirTotals) {
  Campaign campaign({"a", "b"}, {"base", "other"});
  campaign.runs(0, 0, {3}, 4).runs(0, 1, {3}, 6).runs(1, 0, {3}, 4).runs(1, 1, {3}, 4);
  const std::string note =
      "Runs of 1 target differ in how much there is to cover; percentages are of the largest total.";
  EXPECT_TRUE(contains(averagesMarkdown(campaign.data, comparisonOf(campaign)), note));
  EXPECT_TRUE(contains(comparisonsMarkdown(campaign.data, comparisonOf(campaign)), note));
  campaign.data.runs[1].branches.total = 4;
  EXPECT_FALSE(contains(averagesMarkdown(campaign.data, comparisonOf(campaign)), "largest total"));
}

TEST(Documents, AMissingCellIsADashAndAveragesSayWhatTheyAreOver) {
  Campaign campaign({"a", "b"}, {"base", "other"});
  campaign.runs(0, 0, {5}, 10).runs(0, 1, {6, 6}, 10).runs(1, 0, {1}, 10);
  const Comparison comparison = comparisonOf(campaign);
  const std::string averages = toMarkdown(averagesTable(campaign.data, comparison, comparison.budgets[0]));
  EXPECT_TRUE(contains(averages, "| b            | 10.0 (1) |            - |\n")) << averages;
  EXPECT_TRUE(contains(averages, "| Average      |     50.0 |         60.0 |\n")) << averages;
  EXPECT_TRUE(
      contains(averages, "Averages are over the 1 of 2 targets that all configurations have runs of."));
  EXPECT_TRUE(contains(averages, "budget 1s, 1 to 2 runs each."));
  const std::string pairs = toMarkdown(comparisonTable(campaign.data, comparison, comparison.budgets[0], 1));
  EXPECT_TRUE(contains(pairs, "| b      | 10.0 |     - |    - |     - |        - |        - |  1/0 |\n"))
      << pairs;
  const std::string csv = toCsv(averagesData(campaign.data, comparison));
  EXPECT_TRUE(contains(csv, "branches,percent,1s,,b,other,0,,,,,,\n")) << csv;
}

TEST(Documents, TellHowManyRunsAreMissing) {
  Campaign campaign = small();
  EXPECT_TRUE(warnings(campaign.data).empty());
  campaign.data.planned = 30;
  campaign.data.failures.push_back({{"sort", "base", "1s", 6}, "it died", "covolve unit sort.cpp --seed 6"});
  EXPECT_EQ(
      warnings(campaign.data),
      std::vector<std::string>{
          "20 of 30 planned runs finished, 1 failed, 9 not done yet: the figures are of the finished ones."});
  EXPECT_TRUE(contains(averagesMarkdown(campaign.data, comparisonOf(campaign)), "**20 of 30 planned runs"));
  EXPECT_TRUE(contains(averagesLatex(campaign.data, comparisonOf(campaign)), "\n% 20 of 30 planned runs"));
}

TEST(Documents, WarnWhereBuildsOrMachinesAreMixed) {
  Campaign campaign = small();
  campaign.data.provenances = {{"1", "a", "clang", "host1", "fast", 4, 8, "6"},
                               {"1", "a", "clang", "host2", "fast", 4, 8, "6"}};
  EXPECT_TRUE(warnings(campaign.data).empty());  // machines of a kind are fine
  campaign.data.provenances[1].program = "b";
  EXPECT_EQ(warnings(campaign.data),
            std::vector<std::string>{"Runs of 2 different builds of covolve are mixed."});
  campaign.data.provenances[1].version = "peer fuzzer";
  EXPECT_TRUE(warnings(campaign.data).empty());  // it is another program, not another build
  campaign.data.provenances[1].version = "1";
  campaign.data.provenances[1].processor = "slow";
  EXPECT_EQ(warnings(campaign.data).size(), 2);
}

TEST(Documents, WarnWhereASourceChangedBetweenRuns) {
  Campaign campaign = small();
  campaign.data.changedTargets = {"sort"};
  EXPECT_EQ(warnings(campaign.data),
            std::vector<std::string>{"Runs of different versions of 1 target are mixed: sort."});
  campaign.data.changedTargets = {"a", "b", "c", "d", "e", "f", "g"};
  EXPECT_EQ(warnings(campaign.data),
            std::vector<std::string>{
                "Runs of different versions of 7 targets are mixed: a, b, c, d, e and 2 more."});
}

TEST(Documents, FailuresComeWithTheCommandToRepeatThem) {
  Campaign campaign = small();
  campaign.data.failures.push_back({{"sort", "base", "1s", 6}, "it died of *x*", "echo ``` && covolve"});
  EXPECT_EQ(failuresMarkdown(campaign.data),
            "# tiny: 1 failed run\n\n## sort, base, 1s, seed 6\n\nit died of \\*x\\*\n\n"
            "````sh\necho ``` && covolve\n````\n");
}

TEST(Documents, SeveralBudgetsHaveASectionEach) {
  Campaign campaign = small();
  campaign.data.budgets = {"1s", "10s"};
  const std::string text = averagesMarkdown(campaign.data, comparisonOf(campaign));
  EXPECT_TRUE(contains(text, "\n## Budget 1s\n"));
  EXPECT_TRUE(contains(text, "\n## Budget 10s\n"));
  EXPECT_TRUE(contains(text, "budget 10s, no runs yet."));
}

TEST(Documents, GroupsAreNamedBeforeTheirFirstTarget) {
  Campaign campaign = small();
  campaign.data.targets[1].group = "strings";
  const Comparison comparison = comparisonOf(campaign);
  const Table table = averagesTable(campaign.data, comparison, comparison.budgets[0]);
  ASSERT_EQ(table.rows.size(), 6);
  EXPECT_EQ(table.rows[0].cells[0].text, "without a group");
  EXPECT_EQ(table.rows[1].cells[0].text, "sort");
  EXPECT_EQ(table.rows[2].kind, Row::Kind::Group);
  EXPECT_EQ(table.rows[2].cells[0].text, "strings");
}

}  // namespace
}  // namespace covolve::campaign::results
