#include "unit/suite/kills.h"

#include <gtest/gtest.h>

namespace covolve::unit {
namespace {

using Steps = std::set<uint32_t>;

TEST(MutantFates, WhatIsReachedAndNotKilledSurvives) {
  const MutantFates fates{{1, 2, 3}, {2}};
  EXPECT_EQ(fates.survivors(), MutantIds({1, 3}));
  EXPECT_EQ(fates.survivorsAmong({2, 3, 4}), MutantIds({3, 4}));
}

TEST(NeededTests, WhatLaterTestsDoNotKillAloneIsDoneByEarlierOnes) {
  EXPECT_EQ(neededTests({{1, 2}, {2}, {3}}), std::vector<size_t>({0, 2}));
  EXPECT_EQ(neededTests({{1}, {1}}), std::vector<size_t>({0}));
}

TEST(NeededTests, AnEarlierTestGoesWhereLaterOnesDoAllOfIt) {
  EXPECT_EQ(neededTests({{1, 2}, {1, 3}, {2, 4}}), std::vector<size_t>({1, 2}));
}

TEST(NeededTests, TestsThatKillNothingAreNotNeeded) {
  EXPECT_TRUE(neededTests({{}, {}}).empty());
  EXPECT_TRUE(neededTests({}).empty());
}

TEST(FewestSteps, OneThatShowsAllIsEnough) { EXPECT_EQ(fewestSteps({{4, 5}, {5}, {5, 6}}), Steps({5})); }

TEST(FewestSteps, EachKillIsShown) { EXPECT_EQ(fewestSteps({{4}, {6}, {4, 6}}), Steps({4, 6})); }

TEST(FewestSteps, OfEqualOnesTheFirst) { EXPECT_EQ(fewestSteps({{7, 3}}), Steps({3})); }

TEST(FewestSteps, AKillThatNoStepShowsAsksForNone) { EXPECT_TRUE(fewestSteps({{}, {}}).empty()); }

}  // namespace
}  // namespace covolve::unit
