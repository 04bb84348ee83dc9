#include <gtest/gtest.h>

#include "rest/http/message.h"
#include "rest/http/pace.h"
#include "rest/http/response_reader.h"
#include "rest/http/retry_after.h"
#include "rest/http/url.h"

namespace covolve::rest {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""h;

TEST(HeaderName, DoesNotDifferByCase) {
  EXPECT_TRUE(isSameHeader("Content-Type", "content-TYPE"));
  EXPECT_FALSE(isSameHeader("Content-Type", "Content-Typ"));
  EXPECT_FALSE(isSameHeader("A", "B"));
  EXPECT_FALSE(isSameHeader("[", "{")) << "they differ in the same bit as letters do";
}

TEST(HttpUrlParts, AreWhatTheyAre) {
  const auto url = parseHttpUrl("https://user:secret@[::1]:8443/api/v1?x=1&y=2#top");
  ASSERT_TRUE(url) << url.error().message;
  EXPECT_EQ(url->origin, "https://user:secret@[::1]:8443");
  EXPECT_EQ(url->host, "::1");
  EXPECT_EQ(url->port, 8443);
  EXPECT_EQ(url->path, "/api/v1");
  EXPECT_EQ(url->query, "x=1&y=2");
  EXPECT_EQ(url->target(), "/api/v1?x=1&y=2");
}

TEST(HttpUrlParts, HaveThePortOfTheScheme) {
  EXPECT_EQ(parseHttpUrl("http://localhost")->port, 80);
  EXPECT_EQ(parseHttpUrl("https://localhost")->port, 443);
  EXPECT_EQ(parseHttpUrl("HTTP://localhost")->path, "/");
}

TEST(HttpReference, IsRelativeToWhereItCameFrom) {
  const HttpUrl from = *parseHttpUrl("http://localhost:8080/a/b?x");
  const auto leadsTo = [&](std::string_view reference) {
    const auto url = followReference(from, reference);
    return url ? url->origin + url->target() : "";
  };
  EXPECT_EQ(leadsTo("c"), "http://localhost:8080/a/c");
  EXPECT_EQ(leadsTo("/c?y"), "http://localhost:8080/c?y");
  EXPECT_EQ(leadsTo("//other/c"), "http://other/c");
  EXPECT_EQ(leadsTo("https://other:1/c d#e"), "https://other:1/c%20d");
  EXPECT_EQ(leadsTo("mailto:somebody"), "");
  EXPECT_EQ(leadsTo("ftp://other/"), "");
}

TEST(PortMark, IsReplacedEverywhere) {
  EXPECT_EQ(withPort("serve {port} --admin={port}{port}", 80), "serve 80 --admin=8080");
  EXPECT_EQ(withPort("nothing", 80), "nothing");
}

TEST(RetryAfter, IsSecondsOrADate) {
  const auto now = std::chrono::system_clock::from_time_t(784'111'777);  // Sun, 06 Nov 1994 08:49:37 GMT
  const auto wait = [&](const std::string& text, int status = 503) {
    return retryAfter({.status = status, .headers = {{"retry-after", text}}, .body = ""}, now);
  };
  EXPECT_EQ(wait("0"), 0ms);
  EXPECT_EQ(wait("120"), 120s);
  EXPECT_EQ(wait("120", 429), 120s);
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:50:37 GMT"), 60s);
  EXPECT_EQ(wait("Sunday, 06-Nov-94 08:49:38 GMT"), 1s);
  EXPECT_EQ(wait("Sun Nov  6 08:49:39 1994"), 2s);
  EXPECT_EQ(wait("Sun, 06 Nov 1994 08:00:00 GMT"), 0ms) << "in the past";
  EXPECT_GT(wait("99999999999999999999999999"), 24h);
}

TEST(RetryAfter, IsNothingElse) {
  const auto wait = [](const std::string& text, int status = 503) {
    return retryAfter({.status = status, .headers = {{"Retry-After", text}}, .body = ""}, {});
  };
  for (const std::string text : {"", "-1", "1.5", "soon", "0x10", " 5", "20 minutes", "Nov"})
    EXPECT_FALSE(wait(text)) << text;
  EXPECT_FALSE(wait("5", 200));
  EXPECT_FALSE(wait("5", 301));
  EXPECT_FALSE(retryAfter({.status = 503, .headers = {}, .body = ""}, {}));
}

TEST(RequestPace, SpacesRequestsEvenly) {
  Pace pace(10);
  EXPECT_TRUE(pace.isLimited());
  const PaceClock::time_point start{1000s};
  EXPECT_EQ(pace.reserve(start), start);
  EXPECT_EQ(pace.reserve(start), start + 100ms);
  EXPECT_EQ(pace.reserve(start + 110ms), start + 200ms);
  EXPECT_EQ(pace.reserve(start + 320ms), start + 300ms) << "a little late";
  EXPECT_EQ(pace.reserve(start + 320ms), start + 400ms) << "which slows down nothing";
}

TEST(RequestPace, MakesNoBurstAfterAPause) {
  Pace pace(10);
  const PaceClock::time_point start{1000s};
  pace.reserve(start);
  EXPECT_EQ(pace.reserve(start + 60s), start + 60s);
  EXPECT_EQ(pace.reserve(start + 60s), start + 60s + 100ms);
}

TEST(RequestPace, IsUnlimitedByDefault) {
  EXPECT_FALSE(Pace(0).isLimited());
  EXPECT_FALSE(Pace(-1).isLimited());
  EXPECT_TRUE(Pace(1e-300).isLimited());
}

TEST(ResponseReader, ForgetsTheAnswerBefore) {
  ResponseReader reader(3);
  reader.begin();
  for (const std::string_view line : {"HTTP/1.1 200 OK\r\n", "X-One: 1\r\n", "\r\n"})
    EXPECT_TRUE(reader.takeLine(line));
  EXPECT_TRUE(reader.hasHead());
  EXPECT_FALSE(reader.takeBody("abcd"));
  EXPECT_TRUE(reader.response().isTruncated);
  reader.begin();
  EXPECT_FALSE(reader.hasBegun());
  EXPECT_FALSE(reader.hasHead());
  EXPECT_TRUE(reader.takeBody("abc"));
  EXPECT_EQ(reader.takeResponse().body, "abc");
}

TEST(Url, AnAtBehindTheHostIsNoUser) {
  for (const std::string url :
       {"http://localhost/users/@me", "http://localhost/a:b@c", "http://localhost?mail=a:b@c",
        "http://localhost/x?mail=a:b@c", "http://localhost#a:b@c"}) {
    EXPECT_EQ(withoutUser(url), url);
    EXPECT_EQ(passwordIn(url), "") << url;
    EXPECT_EQ(parseHttpUrl(url)->origin, "http://localhost") << url;
  }
  EXPECT_EQ(withoutUser("http://me:se/users/@me"), "http://me:se/users/@me");
  EXPECT_EQ(passwordIn("http://me:secret@localhost/users/@me"), "secret");
  EXPECT_EQ(withoutUser("http://me:secret@localhost/users/@me"), "http://localhost/users/@me");
}

}  // namespace
}  // namespace covolve::rest
