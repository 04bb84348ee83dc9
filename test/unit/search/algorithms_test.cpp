// What each algorithm finds on problems with known answers: fixed seeds, fixed
// numbers of evaluations, and for each algorithm a floor. Floors are well below
// what was measured, but above what random search reaches wherever there is
// anything to be learned from distances.
#include <gtest/gtest.h>

#include "searching.h"

namespace covolve::search {
namespace {

using artificial::Shape;

constexpr uint64_t kSeeds[] = {1, 2, 3, 4, 5};

/// The least that any of the seeds covered.
size_t least(const std::string& algorithm, const Shape& shape, uint64_t evaluations) {
  size_t covered = ~size_t{0};
  for (const uint64_t seed : kSeeds) {
    covered = std::min(covered, search(algorithm, shape, evaluations, seed).covered);
  }
  return covered;
}

size_t most(const std::string& algorithm, const Shape& shape, uint64_t evaluations) {
  size_t covered = 0;
  for (const uint64_t seed : kSeeds) {
    covered = std::max(covered, search(algorithm, shape, evaluations, seed).covered);
  }
  return covered;
}

TEST(Gradient, ANumberOfSixtyFourBitsIsFound) {
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, artificial::gradient(), 15'000), 1u) << algorithm;
  }
  // A suite changes one of several tests at a time.
  EXPECT_EQ(least("monotonic", artificial::gradient(), 80'000), 1u);
  EXPECT_EQ(most("random", artificial::gradient(), 80'000), 0u);
}

TEST(Gradient, DistancesAboveTwoTo53StillLead) {
  // Both ends of the range, whose distances exceed what a double tells apart.
  for (const int64_t secret : {INT64_MIN + 12'345, INT64_MAX - 54'321}) {
    for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
      EXPECT_EQ(least(algorithm, artificial::gradient(secret), 15'000), 1u) << algorithm;
    }
  }
}

TEST(Plateau, OneInFiveHundredIsFoundByAll) {
  for (const std::string& algorithm : algorithmNames()) {
    EXPECT_EQ(least(algorithm, artificial::plateau(), 10'000), 1u) << algorithm;
  }
}

TEST(Plateau, FlatStepsAreCrossed) {
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, artificial::stairs(), 10'000), 1u) << algorithm;
  }
  EXPECT_EQ(least("monotonic", artificial::stairs(), 30'000), 1u);
  EXPECT_EQ(most("random", artificial::stairs(), 30'000), 0u);
}

TEST(Deceptive, NewSamplesSaveEveryAlgorithmFromTheWrongWay) {
  for (const std::string& algorithm : algorithmNames()) {
    EXPECT_EQ(least(algorithm, artificial::deceptive(), 20'000), 1u) << algorithm;
  }
}

TEST(Infeasible, TargetsThatCannotBeCoveredDoNotKeepFromTheOthers) {
  // 60 targets for a population of 50.
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, artificial::manyInfeasible(60), 50'000), 30u) << algorithm;
  }
  EXPECT_GE(least("monotonic", artificial::manyInfeasible(60), 50'000), 4u);
  EXPECT_LE(most("random", artificial::manyInfeasible(60), 50'000), 3u);
}

TEST(ManyTargets, TenThousandOfOneTestEachAreCovered) {
  const Shape shape = artificial::remainders(10'000);
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_GE(search(algorithm, shape, 40'000).covered, 9'800u) << algorithm;
  }
  for (const char* algorithm : {"monotonic", "random"}) {
    EXPECT_GE(search(algorithm, shape, 40'000).covered, 9'500u) << algorithm;
  }
}

TEST(ManyTargets, ALadderOfTenThousandIsClimbed) {
  const Shape shape = artificial::ladder();
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_GE(search(algorithm, shape, 6'000).covered, 8'500u) << algorithm;
  }
  EXPECT_GE(search("monotonic", shape, 6'000).covered, 5'200u);
  EXPECT_LE(search("random", shape, 6'000).covered, 5'000u);
}

TEST(Nested, EachTargetOpensTheNext) {
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, artificial::nested(8), 40'000), 8u) << algorithm;
  }
  EXPECT_GE(least("monotonic", artificial::nested(8), 40'000), 2u);
  EXPECT_EQ(most("random", artificial::nested(8), 40'000), 0u);
}

TEST(CyclicGraph, TargetsThatNoRootLeadsToAreObjectivesNevertheless) {
  const Shape shape = artificial::cycle({{0, 1}, {1, 0}, {0, 2}});
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, shape, 20'000), 3u) << algorithm;
  }
}

TEST(CyclicGraph, ACycleBehindARootOpensWithIt) {
  const Shape shape = artificial::cycle({{0, 1}, {1, 2}, {2, 1}});
  for (const char* algorithm : {"dynamosa", "mosa", "mio"}) {
    EXPECT_EQ(least(algorithm, shape, 20'000), 3u) << algorithm;
  }
}

}  // namespace
}  // namespace covolve::search
