#include "search/budget.h"

#include <gtest/gtest.h>

namespace covolve::search {
namespace {

using Seconds = std::chrono::duration<double>;

TEST(Limits, TimeIsUpWhenItIsOver) {
  const Limits limits{.time = Seconds(10), .evaluations = {}};
  EXPECT_FALSE(limits.isTimeUp(Seconds(9.9), Seconds(0)));
  EXPECT_TRUE(limits.isTimeUp(Seconds(10), Seconds(10)));
  EXPECT_FALSE((Limits{.time = {}, .evaluations = 5}).isTimeUp(Seconds(1e6), Seconds(0)));
}

TEST(Limits, ExtraTimeIsForSearchesThatStillFindSomething) {
  const Limits limits{.time = Seconds(10), .evaluations = {}, .extraTime = Seconds(20)};
  EXPECT_TRUE(limits.isTimeUp(Seconds(10), Seconds(5)));
  EXPECT_FALSE(limits.isTimeUp(Seconds(10), Seconds(9)));
  EXPECT_FALSE(limits.isTimeUp(Seconds(20), Seconds(17)));
  EXPECT_TRUE(limits.isTimeUp(Seconds(20), Seconds(15)));
  EXPECT_TRUE(limits.isTimeUp(Seconds(30), Seconds(30)));
}

}  // namespace
}  // namespace covolve::search
