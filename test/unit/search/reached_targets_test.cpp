// What of all that a test reached is kept with it.
#include "search/loop/reached_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::search {

bool operator==(const TargetDistance& one, const TargetDistance& other) {
  return one.target == other.target && one.distance == other.distance;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Length kShort{1, 1};
constexpr Length kLong{9, 9};

/// 0 leads to 1, and that to 2; 3 stands alone.
struct ReachedTargetsTest : testing::Test {
  void cover(TargetId target, Length length) {
    archive.offer(
        std::make_shared<const Evaluated>(Individual(), length, std::vector<TargetDistance>{{target, 0}}));
    reachedTargets.noteCovered();
  }

  Archive archive{4};
  TargetGraph graph{4, {{0, 1}, {1, 2}}};
  ReachedTargets reachedTargets{archive, graph};
};

TEST_F(ReachedTargetsTest, AllIsKeptWhileNothingIsCovered) {
  const std::vector<TargetDistance> reached{{0, 0}, {1, 7}, {3, 2}};
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kLong), testing::ElementsAreArray(reached));
}

TEST_F(ReachedTargetsTest, OfWhatWasReachedTwiceTheNearestIsKept) {
  const std::vector<TargetDistance> reached{{1, 7}, {3, 4}, {1, 5}, {1, 6}};
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kLong),
              ElementsAre(TargetDistance{1, 5}, TargetDistance{3, 4}));
}

TEST_F(ReachedTargetsTest, WhatIsCoveredIsKeptOnlyIfTheTestIsShorter) {
  cover(3, {5, 5});
  const std::vector<TargetDistance> reached{{3, 0}};
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kLong), IsEmpty());
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kShort), ElementsAre(TargetDistance{3, 0}));
}

TEST_F(ReachedTargetsTest, HowFarACoveredTargetIsMattersToNobody) {
  cover(3, kLong);
  EXPECT_THAT(reachedTargets.worthKeeping(std::vector<TargetDistance>{{3, 8}}, kShort), IsEmpty());
}

TEST_F(ReachedTargetsTest, WhatLeadsToAnOpenTargetIsKept) {
  cover(0, kShort);
  cover(1, kShort);
  const std::vector<TargetDistance> reached{{0, 0}, {1, 3}};
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kLong), testing::ElementsAreArray(reached));
  cover(2, kShort);
  EXPECT_THAT(reachedTargets.worthKeeping(reached, kLong), IsEmpty());
}

TEST_F(ReachedTargetsTest, TargetsThatAreFoundLaterAreOpen) {
  cover(3, kShort);
  archive.grow(6);
  EXPECT_THAT(reachedTargets.worthKeeping(std::vector<TargetDistance>{{5, 1}}, kLong),
              ElementsAre(TargetDistance{5, 1}));
}

}  // namespace
}  // namespace covolve::search
