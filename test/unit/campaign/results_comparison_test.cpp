#include <gtest/gtest.h>

#include "campaign/results/comparison.h"
#include "campaign/results/numbers.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

using example::Campaign;

/// Of the only budget, by branches.
BudgetComparison compared(const Campaign& campaign) {
  return compare(campaign.data, Measure::Branches).budgets[0];
}

TEST(Measures, AreFoundByName) {
  for (const std::string& name : measureNames()) {
    const auto measure = measureNamed(name);
    ASSERT_TRUE(measure.has_value());
    EXPECT_EQ(measureNames()[static_cast<size_t>(*measure)], name);
  }
  EXPECT_EQ(*measureNamed("faults"), Measure::Faults);
  EXPECT_EQ(*measureNamed("targets"), Measure::Targets);
}

TEST(Measures, AnUnknownOneIsTheUsersMistakeAndIsToldWhatThereIs) {
  const auto measure = measureNamed("coverage");
  ASSERT_FALSE(measure.has_value());
  EXPECT_EQ(measure.error().blame, Error::Blame::User);
  EXPECT_EQ(measure.error().message,
            "there is no measure \"coverage\"; it is one of branches, lines, functions, targets, faults");
}

TEST(Measures, ARunWithoutTestsCoversNothing) {
  Campaign campaign({"a"}, {"base"});
  campaign.runs(0, 0, {5}, 10).runs(0, 0, {0}, 0);
  EXPECT_EQ(compare(campaign.data, Measure::Branches).budgets[0].targets[0].samples[0].values,
            (std::vector<double>{50, 0}));
}

TEST(Measures, ATargetWithNothingToCoverHasNoFigure) {
  Campaign campaign({"straight", "a"}, {"base"});
  campaign.runs(0, 0, {0, 0}, 0).runs(1, 0, {3}, 4);
  const Comparison comparison = compare(campaign.data, Measure::Branches);
  EXPECT_TRUE(comparison.budgets[0].targets[0].samples[0].isEmpty());
  EXPECT_EQ(comparison.budgets[0].configurations[0].mean, 75);
}

TEST(Measures, ARunDoesNotGainByTouchingLess) {
  // What of a header no test uses is not compiled: the first run's tests left two branches out.
  Campaign campaign({"header", "source"}, {"base", "other"});
  campaign.runs(0, 0, {3}, 4).runs(0, 1, {3, 6}, 6).runs(1, 0, {1}, 2).runs(1, 1, {2}, 2);
  const Comparison comparison = compare(campaign.data, Measure::Branches);
  const TargetComparison& header = comparison.budgets[0].targets[0];
  EXPECT_EQ(header.samples[0].values, (std::vector<double>{50}));
  EXPECT_EQ(header.samples[1].values, (std::vector<double>{50, 100}));
  EXPECT_EQ(comparison.differingTotals, 1);
}

TEST(Measures, EveryKindOfCoverageIsOfTheTargetsLargestTotalInAllBudgets) {
  Campaign campaign({"a"}, {"base"});
  campaign.data.budgets = {"1s", "10s"};
  for (uint32_t budget = 0; budget < 2; ++budget) {
    RunFigures& run = campaign.add(0, 0, 1);
    run.budget = budget;
    run.lines = run.branches = run.functions = run.targets = {2, budget == 0 ? 4U : 8U};
  }
  for (const Measure measure : {Measure::Branches, Measure::Lines, Measure::Functions, Measure::Targets}) {
    const Comparison comparison = compare(campaign.data, measure);
    EXPECT_EQ(comparison.unit, Unit::Percent);
    EXPECT_EQ(comparison.budgets[0].targets[0].samples[0].mean, 25);
    EXPECT_EQ(comparison.budgets[1].targets[0].samples[0].mean, 25);
    EXPECT_EQ(comparison.differingTotals, 1);
  }
}

TEST(Measures, ARunWithoutTestsDoesNotDisagreeOnTheTotal) {
  Campaign campaign({"a"}, {"base"});
  campaign.runs(0, 0, {5}, 10).runs(0, 0, {0}, 0);
  EXPECT_EQ(compare(campaign.data, Measure::Branches).differingTotals, 0);
}

TEST(Measures, FaultsAreCounts) {
  Campaign campaign({"a"}, {"base"});
  campaign.add(0, 0, 1).faults = 3;
  const Comparison comparison = compare(campaign.data, Measure::Faults);
  EXPECT_EQ(comparison.unit, Unit::Count);
  EXPECT_EQ(comparison.budgets[0].targets[0].samples[0].mean, 3);
}

TEST(Comparison, RanksAreByMeanAndTiesShare) {
  Campaign campaign({"a"}, {"base", "worse", "same"});
  // The same values in another order: their means may differ in the last bits.
  campaign.runs(0, 0, {1, 2, 5}, 7).runs(0, 1, {1, 1, 1}, 7).runs(0, 2, {5, 2, 1}, 7);
  const TargetComparison target = compared(campaign).targets[0];
  EXPECT_EQ(target.samples[0].rank, 1.5);
  EXPECT_EQ(target.samples[1].rank, 3);
  EXPECT_EQ(target.samples[2].rank, 1.5);
}

TEST(Comparison, AgainstTheBaselineIsFromTheConfigurationsSide) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.runs(0, 0, {5, 5, 5, 5, 5}, 10).runs(0, 1, {6, 6, 6, 6, 6}, 10);
  const BudgetComparison budget = compared(campaign);
  EXPECT_FALSE(budget.targets[0].pairs[0]);
  const Pair& pair = *budget.targets[0].pairs[1];
  EXPECT_EQ(pair.a12, 1);
  EXPECT_NEAR(pair.p, 2.0 / 252, 1e-9);  // two of the divisions of 10 values into 5 and 5
  EXPECT_NEAR(*pair.relative, 0.2, 1e-12);
  EXPECT_EQ(pair.verdict, Verdict::Better);
  EXPECT_EQ(budget.configurations[1].better, 1);
}

TEST(Comparison, WhatIsSignificantOnOneTargetNeedNotBeAmongMany) {
  std::vector<std::string> names;
  for (int i = 0; i < 7; ++i) names.push_back("t" + std::to_string(i));
  Campaign campaign(names, {"base", "other"});
  for (uint32_t i = 0; i < 7; ++i) {
    campaign.runs(i, 0, {5, 5, 5, 5, 5}, 10);
    campaign.runs(i, 1, i == 3 ? std::vector<uint64_t>{4, 4, 4, 4, 4} : std::vector<uint64_t>{5, 5, 5, 5, 5},
                  10);
  }
  const BudgetComparison budget = compared(campaign);
  EXPECT_LT(budget.targets[3].pairs[1]->p, 0.05);
  EXPECT_NEAR(budget.targets[3].pairs[1]->adjusted, 14.0 / 252, 1e-9);
  EXPECT_EQ(budget.targets[3].pairs[1]->verdict, Verdict::Same);
  EXPECT_EQ(budget.configurations[1].same, 7);
  EXPECT_EQ(budget.configurations[1].worse, 0);
}

TEST(Comparison, AChangeFromZeroHasNoRelativeSize) {
  Campaign campaign({"a", "b"}, {"base", "other"});
  campaign.runs(0, 0, {0}, 10).runs(0, 1, {3}, 10).runs(1, 0, {0}, 10).runs(1, 1, {0}, 10);
  const BudgetComparison budget = compared(campaign);
  EXPECT_FALSE(budget.targets[0].pairs[1]->relative);
  EXPECT_EQ(budget.targets[1].pairs[1]->relative, 0);
}

TEST(Comparison, AConfigurationDoesNotGainByFailingOnHardTargets) {
  Campaign campaign({"easy", "hard"}, {"base", "other"});
  campaign.runs(0, 0, {9}, 10).runs(1, 0, {1}, 10).runs(0, 1, {8}, 10);
  const BudgetComparison budget = compared(campaign);
  EXPECT_EQ(budget.completeTargets, 1);
  EXPECT_EQ(budget.configurations[0].mean, 90);
  EXPECT_EQ(budget.configurations[1].mean, 80);
  EXPECT_EQ(budget.configurations[1].averageRank, 2);
  EXPECT_EQ(budget.configurations[1].same, 1);
  EXPECT_FALSE(budget.friedman);  // one target is no sample
}

TEST(Comparison, FriedmanIsOverTheTargets) {
  Campaign campaign({"a", "b", "c", "d"}, {"base", "other"});
  for (uint32_t i = 0; i < 4; ++i) campaign.runs(i, 0, {1 + i}, 10).runs(i, 1, {2 + i}, 10);
  const BudgetComparison budget = compared(campaign);
  ASSERT_TRUE(budget.friedman);
  EXPECT_NEAR(budget.friedman->chiSquare, 4, 1e-12);  // with two treatments, (wins - losses)^2 / blocks
  EXPECT_NEAR(budget.friedman->p, 0.0455, 1e-4);
  EXPECT_EQ(budget.configurations[1].averageRank, 1);
}

TEST(Comparison, ASeedsMeanTakesTheMedianForAMissingRun) {
  Campaign campaign({"a", "b"}, {"base"});
  campaign.runs(0, 0, {2, 4, 9}, 10).runs(1, 0, {5, 7}, 10);
  const BudgetComparison budget = compared(campaign);
  EXPECT_EQ(budget.configurations[0].seedMeans, (std::vector<double>{35, 55, 75}));
  EXPECT_EQ(budget.fewestRuns, 2);
  EXPECT_EQ(budget.mostRuns, 3);
}

TEST(Comparison, GroupsStandTogetherInTheOrderTheyFirstCome) {
  Campaign campaign({"a", "b", "c", "d"}, {"base"});
  campaign.data.targets[0].group = "z";
  campaign.data.targets[1].group = "m";
  campaign.data.targets[2].group = "z";
  campaign.data.targets[3].group = "m";
  std::vector<size_t> order;
  const BudgetComparison budget = compared(campaign);
  for (const TargetComparison& target : budget.targets) order.push_back(target.target);
  EXPECT_EQ(order, (std::vector<size_t>{0, 2, 1, 3}));
}

TEST(Comparison, TheBaselineIsFoundByNameElseTheFirst) {
  Campaign campaign({"a"}, {"x", "y"});
  campaign.data.baseline = "y";
  EXPECT_EQ(compare(campaign.data, Measure::Branches).baseline, 1);
  campaign.data.baseline = "gone";
  EXPECT_EQ(compare(campaign.data, Measure::Branches).baseline, 0);
}

TEST(Comparison, TheIntervalHoldsTheMeanAndEqualRunsHaveNone) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.runs(0, 0, {2, 3, 5, 7, 9}, 10).runs(0, 1, {4, 4, 4}, 10);
  const TargetComparison target = compared(campaign).targets[0];
  EXPECT_LT(target.samples[0].interval->low, 52);
  EXPECT_GT(target.samples[0].interval->high, 52);
  EXPECT_EQ(target.samples[1].interval->low, 40);
  EXPECT_EQ(target.samples[1].interval->high, 40);
}

TEST(Comparison, OneRunHasNeitherDeviationNorInterval) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.runs(0, 0, {5}, 10).runs(0, 1, {4, 4}, 10);
  const TargetComparison target = compared(campaign).targets[0];
  EXPECT_EQ(target.samples[0].mean, 50);
  EXPECT_FALSE(target.samples[0].deviation);
  EXPECT_FALSE(target.samples[0].interval);
  EXPECT_EQ(target.samples[1].deviation, 0);
}

TEST(Numbers, PercentagesAreNeverRoundedUpToHundred) {
  EXPECT_EQ(valueText(99.96, Unit::Percent), "99.9");
  EXPECT_EQ(valueText(99.99999, Unit::Percent), "99.9");
  EXPECT_EQ(valueText(100.0, Unit::Percent), "100.0");
  EXPECT_EQ(valueText(99.94, Unit::Percent), "99.9");
  EXPECT_EQ(valueText(87.74, Unit::Percent), "87.7");
  EXPECT_EQ(valueText(99.96, Unit::Count), "100.0");
  EXPECT_EQ(valueText(std::nullopt, Unit::Count), "-");
}

TEST(Numbers, PValuesAreNeverRoundedDownToZero) {
  EXPECT_EQ(pText(0.00099), "< 0.001");
  EXPECT_EQ(pText(0.001), "0.001");
  EXPECT_EQ(pText(0.1539), "0.154");
  EXPECT_EQ(pRelation(0.0), "< 0.001");
  EXPECT_EQ(pRelation(1.0), "= 1.000");
}

TEST(Numbers, RelativeChangesHaveASignUnlessTheyAreNone) {
  EXPECT_EQ(relativeText(0.0065), "+0.65 %");
  EXPECT_EQ(relativeText(-0.0007), "-0.07 %");
  EXPECT_EQ(relativeText(-0.000001), "0.00 %");
  EXPECT_EQ(relativeText(std::nullopt), "-");
}

}  // namespace
}  // namespace covolve::campaign::results
