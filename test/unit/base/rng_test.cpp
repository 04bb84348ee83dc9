#include "base/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <set>
#include <vector>

namespace covolve {
namespace {

TEST(Rng, TheSameSeedGivesTheSameNumbersOnEveryMachine) {
  Rng rng(42);
  // xoshiro256** seeded by splitmix64(42); other numbers would change every test that a seed reproduces.
  EXPECT_EQ(rng.bits(), 0x15780b2e0c2ec716u);
  EXPECT_EQ(rng.bits(), 0x6104d9866d113a7eu);
  Rng again(42);
  again.bits();
  again.bits();
  EXPECT_EQ(rng.bits(), again.bits());
}

TEST(Rng, DifferentSeedsDiffer) {
  std::set<uint64_t> seen;
  for (uint64_t seed = 0; seed < 1000; ++seed) seen.insert(Rng(seed).bits());
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(Rng, BelowReachesEveryNumberAndNoOther) {
  Rng rng(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 7000; ++i) ++counts.at(rng.below(7));
  for (const int count : counts) EXPECT_GT(count, 800);
  EXPECT_EQ(rng.below(1), 0u);
}

TEST(Rng, BetweenIncludesBothEndsAndTheWholeRange) {
  Rng rng(2);
  std::set<int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(rng.between(-2, 2));
  EXPECT_EQ(seen, (std::set<int64_t>{-2, -1, 0, 1, 2}));
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
  constexpr int64_t kHighest = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(rng.between(kLowest, kLowest), kLowest);
  EXPECT_EQ(rng.between(kHighest, kHighest), kHighest);
  bool negative = false;
  bool positive = false;
  for (int i = 0; i < 100; ++i) {
    const int64_t number = rng.between(kLowest, kHighest);
    negative |= number < 0;
    positive |= number > 0;
  }
  EXPECT_TRUE(negative && positive);
}

TEST(Rng, UnitStaysBelowOneAndChanceKeepsItsEnds) {
  Rng rng(3);
  for (int i = 0; i < 10'000; ++i) {
    const double number = rng.unit();
    ASSERT_GE(number, 0.0);
    ASSERT_LT(number, 1.0);
    ASSERT_TRUE(rng.chance(1.0));
    ASSERT_FALSE(rng.chance(0.0));
  }
}

TEST(Rng, PickTakesFromContainersAndSpans) {
  Rng rng(4);
  std::vector<int> choices{5, 6, 7};
  std::set<int> seen;
  for (int i = 0; i < 100; ++i) {
    seen.insert(rng.pick(choices));
    seen.insert(rng.pick(std::span(choices)));
  }
  EXPECT_EQ(seen, (std::set<int>{5, 6, 7}));
}

}  // namespace
}  // namespace covolve
