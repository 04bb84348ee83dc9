// Services that do not speak HTTP as they should: whatever they do, the client
// says what happened, in time, and goes on with the next request.
#include <chrono>
#include <thread>

#include "http_fixture.h"
#include "rest/http/tcp.h"

namespace covolve::rest {
namespace {

using std::chrono_literals::operator""ms;
using test::always;
using test::clientOf;
using test::expectFailure;
using test::expectResponse;
using test::get;
using test::once;
using test::RawConnection;
using test::RawServer;
using test::reasonOf;
using test::RequestLog;
using Kind = HttpFailure::Kind;

/// What the client makes of these bytes, after which the connection is closed.
HttpAnswer answerTo(const std::string& bytes) {
  RawServer server(once(bytes));
  return clientOf(server.url()).send(get("/"));
}

TEST(HttpMisbehaviour, NobodyListens) {
  const auto port = freePort();
  ASSERT_TRUE(port);
  auto client = clientOf("http://127.0.0.1:" + std::to_string(*port));
  const HttpAnswer answer = client.send(get("/"));
  expectFailure(answer, Kind::CannotConnect);
  EXPECT_EQ(reasonOf(answer),
            "cannot connect to http://127.0.0.1:" + std::to_string(*port) + ": Connection refused");
}

TEST(HttpMisbehaviour, ClosesWithoutAnAnswer) {
  RequestLog log;
  RawServer server(once("", &log));
  expectFailure(clientOf(server.url()).send(get("/")), Kind::ConnectionLost);
  EXPECT_EQ(log.size(), 1u) << "a connection that is new is not stale: nothing to send again";
}

TEST(HttpMisbehaviour, ClosesBeforeTheRequest) {
  RawServer server([](RawConnection&) {});
  expectFailure(clientOf(server.url()).send(get("/")), Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, ResetsTheConnection) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.resetAtEnd();
  });
  expectFailure(clientOf(server.url()).send(get("/")), Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, ResetsWithinTheBody) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.send("HTTP/1.1 200 OK\r\n\r\nabc");
    connection.resetAtEnd();
  });
  expectFailure(clientOf(server.url()).send(get("/")), Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, HalfClosesAndHangs) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.halfClose();
    connection.hangUntilClientCloses();
  });
  expectFailure(clientOf(server.url()).send(get("/")), Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, HalfClosesAfterTheAnswer) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("abc");
    connection.halfClose();
    connection.hangUntilClientCloses();
  });
  auto client = clientOf(server.url());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(expectResponse(client.send(get("/"))).body, "abc");
}

TEST(HttpMisbehaviour, ClosesWithinTheBody) {
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), Kind::ConnectionLost);
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
                Kind::ConnectionLost);
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
                Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, ClosesWithinTheHeaders) {
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nContent-Le"), Kind::ConnectionLost);
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nX-One: 1\r\n"), Kind::ConnectionLost);
}

TEST(HttpMisbehaviour, NeverAnswers) {
  RawServer server([](RawConnection& connection) { connection.hangUntilClientCloses(); });
  const HttpAnswer answer = clientOf(server.url(), {.timeout = 100ms}).send(get("/"));
  expectFailure(answer, Kind::Timeout);
  EXPECT_EQ(reasonOf(answer), "no answer came within 0.1 s");
}

TEST(HttpMisbehaviour, NeverEndsItsAnswer) {
  for (const std::string begin :
       {"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "HTTP/1.1 200 OK\r\n\r\nabc"}) {
    RawServer server([&](RawConnection& connection) {
      connection.readRequest();
      connection.send(begin);
      connection.hangUntilClientCloses();
    });
    const HttpAnswer answer = clientOf(server.url(), {.timeout = 100ms}).send(get("/"));
    expectFailure(answer, Kind::Timeout);
    EXPECT_EQ(reasonOf(answer), "the answer was not complete within 0.1 s") << begin;
  }
}

TEST(HttpMisbehaviour, SendsSlowlyWithoutEnd) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
    while (connection.send("x")) std::this_thread::sleep_for(5ms);
  });
  expectFailure(clientOf(server.url(), {.timeout = 100ms}).send(get("/")), Kind::Timeout);
}

TEST(HttpMisbehaviour, NeverReadsABody) {
  RawServer server([](RawConnection&) { std::this_thread::sleep_for(500ms); });
  auto client = clientOf(server.url(), {.timeout = 100ms});
  expectFailure(client.send({"POST", "/", {}, std::string(size_t{64} << 20, 'x')}), Kind::Timeout);
}

TEST(HttpMisbehaviour, TheNextRequestAfterATimeoutHasANewConnection) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    if (connection.number() == 0) {
      connection.hangUntilClientCloses();
    } else {
      connection.answer("fine");
    }
  });
  auto client = clientOf(server.url(), {.timeout = 100ms});
  expectFailure(client.send(get("/")), Kind::Timeout);
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "fine");
}

TEST(HttpMisbehaviour, AnswersWhatIsNoHttp) {
  for (const std::string bytes :
       {"hello\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n", "HTTX/1.1 200 OK\r\n\r\n", "\r\n\r\n\r\n", "<html></html>", "{\"a\": 1}"})
    expectFailure(answerTo(bytes), Kind::Malformed);
  expectFailure(answerTo(std::string(100, '\0')), Kind::Malformed);
}

TEST(HttpMisbehaviour, SendsBadHeaders) {
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n"), Kind::Malformed);
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"), Kind::Malformed);
  expectFailure(answerTo("HTTP/1.1 200 OK\r\nno colon at all\r\n\r\n"), Kind::Malformed);
  expectFailure(answerTo(std::string("HTTP/1.1 200 OK\r\nX-One: a") + '\0' + "b\r\n\r\n"), Kind::Malformed);
}

TEST(HttpMisbehaviour, HeadersThatOnlyLookOddAreTaken) {
  const HttpResponse response =
      expectResponse(answerTo("HTTP/1.1 200\nX-One:1\nX-Two: a\r\n  b\r\nX-Three: \xFF\xFE\r\n\r\nabc"));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.headers, (HeaderList{{"X-One", "1"}, {"X-Two", "a b"}, {"X-Three", "\xFF\xFE"}}));
  EXPECT_EQ(response.body, "abc");
}

TEST(HttpMisbehaviour, SendsBadChunks) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const std::string chunks : {"xyz\r\nabc\r\n0\r\n\r\n", "3\r\nabcdef\r\n0\r\n\r\n",
                                   "fffffffffffffffffffff\r\nabc\r\n", "\r\n\r\n"})
    expectFailure(answerTo(head + chunks), Kind::Malformed);
}

TEST(HttpMisbehaviour, SendsHeadersWithoutEnd) {
  for (const std::string part : {"X-One: 1\r\n", "x", "HTTP/1.1 100 Continue\r\n\r\n", " folded\r\n"}) {
    RawServer server([&](RawConnection& connection) {
      connection.readRequest();
      connection.send("HTTP/1.1 200 OK\r\n");
      std::string many;
      while (many.size() < 10'000) many += part;
      while (connection.send(many)) {
      }
    });
    expectFailure(clientOf(server.url()).send(get("/")), Kind::Malformed);
  }
}

TEST(HttpMisbehaviour, SendsAStatusLineWithoutEnd) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.send("HTTP/1.1 200 ");
    while (connection.send(std::string(10'000, 'x'))) {
    }
  });
  expectFailure(clientOf(server.url()).send(get("/")), Kind::Malformed);
}

TEST(HttpMisbehaviour, LongHeaderLinesAreTaken) {
  const std::string longText(50'000, 'x');
  const HttpResponse response =
      expectResponse(answerTo("HTTP/1.1 200 OK\r\nX-One: " + longText + "\r\nContent-Length: 0\r\n\r\n"));
  ASSERT_EQ(response.headers.size(), 2u);
  EXPECT_EQ(response.headers[0].second, longText);
}

TEST(HttpMisbehaviour, SendsMoreThanItAnnounces) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 500 Evil\r\nContent-Length: 0\r\n\r\n");
    connection.readRequest();
    connection.answer("second");
  });
  auto client = clientOf(server.url());
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "abc");
  EXPECT_EQ(expectResponse(client.send(get("/"))).body, "abc")
      << "what was too much is no answer to the next";
}

TEST(HttpMisbehaviour, SendsABodyWhereThereIsNone) {
  RawServer server(always("HTTP/1.1 204 None\r\nContent-Length: 3\r\n\r\nabc"));
  auto client = clientOf(server.url());
  for (int i = 0; i < 3; ++i) {
    const HttpResponse response = expectResponse(client.send(get("/")));
    EXPECT_EQ(response.status, 204);
    EXPECT_EQ(response.body, "");
  }
}

// ---- Kept-alive connections that are closed when the next request is sent ----

/// Answers a connection's first request; closes it at the second one, as at a timeout of its own.
void answerOne(RawConnection& connection, RequestLog& log, bool resets) {
  log.add(connection.readRequest());
  connection.answer("fine");
  log.add(connection.readRequest());
  if (resets) connection.resetAtEnd();
}

TEST(HttpMisbehaviour, AStaleConnectionCostsNoAnswer) {
  for (const bool resets : {false, true}) {
    RequestLog log;
    RawServer server([&](RawConnection& connection) { answerOne(connection, log, resets); });
    auto client = clientOf(server.url());
    EXPECT_EQ(expectResponse(client.send({"POST", "/first", {}, "1"})).body, "fine");
    EXPECT_EQ(expectResponse(client.send({"POST", "/second", {}, "2"})).body, "fine");
    const auto requests = log.all();
    ASSERT_EQ(requests.size(), 3u);
    EXPECT_EQ(requests[1], requests[2]);
    EXPECT_EQ(client.sent(), 2u) << "one request, whatever it took";
  }
}

TEST(HttpMisbehaviour, AStaleConnectionIsGivenUpOnce) {
  RequestLog log;
  RawServer server([&](RawConnection& connection) {
    if (connection.number() == 0) {
      answerOne(connection, log, false);
    } else {
      log.add(connection.readRequest());
    }
  });
  auto client = clientOf(server.url());
  expectResponse(client.send(get("/first")));
  expectFailure(client.send(get("/second")), Kind::ConnectionLost);
  EXPECT_EQ(log.size(), 3u);
}

TEST(HttpMisbehaviour, AnAnswerThatHasBegunIsNotAskedForAgain) {
  RequestLog log;
  RawServer server([&](RawConnection& connection) {
    log.add(connection.readRequest());
    connection.answer("fine");
    log.add(connection.readRequest());
    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
  });
  auto client = clientOf(server.url());
  expectResponse(client.send(get("/first")));
  expectFailure(client.send(get("/second")), Kind::ConnectionLost);
  EXPECT_EQ(log.size(), 2u);
}

TEST(HttpMisbehaviour, AStaleConnectionMayBreakWithinALargeBody) {
  RawServer server([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("fine");
    if (connection.number() == 0) {
      connection.readByte();
      connection.resetAtEnd();
    } else {
      connection.hangUntilClientCloses();
    }
  });
  auto client = clientOf(server.url());
  expectResponse(client.send(get("/first")));
  EXPECT_EQ(expectResponse(client.send({"PUT", "/second", {}, std::string(size_t{32} << 20, 'x')})).body,
            "fine");
  EXPECT_EQ(server.connections(), 2u);
}

TEST(HttpMisbehaviour, AServiceThatVanishesWithTheRequestLostTheConnection) {
  auto server = std::make_unique<RawServer>([](RawConnection& connection) {
    connection.readRequest();
    connection.answer("fine");
    connection.readRequest();
    connection.stopListening();
  });
  auto client = clientOf(server->url());
  expectResponse(client.send(get("/first")));
  expectFailure(client.send(get("/second")), Kind::ConnectionLost);
  expectFailure(client.send(get("/third")), Kind::CannotConnect);
}

}  // namespace
}  // namespace covolve::rest
