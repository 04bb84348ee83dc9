#include "rest/search/operation_times.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using Seconds = OperationTimes::Seconds;

constexpr Seconds kLong{1000};

/// Five operations: the first four take a hundredth of a second, the last one five seconds.
OperationTimes oneIsSlow() {
  OperationTimes times(5);
  for (size_t i = 0; i < 4; ++i) times.note(i, Seconds(0.01));
  times.note(4, Seconds(5));
  return times;
}

TEST(OperationTimes, WhatWasNeverCalledMayBe) {
  OperationTimes times = oneIsSlow();
  EXPECT_TRUE(OperationTimes(3).mayCall(1, Seconds(0), kLong));
  EXPECT_FALSE(OperationTimes(3).isKnown(1));
  EXPECT_TRUE(times.isKnown(4));
}

TEST(OperationTimes, SlowIsWhatTakesManyTimesTheUsual) {
  const OperationTimes times = oneIsSlow();
  EXPECT_FALSE(times.isSlow(0));
  EXPECT_TRUE(times.isSlow(4));
  OperationTimes allAlike(3);
  for (size_t i = 0; i < 3; ++i) allAlike.note(i, Seconds(5));
  EXPECT_FALSE(allAlike.isSlow(0)) << "of a service that is slow altogether nothing is put off";
  OperationTimes quick(3);
  for (size_t i = 0; i < 3; ++i) quick.note(i, Seconds(i == 2 ? 0.01 : 0.0001));
  EXPECT_FALSE(quick.isSlow(2)) << "a hundredth of a second is no burden";
}

TEST(OperationTimes, ASlowOperationHasToWaitUntilItsShareAllowsAnotherCall) {
  const OperationTimes times = oneIsSlow();
  EXPECT_FALSE(times.mayCall(4, Seconds(6), kLong));
  EXPECT_TRUE(times.mayCall(4, Seconds(60), kLong));
  EXPECT_TRUE(times.mayCall(0, Seconds(6), kLong));
}

TEST(OperationTimes, SlowOperationsTakeTurns) {
  OperationTimes times(8);
  for (size_t i = 0; i < 6; ++i) times.note(i, Seconds(0.01));
  times.note(6, Seconds(3));
  times.note(7, Seconds(1));
  EXPECT_FALSE(times.mayCall(6, Seconds(100), kLong)) << "it had more than the other";
  EXPECT_TRUE(times.mayCall(7, Seconds(100), kLong));
}

TEST(OperationTimes, NoCallIsBegunThatWouldOutlastTheSearch) {
  const OperationTimes times = oneIsSlow();
  EXPECT_FALSE(times.mayCall(4, Seconds(100), Seconds(4)));
  EXPECT_TRUE(times.mayCall(0, Seconds(100), Seconds(4)));
  EXPECT_FALSE(times.mayCall(0, Seconds(100), Seconds(0)));
}

}  // namespace
}  // namespace covolve::rest
