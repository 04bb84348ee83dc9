#include <stdlib.h>

#include <future>
#include <thread>

#include "http_fixture.h"
#include "rest/http/client.h"

namespace covolve::rest {
namespace {

using std::chrono_literals::operator""ms;
using test::always;
using test::clientOf;
using test::expectFailure;
using test::expectResponse;
using test::get;
using test::kNeverStopped;
using test::once;
using test::RawConnection;
using test::RawServer;
using test::RequestLog;

constexpr std::string_view kEmptyAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/// What arrives at the server when the client sends the request.
std::string received(const HttpRequest& request, const std::string& path = "") {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  auto client = clientOf(server.url() + path);
  expectResponse(client.send(request));
  return log.size() == 1 ? log.all()[0] : "";
}

std::string firstLine(const std::string& request) { return request.substr(0, request.find("\r\n")); }

std::string bodyOf(const std::string& request) { return request.substr(request.find("\r\n\r\n") + 4); }

/// Lines of the head but the first, without the host that every request has.
std::vector<std::string> headerLines(const std::string& request) {
  std::vector<std::string> lines;
  const size_t end = request.find("\r\n\r\n");
  size_t at = request.find("\r\n");
  while (at < end) {
    const size_t next = request.find("\r\n", at + 2);
    std::string line = request.substr(at + 2, next - at - 2);
    if (!line.starts_with("Host: 127.0.0.1:")) lines.push_back(line);
    at = next;
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(HttpClient, TargetsGoOutVerbatim) {
  EXPECT_EQ(firstLine(received(get("/a/../b//c/./d?x=%2F&y=[]{}|\\^&&?"))),
            "GET /a/../b//c/./d?x=%2F&y=[]{}|\\^&&? HTTP/1.1");
}

TEST(HttpClient, WhatARequestLineCannotHoldIsEncoded) {
  EXPECT_EQ(firstLine(received(get("/a b\r\n#\xC3\xA4\x7F?\t" + std::string(1, '\0')))),
            "GET /a%20b%0D%0A%23%C3%A4%7F?%09%00 HTTP/1.1");
}

TEST(HttpClient, TargetsAreAppendedToTheBase) {
  EXPECT_EQ(firstLine(received(get("/pets"), "/api/v1")), "GET /api/v1/pets HTTP/1.1");
  EXPECT_EQ(firstLine(received(get("/pets"), "/api/v1/")), "GET /api/v1/pets HTTP/1.1");
  EXPECT_EQ(firstLine(received(get(""), "/api")), "GET /api HTTP/1.1");
  EXPECT_EQ(firstLine(received(get("?x"), "/api")), "GET /api?x HTTP/1.1");
  EXPECT_EQ(firstLine(received(get(""))), "GET / HTTP/1.1");
  EXPECT_EQ(firstLine(received(get("?x"))), "GET /?x HTTP/1.1");
}

TEST(HttpClient, HeadersGoOutAsGivenAndNoOthers) {
  HttpRequest request = get("/");
  request.headers = {{"X-One", "1"}, {"X-Empty", ""}, {"X-One", "2"}, {"Cookie", "a=b; c=d"}};
  EXPECT_EQ(headerLines(received(request)), (Lines{"X-One: 1", "X-Empty:", "X-One: 2", "Cookie: a=b; c=d"}));
}

TEST(HttpClient, HeadersThatLibcurlWouldAddGoOutIfGiven) {
  HttpRequest request = get("/");
  request.method = "POST";
  request.body = "{}";
  request.headers = {{"Accept", "text/plain"}, {"User-Agent", ""}, {"content-type", "application/json"}};
  EXPECT_EQ(
      headerLines(received(request)),
      (Lines{"Accept: text/plain", "User-Agent:", "content-type: application/json", "Content-Length: 2"}));
}

TEST(HttpClient, AHeaderCannotBeginAnotherOne) {
  HttpRequest request = get("/");
  request.headers = {{"X-One", "1\r\nX-Two: 2\n\nGET / HTTP/1.1"}};
  EXPECT_EQ(headerLines(received(request)), (Lines{"X-One: 1  X-Two: 2  GET / HTTP/1.1"}));
}

TEST(HttpClient, TheLengthOfTheBodyIsNotTheCallersBusiness) {
  HttpRequest request = get("/");
  request.method = "POST";
  request.body = "12345";
  request.headers = {{"content-length", "77"}, {"Transfer-Encoding", "chunked"}, {"Content-Length", "1"}};
  const std::string text = received(request);
  EXPECT_EQ(headerLines(text), (Lines{"Content-Length: 5"}));
  EXPECT_EQ(bodyOf(text), "12345");
}

TEST(HttpClient, AnyMethodMayHaveABody) {
  for (const std::string method : {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FROBNICATE"}) {
    HttpRequest request{method, "/", {}, std::string("a\0\xFF", 3)};
    const std::string text = received(request);
    EXPECT_EQ(firstLine(text), method + " / HTTP/1.1");
    EXPECT_EQ(headerLines(text), (Lines{"Content-Length: 3"})) << method;
    EXPECT_EQ(bodyOf(text), std::string("a\0\xFF", 3)) << method;
  }
}

TEST(HttpClient, OnlyMethodsThatUsuallyHaveABodySayThatThereIsNone) {
  for (const std::string method : {"POST", "PUT", "PATCH"})
    EXPECT_EQ(headerLines(received({method, "/", {}, std::nullopt})), (Lines{"Content-Length: 0"})) << method;
  for (const std::string method : {"GET", "HEAD", "OPTIONS", "TRACE"})
    EXPECT_EQ(headerLines(received({method, "/", {}, std::nullopt})), Lines{}) << method;
}

TEST(HttpClient, AnEmptyBodyIsABody) {
  EXPECT_EQ(headerLines(received({"GET", "/", {}, ""})), (Lines{"Content-Length: 0"}));
}

TEST(HttpClient, ALargeBodyIsSentWithoutAsking) {
  const std::string body(size_t{3} << 20, 'x');
  const std::string text = received({"PUT", "/", {}, body});
  EXPECT_EQ(headerLines(text), (Lines{"Content-Length: 3145728"}));
  EXPECT_EQ(bodyOf(text), body);
}

TEST(HttpClient, ARequestLeavesNothingForTheNext) {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  auto client = clientOf(server.url());
  HttpRequest post{"POST", "/a", {{"X-One", "1"}}, "body"};
  for (const HttpRequest& request : {post, get("/b"), HttpRequest{"HEAD", "/c", {}, std::nullopt}, get("/d"),
                                     post, HttpRequest{"DELETE", "/e", {}, {}}})
    expectResponse(client.send(request));
  Lines heads;
  for (const std::string& request : log.all()) {
    heads.push_back(firstLine(request));
    for (const std::string& line : headerLines(request)) heads.back() += "; " + line;
    heads.back() += "; " + bodyOf(request);
  }
  EXPECT_EQ(heads, (Lines{"POST /a HTTP/1.1; X-One: 1; Content-Length: 4; body", "GET /b HTTP/1.1; ",
                          "HEAD /c HTTP/1.1; ", "GET /d HTTP/1.1; ",
                          "POST /a HTTP/1.1; X-One: 1; Content-Length: 4; body", "DELETE /e HTTP/1.1; "}));
  EXPECT_EQ(server.connections(), 1u);
  EXPECT_EQ(client.sent(), 6u);
}

TEST(HttpClient, WhatIsNoMethodIsNotSent) {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  auto client = clientOf(server.url());
  expectFailure(client.send({"GET /evil HTTP/1.1\r\nX:", "/", {}, {}}), HttpFailure::Kind::Other);
  expectFailure(client.send({"", "/", {}, {}}), HttpFailure::Kind::Other);
  EXPECT_EQ(log.size(), 0u);
}

TEST(HttpClient, ReadsStatusHeadersAndBody) {
  RawServer server(
      always("HTTP/1.1 404 Not here\r\nContent-Type: Application/JSON ; charset=utf-8\r\n"
             "Set-Cookie: a=1\r\nset-cookie:b=2  \r\nX-Empty:\r\nContent-Length: 4\r\n\r\n{}\r\n"));
  auto client = clientOf(server.url());
  const HttpResponse response = expectResponse(client.send(get("/")));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(response.body, "{}\r\n");
  EXPECT_FALSE(response.isTruncated);
  EXPECT_EQ(response.headers, (HeaderList{{"Content-Type", "Application/JSON ; charset=utf-8"},
                                          {"Set-Cookie", "a=1"},
                                          {"set-cookie", "b=2"},
                                          {"X-Empty", ""},
                                          {"Content-Length", "4"}}));
  EXPECT_EQ(response.mediaType(), "application/json");
  ASSERT_NE(response.header("SET-cookie"), nullptr);
  EXPECT_EQ(*response.header("SET-cookie"), "a=1");
  EXPECT_EQ(response.header("X-Other"), nullptr);
}

TEST(HttpClient, AnAnswerWithoutContentTypeHasNoMediaType) {
  EXPECT_EQ(HttpResponse{}.mediaType(), "");
  EXPECT_EQ((HttpResponse{.status = 200, .headers = {{"content-type", " ; q"}}, .body = ""}).mediaType(), "");
}

TEST(HttpClient, ABodyMayHaveAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  RawServer server([&](RawConnection& connection) {
    connection.readRequest();
    connection.answer(bytes);
  });
  EXPECT_EQ(expectResponse(clientOf(server.url()).send(get("/"))).body, bytes);
}

TEST(HttpClient, ReadsChunks) {
  RawServer server(
      always("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n"
             "X-Trailer: 1\r\n\r\n"));
  auto client = clientOf(server.url());
  for (int i = 0; i < 2; ++i) {
    const HttpResponse response = expectResponse(client.send(get("/")));
    EXPECT_EQ(response.body, "abcde");
    EXPECT_EQ(response.header("X-Trailer"), nullptr);
  }
  EXPECT_EQ(server.connections(), 1u);
}

TEST(HttpClient, ReadsAnswersOfHttp10UntilTheConnectionIsClosed) {
  RawServer server(once("HTTP/1.0 200 OK\r\n\r\nabc"));
  auto client = clientOf(server.url());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(expectResponse(client.send(get("/"))).body, "abc");
  EXPECT_EQ(server.connections(), 3u);
}

TEST(HttpClient, InformationalAnswersAreNotTheAnswer) {
  RawServer server(
      always("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n"
             "HTTP/1.1 201 Created\r\nX-Late: 2\r\nContent-Length: 1\r\n\r\nx"));
  auto client = clientOf(server.url());
  const HttpResponse response = expectResponse(client.send({"POST", "/", {}, "x"}));
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.header("X-Early"), nullptr);
  EXPECT_NE(response.header("X-Late"), nullptr);
  EXPECT_EQ(response.body, "x");
}

TEST(HttpClient, AHeadAnswerHasNoBodyWhateverItsLength) {
  RawServer server(always("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"));
  auto client = clientOf(server.url());
  for (int i = 0; i < 2; ++i) {
    const HttpResponse response = expectResponse(client.send({"HEAD", "/", {}, std::nullopt}));
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "");
  }
  EXPECT_EQ(server.connections(), 1u);
}

// A hundred letters a.
const std::string kGzip(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\x4c\xa4\x3d\x00\x00\x64\x7a\x70\xaf\x64\x00\x00\x00", 24);
const std::string kDeflate("\x78\x9c\x4b\x4c\xa4\x3d\x00\x00\x7a\x47\x25\xe5", 12);

HttpAnswer codedAnswer(const std::string& coding, const std::string& body,
                       const ClientOptions& options = {}) {
  RawServer server(always("HTTP/1.1 200 OK\r\nContent-Encoding: " + coding +
                          "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body));
  return clientOf(server.url(), options).send(get("/"));
}

TEST(HttpClient, AsksForCompressionOnlyIfTold) {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  expectResponse(clientOf(server.url(), {.asksForCompression = true}).send(get("/")));
  HttpRequest request = get("/");
  request.headers = {{"Accept-Encoding", "gzip"}};
  expectResponse(clientOf(server.url()).send(request));
  ASSERT_EQ(log.size(), 2u);
  ASSERT_EQ(headerLines(log.all()[0]).size(), 1u);
  EXPECT_TRUE(headerLines(log.all()[0])[0].starts_with("Accept-Encoding: "));
  EXPECT_NE(headerLines(log.all()[0])[0].find("gzip"), std::string::npos);
  EXPECT_EQ(headerLines(log.all()[1]), (Lines{"Accept-Encoding: gzip"}));
}

TEST(HttpClient, UndoesCompression) {
  EXPECT_EQ(expectResponse(codedAnswer("gzip", kGzip)).body, std::string(100, 'a'));
  EXPECT_EQ(expectResponse(codedAnswer("deflate", kDeflate)).body, std::string(100, 'a'));
  EXPECT_EQ(expectResponse(codedAnswer("identity", "abc")).body, "abc");
}

TEST(HttpClient, ABodyInACodingNobodyKnowsIsDeliveredAsItIs) {
  EXPECT_EQ(expectResponse(codedAnswer("utf-8", "abc")).body, "abc");
  EXPECT_EQ(expectResponse(codedAnswer("gzip, rot13", kGzip)).body, kGzip);
}

TEST(HttpClient, AnUnknownCodingIsForgottenWithTheNextAnswer) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("abc", "200 OK\r\nContent-Encoding: rot13");
    connection.readRequest();
    connection.answer(kGzip, "200 OK\r\nContent-Encoding: gzip");
    connection.hangUntilClientCloses();
  });
  auto client = clientOf(server.url());
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "abc");
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, std::string(100, 'a'));
}

TEST(HttpClient, ABodyThatIsNotCodedAsItSaysIsMalformed) {
  expectFailure(codedAnswer("gzip", "this is no gzip at all"), HttpFailure::Kind::Malformed);
}

TEST(HttpClient, TheLimitIsForTheUncompressedBody) {
  const HttpResponse response = expectResponse(codedAnswer("gzip", kGzip, {.bodyLimit = 70}));
  EXPECT_TRUE(response.isTruncated);
  EXPECT_EQ(response.body, std::string(70, 'a'));
}

TEST(HttpClient, ABodyAtTheLimitIsWhole) {
  RawServer server(always("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde"));
  auto client = clientOf(server.url(), {.bodyLimit = 5});
  const HttpResponse response = expectResponse(client.send(get("/")));
  EXPECT_EQ(response.body, "abcde");
  EXPECT_FALSE(response.isTruncated);
}

TEST(HttpClient, AnEndlessBodyIsCutAndItsConnectionClosed) {
  std::promise<void> closed;
  RawServer server([&](RawConnection& connection) {
    connection.readRequest();
    if (connection.number() > 0) {
      connection.answer("next");
      return;
    }
    connection.send("HTTP/1.1 200 OK\r\nX-One: 1\r\n\r\n");
    while (connection.send(std::string(10'000, 'x'))) {
    }
    closed.set_value();
  });
  auto client = clientOf(server.url(), {.bodyLimit = 100'000});
  const HttpResponse response = expectResponse(client.send(get("/")));
  EXPECT_EQ(response.status, 200);
  EXPECT_NE(response.header("X-One"), nullptr);
  EXPECT_TRUE(response.isTruncated);
  EXPECT_EQ(response.body.size(), 100'000u);
  closed.get_future().wait();
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "next");
}

TEST(HttpClient, ARedirectIsAnAnswerUnlessItIsToBeFollowed) {
  RequestLog log;
  RawServer server(always("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n", &log));
  EXPECT_EQ(expectResponse(clientOf(server.url()).send(get("/"))).status, 302);
  EXPECT_EQ(log.size(), 1u);
}

TEST(HttpClient, RedirectsAreFollowedSoManyTimes) {
  RequestLog log;
  RawServer server(
      always("HTTP/1.1 302 Found\r\nLocation: next?x=1#there\r\nContent-Length: 0\r\n\r\n", &log));
  auto client = clientOf(server.url() + "/base", {.redirects = 2});
  EXPECT_EQ(expectResponse(client.send(get("/a/b?y"))).status, 302);
  Lines lines;
  for (const std::string& request : log.all()) lines.push_back(firstLine(request));
  EXPECT_EQ(lines, (Lines{"GET /base/a/b?y HTTP/1.1", "GET /base/a/next?x=1 HTTP/1.1",
                          "GET /base/a/next?x=1 HTTP/1.1"}));
  EXPECT_EQ(client.sent(), 3u);
}

/// The second request when the first, a POST with a body, is answered like this.
std::string followed(const std::string& head) {
  RequestLog log;
  RawServer server([&](RawConnection& connection) {
    log.add(connection.readRequest());
    connection.answer("", head);
    log.add(connection.readRequest());
    connection.answer("");
    connection.hangUntilClientCloses();
  });
  auto client = clientOf(server.url(), {.redirects = 5});
  EXPECT_EQ(
      expectResponse(client.send({"POST", "/", {{"Content-Type", "text/plain"}, {"X-One", "1"}}, "body"}))
          .status,
      200);
  return log.size() == 2 ? log.all()[1] : "";
}

TEST(HttpClient, SomeRedirectsTurnAPostIntoAGet) {
  for (const std::string status : {"301", "302", "303"}) {
    const std::string request = followed(status + " See\r\nLocation: /there");
    EXPECT_EQ(firstLine(request), "GET /there HTTP/1.1") << status;
    EXPECT_EQ(headerLines(request), (Lines{"X-One: 1"})) << status;
  }
  for (const std::string status : {"307", "308"}) {
    const std::string request = followed(status + " See\r\nLocation: /there");
    EXPECT_EQ(firstLine(request), "POST /there HTTP/1.1") << status;
    EXPECT_EQ(bodyOf(request), "body") << status;
  }
}

TEST(HttpClient, OtherServicesGetNoCredentialsAndNoLaterRequests) {
  RequestLog there;
  RequestLog here;
  RawServer other(always(std::string(kEmptyAnswer), &there));
  RawServer server(
      always("HTTP/1.1 307 Go\r\nLocation: " + other.url() + "/x\r\nContent-Length: 0\r\n\r\n", &here));
  auto client = clientOf(server.url(), {.redirects = 1});
  HttpRequest request = get("/");
  request.headers = {{"authorization", "Bearer 1"}, {"Cookie", "a=b"}, {"X-One", "1"}};
  for (int i = 0; i < 2; ++i) EXPECT_EQ(expectResponse(client.send(request)).status, 200);
  ASSERT_EQ(there.size(), 2u);
  EXPECT_EQ(here.size(), 2u);
  EXPECT_EQ(headerLines(there.all()[0]), (Lines{"X-One: 1"}));
}

TEST(HttpClient, AnUnavailableServiceIsAskedAgainIfItSaysWhen) {
  for (const std::string after : {"0", "Sun, 06 Nov 1994 08:49:37 GMT"}) {
    RequestLog log;
    RawServer server(
        always("HTTP/1.1 503 Busy\r\nRetry-After: " + after + "\r\nContent-Length: 0\r\n\r\n", &log));
    auto client = clientOf(server.url());
    EXPECT_EQ(expectResponse(client.send(get("/"))).status, 503);
    EXPECT_EQ(log.size(), 4u) << after;
    EXPECT_EQ(client.sent(), 4u);
  }
}

TEST(HttpClient, ARetryEndsWithTheFirstOtherAnswer) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("", "429 Slowly\r\nRetry-After: 0");
    for (std::string request = connection.readRequest(); !request.empty(); request = connection.readRequest())
      connection.answer("done");
  });
  auto client = clientOf(server.url());
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "done");
  EXPECT_EQ(client.sent(), 2u);
}

TEST(HttpClient, AWaitThatIsTooLongIsNotMade) {
  RequestLog log;
  RawServer server(always("HTTP/1.1 429 Slowly\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n", &log));
  EXPECT_EQ(expectResponse(clientOf(server.url()).send(get("/"))).status, 429);
  EXPECT_EQ(log.size(), 1u);
}

TEST(HttpClient, NothingIsSentAfterAStop) {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  const std::atomic<bool> stop = true;
  auto client = clientOf(server.url(), {}, stop);
  expectFailure(client.send(get("/")), HttpFailure::Kind::Other);
  EXPECT_EQ(client.sent(), 0u);
  EXPECT_EQ(log.size(), 0u);
}

TEST(HttpClient, AStopEndsARequestThatHangs) {
  std::atomic<bool> stop = false;
  RawServer server([&](RawConnection& connection) {
    connection.readRequest();
    stop = true;
    connection.hangUntilClientCloses();
  });
  auto client = clientOf(server.url(), {.timeout = std::chrono::hours(1)}, stop);
  expectFailure(client.send(get("/")), HttpFailure::Kind::Other);
}

TEST(HttpClient, AStopEndsTheWaitForARetry) {
  std::atomic<bool> stop = false;
  RawServer server([&](RawConnection& connection) {
    connection.readRequest();
    connection.answer("", "503 Busy\r\nRetry-After: 3600");
    stop = true;
    connection.hangUntilClientCloses();
  });
  auto client = clientOf(server.url(), {.longestRetryAfter = std::chrono::hours(2)}, stop);
  const HttpAnswer answer = client.send(get("/"));
  // The stop may be seen before the answer is read to its end.
  EXPECT_TRUE(responseOf(answer) == nullptr || responseOf(answer)->status == 503);
  EXPECT_EQ(client.sent(), 1u);
}

TEST(HttpClient, ALimitedRateStillSendsAll) {
  RequestLog log;
  RawServer server(always(std::string(kEmptyAnswer), &log));
  auto client = clientOf(server.url(), {.requestsPerSecond = 1000});
  for (int i = 0; i < 20; ++i) expectResponse(client.send(get("/")));
  EXPECT_EQ(log.size(), 20u);
}

TEST(HttpClient, ProxiesOfTheEnvironmentAreNotUsed) {
  RawServer server(always(std::string(kEmptyAnswer)));
  setenv("http_proxy", "http://127.0.0.1:1", 1);
  setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
  expectResponse(clientOf(server.url()).send(get("/")));
  unsetenv("http_proxy");
  unsetenv("ALL_PROXY");
}

TEST(HttpClient, AReconnectMakesANewConnection) {
  RawServer server(always(std::string(kEmptyAnswer)));
  auto client = clientOf(server.url());
  expectResponse(client.send({"POST", "/", {}, "x"}));
  client.reconnect();
  expectResponse(client.send({"POST", "/", {}, "x"}));
  EXPECT_EQ(server.connections(), 2u);
}

TEST(HttpClient, AClientMayBeMoved) {
  RawServer server(always("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  HttpClient first = clientOf(server.url());
  expectResponse(first.send(get("/")));
  HttpClient second = std::move(first);
  EXPECT_EQ(expectResponse(second.send(get("/"))).body, "ok");
  EXPECT_EQ(server.connections(), 1u);
  EXPECT_EQ(second.base(), server.url());
}

TEST(HttpClient, WhatIsNoUrlIsAnErrorOfTheUser) {
  for (const std::string base : {"", "localhost:8080", "ftp://localhost/", "http://", "http://a b/",
                                 "http://a:99999/", "file:///etc/passwd", "http://localhost/?x=1", "://"}) {
    const auto client = HttpClient::make(base, {}, kNeverStopped);
    ASSERT_FALSE(client) << base;
    EXPECT_EQ(client.error().blame, Error::Blame::User);
    EXPECT_NE(client.error().message.find(base), std::string::npos);
  }
}

TEST(HttpClient, FetchesADocument) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("moved", "301 Moved\r\nLocation: /other");
    const std::string request = connection.readRequest();
    connection.answer(request.find("X-One: 1") != std::string::npos ? "document" : "no header");
    connection.hangUntilClientCloses();
  });
  const auto text = fetchText(server.url() + "/api.json?v=3", {}, {{"X-One", "1"}}, kNeverStopped);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "document");
}

TEST(HttpClient, ADocumentThatIsNotThereIsAnErrorOfTheUser) {
  RawServer server(always("HTTP/1.1 404 None\r\nContent-Length: 0\r\n\r\n"));
  const auto text = fetchText(server.url() + "/api.json", {}, {}, kNeverStopped);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message, "cannot read " + server.url() + "/api.json: the answer's status is 404");
}

}  // namespace
}  // namespace covolve::rest
