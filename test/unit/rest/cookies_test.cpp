#include "rest/http/cookies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Wed, 21 Oct 2015 07:28:00 GMT
constexpr CookieTime kNow{std::chrono::seconds(1445412480)};

std::optional<SetCookie> parsed(const std::string& header) { return parseSetCookie(header, kNow); }

TEST(Cookies, HaveANameAndAValue) {
  EXPECT_EQ(parsed("session=abc"), (SetCookie{"session", "abc", false}));
  EXPECT_EQ(parsed(" session = abc ; Path=/; HttpOnly; Secure"), (SetCookie{"session", "abc", false}));
  EXPECT_EQ(parsed("a=b=c"), (SetCookie{"a", "b=c", false}));
  EXPECT_EQ(parsed("empty="), (SetCookie{"empty", "", false}));
}

TEST(Cookies, WithoutANameAreNone) {
  EXPECT_EQ(parsed(""), std::nullopt);
  EXPECT_EQ(parsed("session"), std::nullopt);
  EXPECT_EQ(parsed("=abc"), std::nullopt);
  EXPECT_EQ(parsed("session; Path=/"), std::nullopt);
}

TEST(Cookies, EndByMaxAge) {
  EXPECT_TRUE(parsed("a=b; Max-Age=0")->isDeleted);
  EXPECT_TRUE(parsed("a=b; max-age=-1")->isDeleted);
  EXPECT_TRUE(parsed("a=b; MAX-AGE=000")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Max-Age=60")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Max-Age=99999999999999999999999999")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Max-Age=soon")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Max-Age=")->isDeleted);
}

TEST(Cookies, EndByADateThatIsOver) {
  EXPECT_TRUE(parsed("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT")->isDeleted);
  EXPECT_TRUE(parsed("a=b; expires=Wed, 21 Oct 2015 07:28:00 GMT")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Expires=Wed, 21 Oct 2015 07:28:01 GMT")->isDeleted);
  EXPECT_FALSE(parsed("a=b; Expires=never")->isDeleted);
}

TEST(Cookies, MaxAgeWinsOverExpires) {
  EXPECT_FALSE(parsed("a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT")->isDeleted);
  EXPECT_TRUE(parsed("a=b; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=0")->isDeleted);
}

TEST(Cookies, DatesAreReadInAllForms) {
  EXPECT_EQ(parseCookieDate("Wed, 21 Oct 2015 07:28:00 GMT"), kNow);
  EXPECT_EQ(parseCookieDate("Wed, 21-Oct-15 07:28:00 GMT"), kNow);
  EXPECT_EQ(parseCookieDate("Wednesday, 21-October-2015 7:28:0"), kNow);
  EXPECT_EQ(parseCookieDate("Wed Oct 21 07:28:00 2015"), kNow);
  EXPECT_EQ(parseCookieDate("01-Jan-70 00:00:00 GMT"), CookieTime{});
}

TEST(Cookies, WhatIsNoDateIsNone) {
  for (const char* wrong :
       {"", "GMT", "21 Oct 2015", "07:28:00", "31 Feb 2015 00:00:00", "21 Oct 2015 24:00:00",
        "21 Oct 2015 07:28", "21 Okt 2015 07:28:00", "21 Oct 20155 07:28:00", "0 Oct 2015 07:28:00"}) {
    EXPECT_EQ(parseCookieDate(wrong), std::nullopt) << wrong;
  }
}

TEST(Cookies, AreTakenOverChangedAndDeleted) {
  HeaderList cookies;
  const auto answer = [&](HeaderList headers) {
    takeCookies({200, std::move(headers), "", false}, kNow, cookies);
  };
  answer({{"Set-Cookie", "a=1; Path=/"}, {"Content-Type", "b=2"}, {"set-cookie", "c=3"}});
  EXPECT_THAT(cookies, ElementsAre(Pair("a", "1"), Pair("c", "3")));
  answer({{"SET-COOKIE", "a=4"}});
  EXPECT_THAT(cookies, ElementsAre(Pair("a", "4"), Pair("c", "3")));
  answer({{"Set-Cookie", "a=; Max-Age=0"}, {"Set-Cookie", "unknown=; Max-Age=0"}});
  EXPECT_THAT(cookies, ElementsAre(Pair("c", "3")));
}

TEST(Cookies, JoinThoseOfTheRequest) {
  EXPECT_EQ(cookieHeader("", {{"a", "1"}, {"b", "2"}}), "a=1; b=2");
  EXPECT_EQ(cookieHeader("x=9; a=0", {{"a", "1"}}), "x=9; a=1");
  EXPECT_EQ(cookieHeader("x=9;; ", {}), "x=9");
}

}  // namespace
}  // namespace covolve::rest
