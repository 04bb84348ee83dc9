#include <gtest/gtest.h>

#include "campaign/results/axis.h"
#include "campaign/results/curves.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

using example::Campaign;

BudgetCurves curvesOfOnly(const CampaignData& data) {
  return curvesOf(data, compare(data, Measure::Branches).budgets[0]);
}

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> texts;
  for (const Tick& tick : axis.ticks) texts.push_back(tick.text);
  return texts;
}

TEST(Curves, ARunIsAStairThatKeepsItsLastStep) {
  const std::vector<ProgressPoint> progress{{100, 1, 3}, {200, 2, 5}};
  const EffortPoints times{Effort::Milliseconds, false, {0, 99, 100, 150, 200, 1000}};
  EXPECT_EQ(coveredAt(progress, times), (std::vector<double>{0, 0, 3, 3, 5, 5}));
  const EffortPoints evaluations{Effort::Evaluations, false, {0, 1, 2}};
  EXPECT_EQ(coveredAt(progress, evaluations), (std::vector<double>{0, 3, 5}));
}

TEST(Curves, ReachToTheEndOfTheLongestRun) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.search(0, 0, 1, {{300, 2}, {600, 4}}, 10).searchSeconds = 0.7;
  campaign.search(0, 1, 1, {{1500, 5}}, 10).searchSeconds = 2;
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_EQ(curves.targets[0].points.values.front(), 0);
  EXPECT_EQ(curves.targets[0].points.values.back(), 2000);
  EXPECT_EQ(curves.targets[0].points.values.size(), 101);
  EXPECT_EQ(curves.targets[0].bands[0]->middle.back(), 40);
  EXPECT_EQ(curves.targets[0].bands[1]->middle[74], 0);  // 1480 ms
  EXPECT_EQ(curves.targets[0].bands[1]->middle[75], 50);
}

TEST(Curves, TheBandIsOfQuartiles) {
  Campaign campaign({"a"}, {"base"});
  for (uint64_t seed = 1; seed <= 5; ++seed) campaign.search(0, 0, seed, {{100, seed}}, 10);
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  const Band& band = *curves.targets[0].bands[0];
  EXPECT_NEAR(band.low.back(), 20, 1e-9);
  EXPECT_NEAR(band.middle.back(), 30, 1e-9);
  EXPECT_NEAR(band.high.back(), 40, 1e-9);
}

TEST(Curves, OverallIsTheSeedsMeanOverTheTargets) {
  Campaign campaign({"a", "b"}, {"base"});
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.search(1, 0, 1, {{100, 60}}, 100);
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_EQ(curves.overallTargets, 2);
  EXPECT_NEAR(curves.overall.bands[0]->middle.back(), 40, 1e-9);
}

TEST(Curves, OverallTakesTheMedianForAMissingRun) {
  Campaign campaign({"a", "b"}, {"base"});
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.search(0, 0, 2, {{100, 4}}, 10);
  campaign.search(1, 0, 1, {{100, 8}}, 10);
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_NEAR(curves.overall.bands[0]->low.back(), 52.5, 1e-9);  // between 50 and 60
}

TEST(Curves, OverallLeavesOutTargetsThatAConfigurationLacks) {
  Campaign campaign({"a", "b"}, {"base", "other"});
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.search(1, 0, 1, {{100, 8}}, 10);
  campaign.search(0, 1, 1, {{100, 3}}, 10);
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_EQ(curves.overallTargets, 1);
  EXPECT_NEAR(curves.overall.bands[0]->middle.back(), 20, 1e-9);
}

TEST(Curves, ARunThatTellsOnlyItsEndHasNone) {
  Campaign campaign({"a"}, {"base", "peer"});
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.add(0, 1, 1).targets = {7, 10};
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_FALSE(curves.targets[0].bands[1]);
  EXPECT_FALSE(curves.overall.bands[1]);
  EXPECT_TRUE(curves.overall.bands[0]);
}

TEST(Curves, ASearchThatCoversNothingIsALineAtZero) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.search(0, 1, 1, {}, 10).searchSeconds = 1;
  EXPECT_EQ(curvesOfOnly(campaign.data).targets[0].bands[1]->middle.back(), 0);
}

TEST(Curves, AreOfTheMostTargetsThatAnyRunKnew) {
  Campaign campaign({"a"}, {"base", "other"});
  campaign.data.budgets = {"1s", "10s"};
  campaign.search(0, 0, 1, {{100, 2}}, 10);
  campaign.search(0, 1, 1, {{100, 2}}, 10);
  campaign.search(0, 1, 1, {{100, 2}}, 20).budget = 1;
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_NEAR(curves.targets[0].bands[0]->middle.back(), 10, 1e-9);
  EXPECT_NEAR(curves.overall.bands[1]->middle.back(), 10, 1e-9);
}

TEST(Curves, WithoutTimesAreOverTheTestsRun) {
  Campaign campaign({"a"}, {"base"});
  campaign.search(0, 0, 1, {{0, 2}, {0, 4}}, 10).evaluations = 1000;
  campaign.data.progress = {{0, 500, 2}, {0, 900, 4}};
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  for (const Curves* one : {&curves.overall, &curves.targets[0]}) {
    EXPECT_EQ(one->points.effort, Effort::Evaluations);
    EXPECT_EQ(one->points.values.back(), 1000);
    EXPECT_EQ(one->bands[0]->middle[49], 0);
    EXPECT_EQ(one->bands[0]->middle[50], 20);
    EXPECT_EQ(one->bands[0]->middle[90], 40);
  }
}

TEST(Curves, EveryBudgetHasItsOwnUnit) {
  Campaign campaign({"a"}, {"base"});
  campaign.data.budgets = {"1s", "1000 evaluations"};
  campaign.search(0, 0, 1, {{100, 2}}, 10).searchSeconds = 1;
  RunFigures& counted = campaign.search(0, 0, 1, {{0, 2}}, 10);
  counted.budget = 1;
  counted.evaluations = 1000;
  const Comparison comparison = compare(campaign.data, Measure::Branches);
  EXPECT_EQ(curvesOf(campaign.data, comparison.budgets[0]).overall.points.effort, Effort::Milliseconds);
  EXPECT_EQ(curvesOf(campaign.data, comparison.budgets[1]).overall.points.effort, Effort::Evaluations);
}

TEST(Curves, NameTheConfigurationsThatCannotBeDrawn) {
  Campaign campaign({"a", "b"}, {"base", "peer", "notRunYet"});
  for (uint32_t target = 0; target < 2; ++target) {
    campaign.search(target, 0, 1, {{100, 2}}, 10);
    campaign.add(target, 1, 1).targets = {7, 10};
  }
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_EQ(curves.overall.withoutProgress, (std::vector<size_t>{1}));
  EXPECT_EQ(curves.targets[0].withoutProgress, (std::vector<size_t>{1}));
}

TEST(Curves, WhatIsGainedInTheFirstMomentsNeedsALogarithmicAxis) {
  Campaign early({"a"}, {"base"});
  early.search(0, 0, 1, {{5, 9}, {20'000, 10}}, 10).searchSeconds = 30;
  const BudgetCurves curves = curvesOfOnly(early.data);
  EXPECT_TRUE(curves.overall.points.isLogarithmic);
  EXPECT_NEAR(curves.overall.points.values.front(), 1, 1e-9);
  EXPECT_EQ(curves.overall.points.values.back(), 30'000);
  EXPECT_EQ(labels(effortAxis(curves.overall.points, 8)),
            (std::vector<std::string>{"0.001", "0.01", "0.1", "1", "10"}));

  Campaign steady({"a"}, {"base"});
  steady.search(0, 0, 1, {{5000, 3}, {20'000, 10}}, 10).searchSeconds = 30;
  EXPECT_FALSE(curvesOfOnly(steady.data).overall.points.isLogarithmic);
}

TEST(Curves, NothingMakesNone) {
  Campaign campaign({"a"}, {"base"});
  const BudgetCurves curves = curvesOfOnly(campaign.data);
  EXPECT_TRUE(curves.overall.isEmpty());
  EXPECT_TRUE(curves.targets[0].isEmpty());
}

TEST(Axes, TicksAreRoundAndHoldTheValues) {
  const Axis axis = valueAxis("", Unit::Percent, 41, 97, 5);
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"40", "60", "80", "100"}));
  EXPECT_EQ(axis.low, 40);
  EXPECT_EQ(axis.high, 100);
  EXPECT_EQ(axis.place(70, 0, 300), 150);
}

TEST(Axes, SmallDifferencesDoNotFillThePlot) {
  const Axis axis = valueAxis("", Unit::Percent, 100, 100, 5);
  EXPECT_EQ(axis.low, 98);
  EXPECT_EQ(axis.high, 100);
  EXPECT_EQ(labels(valueAxis("", Unit::Count, 0, 0, 5)),
            (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
}

TEST(Axes, TimeIsInTheUnitThatSuitsIt) {
  EXPECT_EQ(effortAxis(effortPoints(Effort::Milliseconds, 800, false), 8).title, "Search time, ms");
  const Axis axis = effortAxis(effortPoints(Effort::Milliseconds, 30'000, false), 8);
  EXPECT_EQ(axis.title, "Search time, s");
  EXPECT_EQ(labels(axis), (std::vector<std::string>{"0", "5", "10", "15", "20", "25", "30"}));
  EXPECT_EQ(axis.ticks[1].value, 5000);
  EXPECT_EQ(effortAxis(effortPoints(Effort::Milliseconds, 3'600'000, false), 8).title, "Search time, min");
  EXPECT_EQ(effortAxis(effortPoints(Effort::Milliseconds, 86'400'000, false), 8).title, "Search time, h");
}

TEST(Axes, TestsAreCounted) {
  const Axis few = effortAxis(effortPoints(Effort::Evaluations, 20'000, false), 5);
  EXPECT_EQ(few.title, "Tests run");
  EXPECT_EQ(labels(few), (std::vector<std::string>{"0", "5000", "10000", "15000", "20000"}));
  const Axis many = effortAxis(effortPoints(Effort::Evaluations, 4'000'000, false), 5);
  EXPECT_EQ(many.title, "Tests run, millions");
  EXPECT_EQ(labels(many), (std::vector<std::string>{"0", "1", "2", "3", "4"}));
  const Axis early = effortAxis(effortPoints(Effort::Evaluations, 20'000, true), 5);
  EXPECT_EQ(early.title, "Tests run (logarithmic)");
  EXPECT_EQ(labels(early), (std::vector<std::string>{"1", "10", "100", "1000", "10000"}));
}

}  // namespace
}  // namespace covolve::campaign::results
