// When the concolic program is worth its build.
#include "unit/concolic/build_gate.h"

#include <gtest/gtest.h>

#include "unit/concolic/search_time.h"

namespace covolve::unit {
namespace {

using std::chrono::seconds;

/// A small source, half a minute before the search ends, which found nothing for ten seconds.
BuildSituation smallSource() {
  return {.bytes = 100'000,
          .harnessTime = seconds(2),
          .left = seconds(30),
          .certain = seconds(30),
          .stalled = seconds(10)};
}

TEST(BuildGate, ASmallSourceWithTimeLeftIsBuilt) {
  EXPECT_EQ(adviseBuild(smallSource()), BuildAdvice::Build);
}

TEST(BuildGate, WaitsUntilTheSearchHasFoundNothingForAsLongAsItTakes) {
  BuildSituation situation = smallSource();
  const auto expected = expectedBuildTime(situation);
  situation.stalled = 0.9 * expected;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Wait);
  situation.stalled = 1.1 * expected;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
}

TEST(BuildGate, TakesASixthOfTheTimeThatIsLeftAtMost) {
  BuildSituation situation = smallSource();
  const auto expected = expectedBuildTime(situation);
  situation.left = 6.1 * expected;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
  situation.left = 5.9 * expected;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Never) << "less time will be left later";
}

TEST(BuildGate, ALargeSourceIsNotBuiltInAShortSearch) {
  BuildSituation situation = smallSource();
  situation.bytes = 1'900'000;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Never);
  EXPECT_EQ(refusalOf(situation), "it would have taken about 17.6 s, more than a sixth of the 30 s left");
  situation.left = seconds(600);
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Wait);
}

TEST(BuildGate, AMachineThatWasSlowIsExpectedToStaySo) {
  BuildSituation situation = smallSource();
  situation.harnessTime = seconds(60);
  EXPECT_GE(expectedBuildTime(situation), seconds(30));
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Never);
}

TEST(BuildGate, WhereTestsAreCountedTheClockDecidesNothing) {
  BuildSituation situation{.bytes = 100'000, .evaluations = 5000};
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
  situation.harnessTime = seconds(600);
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
  situation.bytes = 1'900'000;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Never);
  EXPECT_EQ(refusalOf(situation), "compiling 1900 kB of bitcode takes too long for 5000 tests");
  situation.evaluations = 1'000'000;
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
}

TEST(SearchTime, WhatEarlierSourcesLeftOverCountsForTheGate) {
  Deadline::Clock::time_point now;
  const SearchTime time(seconds(6), seconds(20), [&] { return now; });
  now += seconds(4);
  EXPECT_EQ(time.atMost(), seconds(22));
  EXPECT_EQ(time.certain(), seconds(2)) << "a search that finds nothing ends then";
  BuildSituation situation = smallSource();
  situation.left = time.certain();
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Never);
  situation.left = time.atMost();
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Build);
  situation.certain = 0.9 * expectedBuildTime(situation);
  EXPECT_EQ(adviseBuild(situation), BuildAdvice::Wait) << "it would end before the build";
  now += seconds(4);
  EXPECT_EQ(time.certain(), seconds(18)) << "it still finds something, or it were over";
  now += seconds(100);
  EXPECT_EQ(time.certain(), seconds(0));
}

TEST(SearchTime, ThatEarlierSourcesTookTooLongShortensNothing) {
  Deadline::Clock::time_point now;
  EXPECT_EQ(SearchTime(seconds(6), seconds(-2), [&] { return now; }).atMost(), seconds(6));
}

}  // namespace
}  // namespace covolve::unit
