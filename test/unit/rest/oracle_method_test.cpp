// unsupported-method: 405 and Allow, or it is wrong.
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::detailsBy;
using by_hand::faultsBy;
using by_hand::World;

class UnsupportedMethodOracle : public testing::Test {
 protected:
  World world_;
  Operation& list_ = world_.operation("GET", "/pets");
  Operation& get_ = world_.operation("GET", "/pets/{petId}");
  Operation& delete_ = world_.operation("DELETE", "/pets/{petId}");

  std::string judged(const CallList& calls) { return detailsBy("unsupported-method", calls); }
};

TEST_F(UnsupportedMethodOracle, IsAMethodThatIsTaken) {
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(200)}), "accepted PUT");
  EXPECT_EQ(judged({call(get_, "/pets/5").by("PATCH").answered(204)}), "accepted PATCH");
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(303)}), "accepted PUT");
  EXPECT_EQ(faultsBy("unsupported-method", {call(list_, "/pets").by("PUT").answered(200)})[0].message,
            "PUT /pets answers 200, but the document has no such method for this path.");
}

TEST_F(UnsupportedMethodOracle, AMessageThatSaysTheMethodIsOneCause) {
  const auto causeOf = [&](const Operation& operation, const std::string& method) {
    const Json body{{"message", "Endpoint \"" + method + " /pets\" not found."}};
    const auto faults =
        faultsBy("unsupported-method", {call(operation, "/pets").by(method).answeredJson(404, body)});
    return faults.empty() ? "none" : faults[0].causeKey();
  };
  EXPECT_NE(causeOf(list_, "PUT"), "none");
  EXPECT_EQ(causeOf(list_, "PUT"), causeOf(list_, "PATCH"));
}

TEST_F(UnsupportedMethodOracle, ADeclaredMethodIsNone) {
  EXPECT_EQ(judged({call(list_, "/pets").answered(200)}), "");
  EXPECT_EQ(judged({call(list_, "/pets").answered(405)}), "");
}

TEST_F(UnsupportedMethodOracle, ServersAnswerSomeMethodsThemselves) {
  for (const char* method : {"HEAD", "OPTIONS", "TRACE"}) {
    EXPECT_EQ(judged({call(list_, "/pets").by(method).answered(200)}), "") << method;
  }
}

TEST_F(UnsupportedMethodOracle, ARedirectToAnotherPlaceIsNone) {
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(308)}), "");
  list_.security = {{"session"}};
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").unauthenticated().answered(302)}), "");
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(302)}), "accepted PUT");
}

TEST_F(UnsupportedMethodOracle, TheAnswerNamesTheMethodsThereAre) {
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(405)}), "no Allow PUT");
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(405, {{"allow", "GET"}})}), "");
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(405, {{"Allow", ""}})}), "");
}

TEST_F(UnsupportedMethodOracle, AnotherRefusalIsOneWhereTheResourceExists) {
  EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(404)}), "not 405 PUT");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(200), call(get_, "/pets/5").by("PUT").answered(404)}),
            "not 405 PUT");
}

TEST_F(UnsupportedMethodOracle, WhereNothingMayBeNotFoundIsRight) {
  EXPECT_EQ(judged({call(get_, "/pets/5").by("PUT").answered(404)}), "");
  EXPECT_EQ(judged({call(get_, "/pets/6").answered(200), call(get_, "/pets/5").by("PUT").answered(404)}), "");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(404), call(get_, "/pets/5").by("PUT").answered(404)}), "");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(200), call(delete_, "/pets/5").answered(204),
                    call(get_, "/pets/5").by("PUT").answered(404)}),
            "");
  EXPECT_EQ(judged({call(get_, "/pets/5").answered(200),
                    call(list_, "/pets").failed(HttpFailure::Kind::ConnectionLost),
                    call(get_, "/pets/5").by("PUT").answered(404)}),
            "");
}

TEST_F(UnsupportedMethodOracle, WhatComesBeforeMethodsIsNone) {
  for (const int status : {401, 403, 429, 501, 500}) {
    EXPECT_EQ(judged({call(list_, "/pets").by("PUT").answered(status)}), "") << status;
  }
}

}  // namespace
}  // namespace covolve::rest
