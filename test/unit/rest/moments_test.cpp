#include "rest/suite/moments.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using namespace std::chrono;

constexpr Moment kNow = sys_days(year(2026) / 11 / 15) + 23h + 5min + 13s;
constexpr int64_t kSeconds = kNow.time_since_epoch().count();

TEST(Moments, AreSeenInTheFormsThatServicesWrite) {
  for (const char* text :
       {"2026-11-15T23:05:13Z", "2026-11-15", "2026-11-16T01:05:13.123+02:00", "2026/11/15 23:05",
        "20261115T230513Z", "Sun, 15 Nov 2026 23:05:13 GMT", "created at 2026-11-15 by Ada", "2026-11-14"}) {
    EXPECT_TRUE(tellsMoment(Json(text), kNow)) << text;
  }
  EXPECT_TRUE(tellsMoment(Json(std::to_string(kSeconds)), kNow));
}

TEST(Moments, AreSeenAsCounts) {
  for (const int64_t unit : {int64_t{1}, int64_t{1'000}, int64_t{1'000'000}, int64_t{1'000'000'000}}) {
    EXPECT_TRUE(tellsMoment(Json(kSeconds * unit + 7), kNow)) << unit;
  }
  EXPECT_TRUE(tellsMoment(Json(static_cast<double>(kSeconds) + 0.25), kNow));
}

TEST(Moments, OtherTimesAndTextsAreNone) {
  for (const char* text :
       {"2019-11-15T23:05:13Z", "2026-12-24", "Wed, 21 Oct 2015 07:28:00 GMT", "", "2026", "hello",
        "12026-11-15", "2026-11-99", "1700000000", "99999999999999999999999999"}) {
    EXPECT_FALSE(tellsMoment(Json(text), kNow)) << text;
  }
  for (const int64_t number : {0, 42, -1, 2026, 20261115})
    EXPECT_FALSE(tellsMoment(Json(number), kNow)) << number;
  EXPECT_FALSE(tellsMoment(Json(), kNow));
  EXPECT_FALSE(tellsMoment(Json(true), kNow));
}

}  // namespace
}  // namespace covolve::rest
