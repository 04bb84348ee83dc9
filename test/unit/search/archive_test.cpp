#include "search/archive.h"

#include <gtest/gtest.h>

#include "gene/text/text_gene.h"

namespace covolve::search {
namespace {

Individual withActions(size_t count) {
  Individual individual;
  for (size_t i = 0; i < count; ++i) individual.actions.emplace_back(static_cast<uint32_t>(i));
  return individual;
}

TEST(Archive, KeepsTheShortestTestThatCovers) {
  Archive archive(1);
  const std::vector<TargetDistance> covered{{0, 0}};
  EXPECT_EQ(archive.offer(withActions(3), covered).covered, 1u);
  EXPECT_FALSE(archive.offer(withActions(5), covered));
  EXPECT_EQ(archive.best(0)->actions.size(), 3u);
  EXPECT_EQ(archive.offer(withActions(2), covered).covered, 0u);
  EXPECT_EQ(archive.best(0)->actions.size(), 2u);
  EXPECT_EQ(archive.coveredCount(), 1u);
}

TEST(Archive, TellsFirstCoverageFromComingNearer) {
  Archive archive(2);
  const auto first = archive.offer(withActions(1), std::vector<TargetDistance>{{0, 9}});
  EXPECT_TRUE(first.isNearer && first.isFirstAt);
  EXPECT_EQ(first.covered, 0u);
  const auto nearer = archive.offer(withActions(1), std::vector<TargetDistance>{{0, 4}});
  EXPECT_TRUE(nearer.isNearer);
  EXPECT_FALSE(nearer.isFirstAt);
  EXPECT_FALSE(archive.offer(withActions(1), std::vector<TargetDistance>{{0, 4}}));
  const auto covering = archive.offer(withActions(1), std::vector<TargetDistance>{{0, 0}, {1, 0}});
  EXPECT_EQ(covering.covered, 2u);
  EXPECT_FALSE(covering.isNearer);
}

TEST(Archive, KeepsTheNearestTestUntilTheTargetIsCovered) {
  Archive archive(1);
  EXPECT_EQ(archive.nearestTest(0), nullptr);
  archive.offer(withActions(3), std::vector<TargetDistance>{{0, 9}});
  archive.offer(withActions(2), std::vector<TargetDistance>{{0, 4}});
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 6}});
  ASSERT_NE(archive.nearestTest(0), nullptr);
  EXPECT_EQ(archive.nearestTest(0)->individual.actions.size(), 2u);
  archive.offer(withActions(4), std::vector<TargetDistance>{{0, 0}});
  EXPECT_EQ(archive.nearestTest(0), nullptr);
  EXPECT_EQ(archive.best(0)->actions.size(), 4u);
}

TEST(Archive, ATestThatImprovesNothingIsNotKept) {
  Archive archive(2);
  const std::vector<TargetDistance> reached{{0, 0}, {1, 5}};
  archive.offer(withActions(1), reached);
  const auto useless = std::make_shared<const Evaluated>(withActions(2), Length{2, 0}, reached);
  EXPECT_FALSE(archive.offer(useless));
  EXPECT_EQ(useless.use_count(), 1);
}

TEST(Archive, PrefersLessDataWhenStepsAreEqual) {
  Rng rng(1);
  const gene::Constants constants;
  gene::Source source(rng, constants);
  const auto withText = [&](size_t least) {
    Individual individual = withActions(1);
    auto text = std::make_unique<gene::TextGene>(true);
    while (text->weight() < least) text->sample(source);
    individual.actions[0].genes.push_back(std::move(text));
    return individual;
  };
  Archive archive(1);
  archive.offer(withText(12), std::vector<TargetDistance>{{0, 0}});
  const size_t heavy = archive.best(0)->length().weight;
  Individual light = withActions(1);
  light.actions[0].genes.push_back(std::make_unique<gene::TextGene>(true));
  archive.offer(light, std::vector<TargetDistance>{{0, 0}});
  EXPECT_LT(archive.best(0)->length().weight, heavy);
}

TEST(Archive, RemembersTheNearestDistanceOfUncoveredTargets) {
  Archive archive(2);
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 9}});
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 4}});
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 6}});
  EXPECT_EQ(archive.nearest(0), 4u);
  EXPECT_EQ(archive.nearest(1), kNotReached);
  EXPECT_FALSE(archive.isCovered(0));
  EXPECT_EQ(archive.best(0), nullptr);
}

TEST(Archive, LateDistancesDoNotUncover) {
  Archive archive(1);
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 0}});
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 7}});
  EXPECT_TRUE(archive.isCovered(0));
  EXPECT_EQ(archive.nearest(0), 0u);
}

TEST(Archive, GrowsWithTargetsFoundOnTheWay) {
  Archive archive(1);
  archive.grow(3);
  archive.offer(withActions(1), std::vector<TargetDistance>{{2, 0}});
  EXPECT_EQ(archive.targetCount(), 3u);
  EXPECT_TRUE(archive.isCovered(2));
}

TEST(Target, HeuristicTellsCoveredReachedAndUnreachedApart) {
  EXPECT_EQ(heuristicValue(0), 1.0);
  EXPECT_EQ(heuristicValue(kNotReached), 0.0);
  EXPECT_GT(heuristicValue(5), heuristicValue(6));
  EXPECT_GE(heuristicValue(kNotReached - 1), 0.1);
}

TEST(Archive, WhatIsCoveredFromOutsideNeedsNoTest) {
  Archive archive(2);
  archive.offer(withActions(1), std::vector<TargetDistance>{{0, 4}});
  archive.coverFromOutside(0);
  archive.coverFromOutside(0);
  EXPECT_EQ(archive.coveredCount(), 1u);
  EXPECT_TRUE(archive.isCovered(0));
  EXPECT_EQ(archive.nearestTest(0), nullptr);
  EXPECT_FALSE(archive.offer(withActions(1), std::vector<TargetDistance>{{0, 0}}));
  EXPECT_EQ(archive.best(0), nullptr);
  EXPECT_FALSE(archive.isCovered(1));
}

}  // namespace
}  // namespace covolve::search
