// The trail has every execution of the sites that are watched so, in their order.
#include <gtest/gtest.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::kWatchTrail;
using abi::kWatchTrue;

constexpr uint32_t kEntry = 0, kNumbers = 1, kSecondCase = 5;

Bench comparing() { return Bench({}, {}, builtHarness("comparing.cpp")); }

/// How far each execution of the comparison with 10 was from being true; -1: where a call threw.
std::vector<int64_t> toTrue(const Seen& seen) {
  std::vector<int64_t> distances;
  for (const abi::TrailNote& note : seen.trail)
    distances.push_back(note.site == abi::kNoSite ? -1 : static_cast<int64_t>(note.toTrue));
  return distances;
}

TEST(Trail, UnwatchedSitesLeaveNone) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrue);
  EXPECT_TRUE(bench.runOne("numbers 3 50").trail.empty());
}

TEST(Trail, EveryExecutionCountsAlsoWhereBothSidesWereTaken) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrail);
  EXPECT_EQ(toTrue(bench.runOne("numbers 50 3 12 9 30")), (std::vector<int64_t>{41, 0, 3, 0, 21}));
}

TEST(Trail, EachTestHasItsOwn) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrail);
  const std::vector<Seen> seen = bench.run({"numbers 11", "pointer", "numbers 12 13"});
  EXPECT_EQ(toTrue(seen[0]), (std::vector<int64_t>{2}));
  EXPECT_TRUE(seen[1].trail.empty());
  EXPECT_EQ(toTrue(seen[2]), (std::vector<int64_t>{3, 4}));
}

TEST(Trail, TheLastNotesStay) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrail);
  std::string test = "numbers";
  for (uint32_t i = 0; i < abi::kMostTrail + 5; ++i) test += " " + std::to_string(10 + i);
  const std::vector<int64_t> distances = toTrue(bench.runOne(test));
  ASSERT_EQ(distances.size(), abi::kMostTrail);
  EXPECT_EQ(distances.front(), 6);
  EXPECT_EQ(distances.back(), abi::kMostTrail + 5);
}

TEST(Trail, EntriesAndCasesAreNotedToo) {
  Bench bench = comparing();
  bench.executor().watch(kEntry, kWatchTrail);
  bench.executor().watch(kSecondCase, kWatchTrail);
  const Seen seen = bench.runOne("switch 88 90");
  ASSERT_EQ(seen.trail.size(), 3u);
  EXPECT_EQ(seen.trail[0].site, kEntry);
  EXPECT_EQ(seen.trail[1].toTrue, 2u);
  EXPECT_EQ(seen.trail[2].toTrue, 0u);
}

TEST(Trail, AMissThatFollowsAHitKeepsItsOperands) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrue | kWatchTrail);
  const Seen seen = bench.runOne("numbers 3 77");
  ASSERT_EQ(seen.operands.size(), 1u);
  EXPECT_EQ(seen.operands[0].left[0], 77u);
}

TEST(Trail, ADeathLeavesWhatWasNotedBefore) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrail);
  // The first ends its worker, the last is survived.
  for (const std::string test : {"numbers-abort 50 3", "numbers-abort 11 12", "numbers-abort 9 77"}) {
    const Seen seen = bench.runOne(test);
    ASSERT_TRUE(seen.death);
    EXPECT_EQ(toTrue(seen), toTrue(bench.runOne("numbers" + test.substr(test.find(' ')))));
  }
}

TEST(Trail, TheLastNotesOfADeadTestStay) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrail);
  std::string numbers;
  for (uint32_t i = 0; i < abi::kMostTrail + 5; ++i) numbers += " " + std::to_string(10 + i);
  EXPECT_EQ(toTrue(bench.runOne("numbers-abort" + numbers)), toTrue(bench.runOne("numbers" + numbers)));
}

TEST(Trail, WhatACallThrewIsNotedInItsPlace) {
  Bench bench = comparing();
  bench.executor().watch(kEntry, kWatchTrail);
  const Seen seen = bench.runOne("throw runtime");
  ASSERT_EQ(seen.trail.size(), 2u);
  EXPECT_EQ(seen.trail[1].site, abi::kNoSite);
}

}  // namespace
}  // namespace covolve::execute
