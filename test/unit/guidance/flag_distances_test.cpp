#include "guidance/flag_distances.h"

#include <gtest/gtest.h>

namespace covolve::guidance {
namespace {

using search::TargetDistance;
using search::TargetId;

// A decision on a flag (1), what gives it (3) behind another decision (2), and a flag that hangs on the first
// (4).
constexpr const char* kText =
    "T\t0000000000000001\t1\t1\t-\t-\tf\t/p/a.cpp\n"
    "C\t0000000000000002\t2\t1\t-\t-\tg\t/p/a.cpp\n"
    "C\t0000000000000003\t3\t1\t-\t-\tg\t/p/a.cpp\n"
    "T\t0000000000000004\t4\t1\t-\t-\th\t/p/a.cpp\n";

class FlagDistancesTest : public testing::Test {
 protected:
  TargetId target(uint64_t site, bool outcome) const { return targets_.targetsOfSides().at({site, outcome}); }

  /// How far a test is from the flag of site `flag` that came as near to these sides.
  uint64_t distance(std::vector<TargetDistance> reached, uint64_t flag = 1) {
    flags_.refine(reached);
    uint64_t nearest = search::kNotReached;
    for (const TargetDistance& each : reached) {
      if (each.target == target(flag, true)) nearest = std::min(nearest, each.distance);
    }
    return nearest;
  }

  const execute::SiteTable sites_ = execute::SiteTable::parse(kText).value();
  const TargetMap targets_{sites_, {"/p/a.cpp"}};
  const search::TargetGraph graph_ = targets_.graph({{3, {{2, true}}}});
  FlagDistances flags_{targets_, {{{1, true}, {{3, true}}}, {{4, true}, {{1, true}}}}, graph_};
};

TEST_F(FlagDistancesTest, AFlagIsAsNearAsWhatGivesIt) {
  const auto ofGiver = [&](uint64_t away) {
    return distance({{target(1, true), 1}, {target(2, true), 0}, {target(3, true), away}});
  };
  EXPECT_LT(ofGiver(1), ofGiver(2));
  EXPECT_LT(ofGiver(2), ofGiver(1000));
  EXPECT_LT(ofGiver(uint64_t{1} << 50), ofGiver(uint64_t{1} << 60));
  EXPECT_GT(ofGiver(0), ofGiver(uint64_t{1} << 60));  // another call has taken it
}

TEST_F(FlagDistancesTest, WhatWasNotReachedCountsByItsApproachLevel) {
  const uint64_t above = distance({{target(1, true), 1}, {target(2, true), 5}});
  EXPECT_GT(above, distance({{target(1, true), 1}, {target(2, true), 0}, {target(3, true), 1'000'000}}));
  EXPECT_GT(distance({{target(1, true), 1}, {target(2, true), 9}}), above);
  EXPECT_GT(distance({{target(1, true), 1}}), above);
}

TEST_F(FlagDistancesTest, FlagsHangOnFlags) {
  const auto ofGiver = [&](uint64_t away) {
    return distance(
        {{target(4, true), 1}, {target(1, true), 1}, {target(2, true), 0}, {target(3, true), away}}, 4);
  };
  EXPECT_LT(ofGiver(3), ofGiver(4));
}

TEST_F(FlagDistancesTest, CoveredOnesAreLeftAlone) {
  EXPECT_EQ(distance({{target(1, true), 0}}), 0u);
  EXPECT_EQ(distance({{target(1, true), 1}, {target(3, true), 7}}), 1u);
}

TEST_F(FlagDistancesTest, WhatGivesThemIsWatchedForThem) {
  const std::vector<TargetId> open{target(1, true), target(2, true)};
  const std::vector<std::pair<TargetId, TargetId>> expected{{target(3, true), target(1, true)}};
  EXPECT_EQ(flags_.requiredFor(open), expected);
}

}  // namespace
}  // namespace covolve::guidance
