// ignored-authentication and leak: what strangers may do and get to know.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::detailsBy;
using by_hand::World;

class IgnoredAuthenticationOracle : public testing::Test {
 protected:
  IgnoredAuthenticationOracle() { get_.security = {{"bearer"}}; }

  std::string judged(const Call& one) { return detailsBy("ignored-authentication", {one}); }

  World world_;
  Operation& get_ = world_.operation("GET", "/orders");
};

TEST_F(IgnoredAuthenticationOracle, IsAStrangersSuccessWhereTheDocumentWantsCredentials) {
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().answered(200)), "no credentials");
}

TEST_F(IgnoredAuthenticationOracle, IsNoneWhereTheyWereGivenOrAreNotWanted) {
  EXPECT_EQ(judged(call(get_, "/orders").answered(200)), "");
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().answered(401)), "");
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().withHeader("Cookie", "a=b").answered(200)), "");
  get_.security = {{"bearer"}, {}};
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().answered(200)), "")
      << "the document leaves it open";
  get_.security.clear();
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().answered(200)), "");
}

TEST_F(IgnoredAuthenticationOracle, MadeUpCredentialsAreNone) {
  const auto pretending = [&] { return call(get_, "/orders").pretending("Authorization", "Bearer x"); };
  EXPECT_EQ(judged(pretending().answered(200)), "made-up credentials");
  EXPECT_EQ(judged(pretending().answered(401)), "");
  EXPECT_EQ(judged(pretending().withHeader("Cookie", "a=b").answered(200)), "") << "these may be real";
  get_.responses = {{"200"}};
  const auto undeclared = [&](int status) {
    return detailsBy("undeclared-status", {pretending().answered(status)});
  };
  EXPECT_EQ(undeclared(401), "");
  EXPECT_EQ(undeclared(422), "") << "it may be no token at all";
  EXPECT_EQ(undeclared(404), "404");
}

TEST(SlowAnswerOracle, IsAnAnswerThatTakesLongerThanIsAllowed) {
  World world;
  const Operation& get = world.operation("GET", "/orders");
  const auto judged = [](const Call& one) { return detailsBy("slow-answer", {one}); };
  EXPECT_EQ(judged(call(get, "/orders").slowerThan(std::chrono::milliseconds(500)).answered(200)),
            "too slow");
  EXPECT_EQ(judged(call(get, "/orders").answered(200)), "");
  EXPECT_EQ(judged(call(get, "/orders")
                       .slowerThan(std::chrono::milliseconds(500))
                       .failed(HttpFailure::Kind::ConnectionLost)),
            "")
      << "that is a lost connection";
}

TEST_F(IgnoredAuthenticationOracle, AParameterMayAuthenticateToo) {
  const Schema& text = world_.schema(Schema::String);
  const Parameter key = by_hand::parameter("apiKey", Parameter::Place::Query, &text);
  EXPECT_EQ(judged(call(get_, "/orders?apiKey=a").with(key, "a").unauthenticated().answered(200)), "");
}

TEST_F(IgnoredAuthenticationOracle, ARefusalInTheBodyIsARefusal) {
  EXPECT_EQ(judged(call(get_, "/orders").unauthenticated().answeredJson(200, Json{{"error", "who are you"}})),
            "");
}

class LeakOracle : public testing::Test {
 protected:
  std::string judged(int status, const std::string& body) {
    return detailsBy("leak", {call(get_, "/x").answered(status, {}, body)});
  }

  World world_;
  Operation& get_ = world_.operation("GET", "/x");
};

TEST_F(LeakOracle, IsAStackTraceInAnError) {
  for (const char* trace :
       {"Traceback (most recent call last):\n  File \"a.py\", line 3",
        "java.lang.NullPointerException\n\tat org.shop.Cart.add(Cart.java:31)",
        "   at Shop.Cart.Add(Int32 n) in /src/Cart.cs:line 31",
        "Error: x\n    at add (/srv/app/cart.js:31:7)", "goroutine 17 [running]:", "cart.rb:31:in `add'",
        "#0 /srv/app/Cart.php(31): add()", "thread 'main' panicked at src/cart.rs:31:7:",
        "no cart at Shop/Cart.pm line 31.", "(shop 0.1.0) lib/shop/cart.ex:31: Shop.Cart.add/1"}) {
    EXPECT_EQ(judged(500, trace), "500 stack trace") << trace;
    EXPECT_EQ(judged(400, trace), "400 stack trace") << trace;
    EXPECT_EQ(judged(200, trace), "") << "a service about logs: " << trace;
  }
}

TEST_F(LeakOracle, IsAnErrorOfADatabase) {
  for (const char* error :
       {"SQLSTATE[42000]: Syntax error", "You have an error in your SQL syntax; check",
        "ORA-00933: SQL command not properly ended", "ERROR: syntax error at or near \"'\"",
        "sqlite3.OperationalError: no such table", "UNIQUE constraint failed: owners.email",
        "duplicate key value violates unique constraint \"owners_email\"", "near \"'\": syntax error",
        "Duplicate entry 'a@b.c' for key 'owners.email'", "org.postgresql.util.PSQLException: no column"}) {
    EXPECT_EQ(judged(500, error), "500 database error") << error;
  }
}

TEST_F(LeakOracle, IsAPrivateKeyAnywhere) {
  EXPECT_EQ(judged(200, "{\"key\": \"-----BEGIN RSA PRIVATE KEY-----\\nMII\"}"), "200 private key");
}

TEST_F(LeakOracle, IsAHashedPasswordAnywhere) {
  const std::string hash = "$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW";
  EXPECT_EQ(judged(200, "{\"price\": \"$2\", \"password\": \"" + hash + "\"}"), "200 password hash")
      << "not the first that looks like one";
  EXPECT_EQ(judged(200, "$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA"), "200 password hash");
  EXPECT_EQ(judged(200, "$2b$12$EixZaYVK"), "") << "too short";
  EXPECT_EQ(detailsBy("leak", {call(world_.operation("POST", "/hashes"), "/hashes").answered(200, {}, hash)}),
            "")
      << "it is there for that";
  Call echo = call(get_, "/x").answered(200, {}, hash);
  echo.request.body = hash;
  EXPECT_EQ(detailsBy("leak", {echo}), "") << "it was sent";
}

TEST_F(LeakOracle, OrdinaryAnswersAreNone) {
  for (const char* body : {"", "{\"detail\": \"at least one item is needed\"}", "not found: /a/b",
                           "{\"trace\": \"4bf92f3577b34da6\"}", "The order (3) is at 12:30:15"}) {
    EXPECT_EQ(judged(404, body), "") << body;
    EXPECT_EQ(judged(500, body), "") << body;
  }
}

TEST_F(LeakOracle, WhatWasSentMayComeBack) {
  Call echo = call(get_, "/x").answered(400, {}, "ORA-00933 is odd");
  echo.request.body = "ORA-00933";
  EXPECT_EQ(detailsBy("leak", {echo}), "");
  // Nor what an earlier call stored.
  EXPECT_EQ(detailsBy("leak", {echo, call(get_, "/x").answered(500, {}, echo.response()->body)}), "");
}

}  // namespace
}  // namespace covolve::rest
