#include "rest/emit/curl_line.h"

#include <gtest/gtest.h>

#include "base/process.h"

namespace covolve::rest {
namespace {

using namespace std::string_literals;

const std::string kBase = "http://localhost:8080/v1/";

TEST(CurlLine, RepeatsARequest) {
  EXPECT_EQ(curlLine({"GET", "/pets?limit=3", {}, std::nullopt}, kBase),
            "curl -i 'http://localhost:8080/v1/pets?limit=3'");
  EXPECT_EQ(curlLine({"POST", "/pets", {{"Content-Type", "application/json"}}, R"({"name":"it's"})"}, kBase),
            "curl -i -X POST -H 'Content-Type: application/json' "
            R"x(--data-raw '{"name":"it'\''s"}' http://localhost:8080/v1/pets)x");
}

TEST(CurlLine, SaysWhatCurlWouldOtherwiseMakeUp) {
  EXPECT_EQ(curlLine({"HEAD", "/a", {}, std::nullopt}, kBase), "curl -i --head http://localhost:8080/v1/a");
  EXPECT_EQ(curlLine({"PUT", "/a", {}, std::nullopt}, kBase),
            "curl -i -X PUT -H 'Content-Length: 0' http://localhost:8080/v1/a");
  EXPECT_EQ(curlLine({"GET", "/a", {}, "x"}, kBase),
            "curl -i -X GET -H Content-Type: --data-raw x http://localhost:8080/v1/a");
  EXPECT_EQ(curlLine({"GET", "/a?f[x]=1", {{"X-Empty", " "}}, std::nullopt}, kBase),
            "curl -i --globoff -H 'X-Empty;' 'http://localhost:8080/v1/a?f[x]=1'");
}

TEST(CurlLine, TakesSecretsFromTheEnvironment) {
  const HeaderTemplates known{{"Authorization", {{"Bearer "}, {"$TOKEN", true, false}}},
                              {"X-Tenant", {{"a b"}}},
                              {"X-Odd", {{"it's "}, {"$ODD", true, false}}}};
  EXPECT_EQ(curlLine({"GET", "/a", {{"authorization", "Bearer abc"}}, std::nullopt}, "http://h", known),
            R"x(curl -i -H "Authorization: Bearer $TOKEN" -H 'X-Tenant: a b' )x"
            R"x(-H "X-Odd: "'it'\''s '"$ODD" http://h/a)x");
}

TEST(CurlLine, KeepsPathsThatCurlWouldShorten) {
  for (const char* target : {"/a/../b", "/.", "/a/%2e%2E/b"}) {
    EXPECT_EQ(curlLine({"GET", target, {}, std::nullopt}, "http://h"),
              "curl -i --path-as-is http://h"s + target);
  }
  EXPECT_EQ(curlLine({"GET", "/a.b/c?d=/../e", {}, std::nullopt}, "http://h"),
            "curl -i 'http://h/a.b/c?d=/../e'");
}

TEST(CurlLine, IsOneLineWhateverIsInIt) {
  const std::string line = curlLine({"POST", "/a", {{"X-A", "b\nc"}}, "one\ntwo\xff%\\"}, kBase);
  EXPECT_EQ(line, R"(printf 'one\ntwo\377%%\\' | curl -i -X POST -H 'X-A: b c' -H Content-Type: )"
                  "--data-binary @- http://localhost:8080/v1/a");
}

TEST(CurlLine, APostWithoutABodySaysSo) {
  EXPECT_EQ(curlLine({"POST", "/pets", {}, std::nullopt}, "http://h"),
            "curl -i -X POST -H 'Content-Length: 0' http://h/pets");
  EXPECT_EQ(curlLine({"DELETE", "/pets/1", {}, std::nullopt}, "http://h"),
            "curl -i -X DELETE http://h/pets/1");
}

/// Has a plain shell run the line with a curl that writes down its arguments and its input.
std::string takenBy(const HttpRequest& request) {
  const std::string curl =
      "curl() { for word in \"$@\"; do case $word in @-) cat;; *) printf '%s|' \"$word\";; esac; done; }\n";
  const auto completed = run({.arguments = {"sh", "-c", curl + curlLine(request, "http://h")}});
  return completed ? completed->output : completed.error().message;
}

TEST(CurlLine, SurvivesAShell) {
  std::string bytes;
  for (int i = 1; i < 256; ++i) bytes += static_cast<char>(i);
  EXPECT_EQ(takenBy({"POST", "/", {{"A", "b\x01'%"}}, bytes}),
            "-i|-X|POST|-H|A: b\x01'%|-H|Content-Type:|--data-binary|" + bytes + "http://h/|");
  const std::string zeros =
      "-%s\0'%\\\n\x01"
      "7"s;
  EXPECT_EQ(takenBy({"POST", "/", {}, zeros}),
            "-i|-X|POST|-H|Content-Type:|--data-binary|" + zeros + "http://h/|");
}

}  // namespace
}  // namespace covolve::rest
