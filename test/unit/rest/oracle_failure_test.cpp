// server-error and connection-loss: the service fails by itself.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::declare;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::mediaType;
using by_hand::World;
using Kind = HttpFailure::Kind;

class ServerErrorOracle : public testing::Test {
 protected:
  World world_;
  Operation& get_ = world_.operation("GET", "/pets/{petId}");
};

TEST_F(ServerErrorOracle, IsAnyStatusOf500AndAbove) {
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(500)}), "500");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(502)}), "502");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(501)}), "501");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(503)}), "503");
}

TEST_F(ServerErrorOracle, OtherStatusesAreNone) {
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(200)}), "");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(499)}), "");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").failed(Kind::ConnectionLost)}), "");
}

TEST_F(ServerErrorOracle, AskingForALaterCallIsNone) {
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(503, {{"retry-after", "3"}})}), "");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").answered(500, {{"Retry-After", "3"}})}), "500");
}

TEST_F(ServerErrorOracle, NotKnowingAMethodIsNone) {
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").by("PATCH").answered(501)}), "");
}

TEST_F(ServerErrorOracle, AnUnsupportedMethodIsAFaultOfItsOwn) {
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").by("PATCH").answered(500)}),
            "500 unsupported method");
}

TEST_F(ServerErrorOracle, OnlyTheLastCallIsJudged) {
  EXPECT_EQ(
      detailsBy("server-error", {call(get_, "/pets/5").answered(500), call(get_, "/pets/6").answered(200)}),
      "");
  const auto faults =
      faultsBy("server-error", {call(get_, "/pets/5").answered(200), call(get_, "/pets/6").answered(500)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].call, 1u);
  EXPECT_EQ(faults[0].kind, "server-error");
  EXPECT_EQ(faults[0].operation, "GET /pets/{petId}");
}

TEST_F(ServerErrorOracle, OneHeaderThatEveryOperationFailsWithIsOneCause) {
  const Schema& text = world_.schema(Schema::String);
  Operation& list = world_.operation("GET", "/pets");
  const Parameter match = by_hand::parameter("If-Match", Parameter::Place::Header, &text);
  const Parameter trace = by_hand::parameter("X-Trace", Parameter::Place::Header, &text);
  const Parameter limit = by_hand::parameter("limit", Parameter::Place::Query, &text);
  const auto causeOf = [](const Call& one) { return faultsBy("server-error", {one})[0].causeKey(); };
  const std::string cause = causeOf(call(get_, "/pets/5").with(match, "a").answered(500));
  EXPECT_EQ(causeOf(call(list, "/pets").with(match, "b").answered(500)), cause);
  EXPECT_NE(causeOf(call(list, "/pets").with(trace, "b").answered(500)), cause);
  EXPECT_NE(causeOf(call(list, "/pets").with(match, "b").with(limit, "1").answered(500)), cause);
  EXPECT_NE(causeOf(call(list, "/pets").with(match, "b").answered(502)), cause);
  EXPECT_NE(causeOf(call(list, "/pets").answered(500)), causeOf(call(get_, "/pets/5").answered(500)))
      << "without more, it says nothing";
}

TEST_F(ServerErrorOracle, SaysWhatWasSent) {
  EXPECT_EQ(faultsBy("server-error", {call(get_, "/pets/5").answered(500)})[0].message,
            "GET /pets/{petId} answers 500 to a request that conforms to the document.");
  EXPECT_EQ(
      faultsBy("server-error",
               {call(get_, "/pets/5")
                    .violating("query parameter limit", "maximum", "limit is above its maximum of 100")
                    .answered(500)})[0]
          .message,
      "GET /pets/{petId} answers 500 to a request that breaks the document (limit is above its maximum of "
      "100).");
  EXPECT_EQ(faultsBy("server-error", {call(get_, "/pets/5").by("PUT").answered(500)})[0].message,
            "PUT /pets/{petId} answers 500 to a method that the document does not have.");
}

TEST_F(ServerErrorOracle, DoesNotCallDataConformingThatAreNot) {
  Schema& number = world_.schema(Schema::Integer);
  get_.parameters.push_back(by_hand::parameter("petId", Parameter::Place::Path, &number));
  const CallList calls{call(get_, "/pets/x").with(get_.parameters[0], "x").answered(500)};
  EXPECT_EQ(faultsBy("server-error", calls)[0].message,
            "GET /pets/{petId} answers 500 to a request that does not conform to the document.");
}

TEST_F(ServerErrorOracle, AnErrorThatWasAskedForIsNone) {
  const Operation& status = world_.operation("GET", "/status/{code}");
  const Schema& number = world_.schema(Schema::Integer);
  const Parameter code = by_hand::parameter("code", Parameter::Place::Path, &number);
  EXPECT_EQ(detailsBy("server-error", {call(status, "/status/503").with(code, 503).answered(503)}), "");
  EXPECT_EQ(detailsBy("server-error", {call(status, "/status/503").with(code, "503").answered(503)}), "");
  EXPECT_EQ(detailsBy("server-error", {call(status, "/status/503").with(code, 503).answered(500)}), "500");
}

TEST_F(ServerErrorOracle, ANumberThatHappensToBeTheStatusAsksForNothing) {
  const Schema& number = world_.schema(Schema::Integer);
  const Parameter id = by_hand::parameter("petId", Parameter::Place::Path, &number);
  const Parameter zip = by_hand::parameter("zipCode", Parameter::Place::Query, &number);
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/500").with(id, 500).answered(500)}), "500");
  EXPECT_EQ(detailsBy("server-error", {call(get_, "/pets/5").with(zip, 500).answered(500)}), "500");
}

class ConnectionLossOracle : public testing::Test {
 protected:
  World world_;
  Operation& get_ = world_.operation("GET", "/pets/{petId}");
  Operation& post_ = world_.operation("POST", "/pets");
};

TEST_F(ConnectionLossOracle, IsAnAnswerThatDoesNotCome) {
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::ConnectionLost)}), "lost");
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::Malformed)}), "malformed");
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::Timeout)}), "timeout");
}

TEST_F(ConnectionLossOracle, AnAnswerIsNone) {
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").answered(500)}), "");
}

TEST_F(ConnectionLossOracle, AProblemOfOursIsNone) {
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::Other)}), "");
}

TEST_F(ConnectionLossOracle, AServiceThatWasNeverThereIsNone) {
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::CannotConnect)}), "");
}

TEST_F(ConnectionLossOracle, AServiceThatVanishedIsTheFaultOfTheCallBefore) {
  const auto faults = faultsBy("connection-loss", {call(post_, "/pets").answered(201),
                                                   call(get_, "/pets/5").failed(Kind::CannotConnect)});
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].detail, "refused");
  EXPECT_EQ(faults[0].operation, "POST /pets");
  EXPECT_EQ(faults[0].call, 1u);
}

TEST_F(ConnectionLossOracle, OneDeathIsOneFault) {
  for (const Kind first : {Kind::ConnectionLost, Kind::Timeout, Kind::Malformed}) {
    for (const Kind second : {Kind::ConnectionLost, Kind::Timeout, Kind::CannotConnect}) {
      EXPECT_EQ(detailsBy("connection-loss",
                          {call(post_, "/pets").failed(first), call(get_, "/pets/5").failed(second)}),
                "");
    }
  }
}

TEST_F(ConnectionLossOracle, AServiceThatIsToldToWaitMay) {
  using Place = Parameter::Place;
  const Schema& number = world_.schema(Schema::Integer);
  const Parameter wait = by_hand::parameter("waitSeconds", Place::Query, &number);
  const Parameter n = by_hand::parameter("n", Place::Path, &number);
  const auto late = [](const Operation& operation, const Parameter& parameter, int value) {
    return detailsBy("connection-loss", {call(operation, "/x").with(parameter, value).failed(Kind::Timeout)});
  };
  EXPECT_EQ(late(get_, wait, 30), "");
  EXPECT_EQ(late(get_, wait, 0), "timeout");
  EXPECT_EQ(late(world_.operation("GET", "/delay/{n}"), n, 10), "");
  EXPECT_EQ(late(get_, n, 10), "timeout");
  EXPECT_EQ(late(world_.operation("GET", "/waitlist/{n}"), n, 10), "timeout");
  EXPECT_EQ(late(get_, by_hand::parameter("duration", Place::Query, &number), 10), "");
  EXPECT_EQ(late(get_, by_hand::parameter("filmDuration", Place::Query, &number), 10), "timeout");
  EXPECT_EQ(late(get_, by_hand::parameter("waiter_id", Place::Query, &number), 10), "timeout");
}

TEST_F(ConnectionLossOracle, AStreamNeedNotEnd) {
  declare(get_, "200", {mediaType("text/event-stream")});
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::Timeout)}), "");
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").failed(Kind::ConnectionLost)}), "lost");
}

TEST_F(ConnectionLossOracle, AnUnsupportedMethodIsAFaultOfItsOwn) {
  EXPECT_EQ(detailsBy("connection-loss", {call(get_, "/pets/5").by("PUT").failed(Kind::ConnectionLost)}),
            "lost unsupported method");
}

TEST_F(ConnectionLossOracle, ReadsAsASentence) {
  EXPECT_EQ(
      faultsBy("connection-loss", {call(post_, "/pets").failed(Kind::ConnectionLost)})[0].message,
      "POST /pets closes the connection before it has answered a request that conforms to the document.");
}

}  // namespace
}  // namespace covolve::rest
