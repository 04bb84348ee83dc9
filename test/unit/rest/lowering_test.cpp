// Calls of a suite as the tree that printers write down.
#include "rest/suite/lowering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "call_builder.h"
#include "rest/request/request_writer.h"
#include "rest/suite/call_lowering.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::CallBuilder;
using by_hand::parameter;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Kind = Extraction::Kind;

/// "/pets/<petId>/toys"; of a variable that is encoded: <%petId>.
std::string textOf(const emit::TextTemplate& pieces) {
  std::string text;
  for (const emit::TextPiece& piece : pieces) {
    if (!piece.isVariable) {
      text += piece.text;
    } else {
      text += (piece.isPercentEncoded ? "<%" : "<") + piece.text + ">";
    }
  }
  return text;
}

class CallLoweringTest : public testing::Test {
 protected:
  /// With the request that its arguments give.
  static Call written(Call made) {
    made.request = writeRequest(*made.operation, made.operation->method, made.arguments, made.bodyType);
    return made;
  }

  Call created(const Json& json, HeaderList headers = {}) const {
    return written(call(add_, "/pets").answeredJson(201, json, std::move(headers)));
  }

  static by_hand::TakenList fromFirst(const std::string& pointer = "", const std::string& detail = "/id") {
    return {{pointer, {0, Kind::Body, detail}}};
  }

  by_hand::World world_;
  const Schema& any_ = world_.schema();
  const Operation& add_ = world_.operation("POST", "/pets");
  const Operation& read_ = world_.operation("GET", "/pets/{petId}");
  const Operation& change_ = world_.operation("PUT", "/pets");
  const Parameter petId_ = parameter("petId", Parameter::Place::Path, &any_);
  const Parameter owner_ = parameter("owner-id", Parameter::Place::Query, &any_);
  const Parameter trace_ = parameter("X-Trace", Parameter::Place::Header, &any_);
};

TEST_F(CallLoweringTest, WhatWasTakenIsAVariableInThePath) {
  const CallList calls{created({{"id", 5}}),
                       written(call(read_, "").with(petId_, 5, fromFirst()).answered(200))};
  Variables variables(calls);
  const emit::Step step = lowerRequest(calls[1], variables);
  EXPECT_EQ(step.method, "GET");
  EXPECT_EQ(textOf(step.target), "/pets/<%petId>");
  const auto captures = variables.capturesOf(0);
  ASSERT_THAT(captures, SizeIs(1));
  EXPECT_EQ(captures[0].variable, "petId");
  EXPECT_EQ(captures[0].kind, emit::Capture::Kind::Body);
  EXPECT_EQ(captures[0].detail, "/id");
  EXPECT_THAT(variables.capturesOf(1), IsEmpty());
}

TEST_F(CallLoweringTest, WhatWasMadeUpStandsThere) {
  const CallList calls{created({{"id", 5}}), written(call(read_, "").with(petId_, 5).answered(200))};
  Variables variables(calls);
  EXPECT_EQ(textOf(lowerRequest(calls[1], variables).target), "/pets/5");
  EXPECT_THAT(variables.capturesOf(0), IsEmpty());
}

TEST_F(CallLoweringTest, QueryAndHeadersHaveVariablesToo) {
  const CallList calls{created({{"id", 5}}, {{"X-Next", "a b"}}),
                       written(call(read_, "")
                                   .with(petId_, "x/y")
                                   .with(owner_, 5, fromFirst())
                                   .with(trace_, "a b", {{"", {0, Kind::Header, "X-Next"}}})
                                   .answered(200))};
  Variables variables(calls);
  const emit::Step step = lowerRequest(calls[1], variables);
  EXPECT_EQ(textOf(step.target), "/pets/x%2Fy?owner-id=<%ownerId>");
  ASSERT_THAT(step.headers, SizeIs(1));
  EXPECT_EQ(step.headers[0].first, "X-Trace");
  EXPECT_EQ(textOf(step.headers[0].second), "<xTrace>");
}

TEST_F(CallLoweringTest, AJsonBodyKeepsItsFormAroundVariables) {
  const MediaType json = by_hand::mediaType("application/json", &any_);
  const Json body{{"name", "Ann"}, {"pets", {{{"petId", 5}}}}};
  const CallList calls{
      created({{"id", 5}}),
      written(call(change_, "").withBody(json, body, fromFirst("/pets/0/petId")).answered(200))};
  Variables variables(calls);
  const emit::Step step = lowerRequest(calls[1], variables);
  const auto* lowered = std::get_if<emit::JsonTemplate>(&step.body);
  ASSERT_NE(lowered, nullptr);
  EXPECT_EQ(lowered->value, body);
  EXPECT_THAT(lowered->variables, ElementsAre(testing::Pair("/pets/0/petId", "petId")));
  EXPECT_EQ(textOf(step.headers.at(0).second), "application/json");
}

TEST_F(CallLoweringTest, OtherBodiesAreTextsWithVariables) {
  const MediaType form = by_hand::mediaType("application/x-www-form-urlencoded", &any_);
  const CallList calls{created({{"id", "a&b"}}),
                       written(call(change_, "")
                                   .withBody(form, {{"name", "A B"}, {"petId", "a&b"}}, fromFirst("/petId"))
                                   .answered(200))};
  Variables variables(calls);
  const emit::Step step = lowerRequest(calls[1], variables);
  const auto* lowered = std::get_if<emit::TextTemplate>(&step.body);
  ASSERT_NE(lowered, nullptr);
  EXPECT_THAT(textOf(*lowered), HasSubstr("petId=<%petId>"));
  EXPECT_THAT(textOf(*lowered), Not(HasSubstr("a%26b")));
}

TEST_F(CallLoweringTest, AnotherValueInTheSamePlaceIsNoVariable) {
  // A rule was broken there after the value had been taken.
  const CallList calls{
      created({{"id", 5}}),
      written(
          call(read_, "").with(petId_, "not a number", fromFirst()).violating("", "type", "").answered(400))};
  Variables variables(calls);
  EXPECT_EQ(textOf(lowerRequest(calls[1], variables).target), "/pets/not%20a%20number");
  EXPECT_THAT(variables.capturesOf(0), IsEmpty());
}

TEST_F(CallLoweringTest, OneSourceIsOneVariable) {
  const CallList calls{created({{"id", 5}, {"key", 6}})};
  Variables variables(calls);
  EXPECT_EQ(variables.nameOf({0, Kind::Body, "/id"}, "pet_id"), "petId");
  EXPECT_EQ(variables.nameOf({0, Kind::Body, "/id"}, "something"), "petId");
  EXPECT_EQ(variables.nameOf({0, Kind::Body, "/key"}, "petId"), "petId2");
  EXPECT_EQ(variables.nameOf({0, Kind::Header, "X-Id"}, "petId"), "petId3");
  EXPECT_THAT(variables.capturesOf(0), SizeIs(3));
}

TEST_F(CallLoweringTest, VariablesHaveNamesOfPrograms) {
  const CallList calls;
  const auto name = [&](const std::string& hint) {
    Variables variables(calls);
    return variables.nameOf({0, Kind::Body, "/id"}, hint);
  };
  EXPECT_EQ(name("X-Pet-Id"), "xPetId");
  EXPECT_EQ(name("2nd"), "value2nd");
  EXPECT_EQ(name(""), "value");
  EXPECT_EQ(name("--"), "value");
  EXPECT_EQ(name("0"), "value0");
}

TEST_F(CallLoweringTest, ValuesAreFoundWhereTheyWereTaken) {
  const CallList calls{created({{"id", 5}}, {{"Location", "http://x/v1/pets/p7?full=1"}, {"X-Next", "n"}})};
  const Variables variables(calls);
  EXPECT_EQ(variables.valueOf({0, Kind::Body, "/id"}), Json(5));
  EXPECT_EQ(variables.valueOf({0, Kind::Header, "x-next"}), Json("n"));
  EXPECT_EQ(variables.valueOf({0, Kind::LocationSegment, "/pets/{}"}), Json("p7"));
  EXPECT_FALSE(variables.valueOf({0, Kind::Body, "/name"}));
  EXPECT_FALSE(variables.valueOf({0, Kind::Header, "X-Other"}));
  EXPECT_FALSE(variables.valueOf({0, Kind::LocationSegment, "/toys/{}"}));
  EXPECT_FALSE(variables.valueOf({3, Kind::Body, "/id"}));
}

TEST_F(CallLoweringTest, ALocationIsCapturedAsThat) {
  const CallList calls{
      created({}, {{"Location", "/pets/p7"}}),
      written(
          call(read_, "").with(petId_, "p7", {{"", {0, Kind::LocationSegment, "/pets/{}"}}}).answered(200))};
  Variables variables(calls);
  EXPECT_EQ(textOf(lowerRequest(calls[1], variables).target), "/pets/<%petId>");
  const auto captures = variables.capturesOf(0);
  ASSERT_THAT(captures, SizeIs(1));
  EXPECT_EQ(captures[0].kind, emit::Capture::Kind::LocationSegment);
  EXPECT_EQ(captures[0].detail, "/pets/{}");
}

class LoweringTest : public CallLoweringTest {
 protected:
  static SuiteTest of(const CallList& calls, Group group = Group::Successes) {
    SuiteTest test;
    test.runs = {calls, calls};
    test.group = group;
    return test;
  }

  LoweredSuite lower(std::vector<SuiteTest> tests) const {
    Suite suite;
    suite.tests = std::move(tests);
    return lowerSuite(suite, api_, {.authentication = authentication_, .baseUrl = "http://localhost:8080"});
  }

  Api api_;
  AuthenticationOptions authentication_;
};

TEST_F(LoweringTest, GroupsAreFiles) {
  const Call good = written(call(add_, "").answered(201));
  const Call bad = written(call(add_, "").answered(400));
  const LoweredSuite lowered =
      lower({of({good}), of({bad}, Group::Others), of({bad}, Group::Faults), of({good})});
  EXPECT_THAT(lowered.successes.tests, SizeIs(2));
  EXPECT_THAT(lowered.others.tests, SizeIs(1));
  EXPECT_THAT(lowered.faults.tests, SizeIs(1));
  EXPECT_THAT(lowered.names, SizeIs(4));
  EXPECT_EQ(lowered.others.baseUrl, "http://localhost:8080");
}

TEST_F(LoweringTest, TestsAreNamedByTheirLastCallAndWhatTheyReach) {
  const Call good = written(call(add_, "").answered(201));
  SuiteTest faulty = of({good}, Group::Faults);
  faulty.faults = {{"missing-header", add_.id, "201 Location", "There is no Location.", 0}};
  SuiteTest special = of({good});
  special.reached = "body/age";
  const Call unsupported = call(add_, "/pets").by("PATCH").answered(405);
  const Call lost = call(add_, "/pets").failed(HttpFailure::Kind::ConnectionLost);
  const LoweredSuite lowered =
      lower({of({good}), of({good}), special, faulty, of({unsupported}), of({lost})});
  EXPECT_THAT(lowered.names, ElementsAre("post_pets_returns_201", "post_pets_returns_201_case_2",
                                         "post_pets_returns_201_with_body_age", "post_pets_missing_header",
                                         "patch_pets_returns_405", "post_pets_gives_no_answer"));
}

TEST_F(LoweringTest, NamesAreUnique) {
  const Call good = written(call(add_, "").answered(201));
  SuiteTest special = of({good});
  special.reached = "201 application/json";
  const LoweredSuite lowered = lower({of({good}), special, of({good}), special, special, of({good})});
  EXPECT_EQ(std::set(lowered.names.begin(), lowered.names.end()).size(), 6u)
      << testing::PrintToString(lowered.names);
}

TEST_F(LoweringTest, AFaultIsExplainedAndWhatIsMissingIsExpectedToBe) {
  const Call good = written(call(add_, "").answered(201));
  SuiteTest faulty = of({good, good}, Group::Faults);
  faulty.faults = {{"missing-header", add_.id, "201 Location", "There is no Location.", 1},
                   {"content-type", add_.id, "201", "There is no type.", 1}};
  const LoweredSuite lowered = lower({faulty});
  const emit::Test& test = lowered.faults.tests.at(0);
  EXPECT_EQ(test.comment, "There is no Location.\nThere is no type.");
  EXPECT_THAT(test.steps.at(0).missingHeaders, IsEmpty());
  EXPECT_THAT(test.steps.at(1).missingHeaders, ElementsAre("Location"));
}

TEST_F(LoweringTest, AMissingAllowIsExpectedToBeMissing) {
  SuiteTest faulty = of({written(call(add_, "").by("PUT").answered(405))}, Group::Faults);
  faulty.faults = {{.kind = "unsupported-method",
                    .operation = add_.id,
                    .detail = "no Allow PUT",
                    .message = "There is no Allow.",
                    .cause = "no Allow"}};
  EXPECT_THAT(lower({faulty}).faults.tests.at(0).steps.at(0).missingHeaders, ElementsAre("Allow"));
}

TEST_F(LoweringTest, WhatSucceedsByOneStatusOrAnotherIsOnlyExpectedToSucceed) {
  const Call made = written(call(add_, "").answered(201));
  const Call replaced = written(call(add_, "").answered(200));
  SuiteTest test = of({made, made});
  test.runs.push_back({replaced, replaced});
  const LoweredSuite lowered = lower({test});
  EXPECT_THAT(lowered.names, ElementsAre("post_pets_succeeds"));
  for (const emit::Step& step : lowered.successes.tests.at(0).steps) {
    EXPECT_FALSE(step.status);
    EXPECT_TRUE(step.succeedsAnyhow);
  }
}

TEST_F(LoweringTest, OfASuccessWhoseAnswerIsAtFaultNothingElseIsExpected) {
  const Call good = written(call(add_, "").answeredJson(201, {{"id", "not a number"}}));
  SuiteTest test = of({good, good});
  test.hasFaultyAnswer = true;
  const LoweredSuite lowered = lower({test});
  EXPECT_THAT(lowered.names, ElementsAre("post_pets_succeeds"));
  const std::vector<emit::Step>& steps = lowered.successes.tests.at(0).steps;
  EXPECT_EQ(steps.at(0).status, 201);
  EXPECT_FALSE(steps.at(1).status);
  EXPECT_TRUE(steps.at(1).succeedsAnyhow);
  EXPECT_THAT(steps.at(1).expectations, IsEmpty());
}

TEST_F(LoweringTest, OddCallsAreExplained) {
  const Call broken =
      written(call(add_, "").violating("body", "required", "the body is missing").answered(400));
  const Call unsupported = call(add_, "/pets").by("PATCH").answered(405);
  const LoweredSuite lowered = lower({of({broken, unsupported})});
  EXPECT_EQ(lowered.successes.tests[0].steps[0].comment, "Breaks the schema: the body is missing.");
  EXPECT_EQ(lowered.successes.tests[0].steps[1].comment, "The document declares no such method.");
  EXPECT_EQ(lowered.successes.tests[0].steps[1].method, "PATCH");
}

TEST_F(LoweringTest, IdentifiersAreCarriedInVariablesAndNotExpected) {
  const auto run = [&](int id) {
    return CallList{created({{"id", id}, {"name", "Ann"}}),
                    written(call(read_, "").with(petId_, id, fromFirst()).answeredJson(200, {{"id", id}}))};
  };
  SuiteTest test = of(run(5));
  test.runs = {run(5), run(6), run(9)};
  const LoweredSuite lowered = lower({test});
  const auto& steps = lowered.successes.tests.at(0).steps;
  ASSERT_THAT(steps, SizeIs(2));
  EXPECT_EQ(textOf(steps[1].target), "/pets/<%petId>");
  ASSERT_THAT(steps[0].captures, SizeIs(1));
  EXPECT_EQ(steps[0].captures[0].variable, "petId");
  for (const emit::Step& step : steps) {
    for (const emit::BodyExpectation& one : step.expectations) {
      const bool isIdentifier = one.pointer == "/id";
      EXPECT_EQ(one.kind,
                isIdentifier ? emit::BodyExpectation::Kind::IsType : emit::BodyExpectation::Kind::Equals);
    }
  }
  EXPECT_THAT(steps[0].expectations, IsEmpty()) << "it only prepares the call that the test is about";
  EXPECT_THAT(steps[1].expectations, SizeIs(1));
}

TEST_F(LoweringTest, ATestThatEndsTheServiceSaysSo) {
  SuiteTest test = of({call(add_, "/pets").failed(HttpFailure::Kind::ConnectionLost)}, Group::Faults);
  test.endsService = true;
  const LoweredSuite lowered = lower({test});
  EXPECT_TRUE(lowered.faults.tests.at(0).endsService);
  EXPECT_FALSE(lowered.faults.tests.at(0).steps.at(0).status);
}

TEST_F(LoweringTest, TheSuiteIsNamedAfterTheApi) {
  const auto name = [&](const std::string& title) {
    api_.title = title;
    return lower({}).successes.suite;
  };
  EXPECT_EQ(name("Swagger Petstore - OpenAPI 3.0"), "SwaggerPetstoreOpenAPI30");
  EXPECT_EQ(name("3rd API"), "Api3rdAPI");
  EXPECT_EQ(name(""), "Api");
}

TEST_F(LoweringTest, OnlyCallsThatAuthenticateThemselvesNeedIt) {
  const Call known = written(call(add_, "").answered(201));
  const Call stranger = written(call(add_, "").unauthenticated().answered(401));
  EXPECT_FALSE(lower({of({known})}).successes.tests[0].steps[0].needsAuthentication) << "there is none";
  authentication_.headers = {{"X-Key", "secret"}};
  const LoweredSuite lowered = lower({of({known, stranger})});
  EXPECT_TRUE(lowered.successes.tests[0].steps[0].needsAuthentication);
  EXPECT_FALSE(lowered.successes.tests[0].steps[1].needsAuthentication);
  ASSERT_THAT(lowered.successes.authentication.headers, SizeIs(1));
  EXPECT_EQ(lowered.successes.authentication.headers[0].first, "X-Key");
  EXPECT_EQ(textOf(lowered.successes.authentication.headers[0].second), "<$X_KEY>");
  EXPECT_THAT(lowered.secrets, ElementsAre(testing::Pair("X_KEY", "secret")));
  EXPECT_THAT(lowered.successes.headerComment, HasSubstr("who is calling: X_KEY."));
}

TEST_F(LoweringTest, AnotherUserLogsInInTheTestAndSendsItsOwnHeaders) {
  authentication_.headers = {{"X-Key", "first"}};
  AuthenticationOptions other;
  other.user = "ben";
  other.headers = {{"X-Key", "second"}};
  other.login = AuthenticationOptions::Login{};
  other.login->path = "/login";
  other.login->tokenPointer = "/token";
  authentication_.others = {other};
  Call theirs = written(call(add_, "").answered(201));
  theirs.user = 1;
  const LoweredSuite lowered = lower({of({written(call(add_, "").answered(201)), theirs})});
  const auto& steps = lowered.successes.tests[0].steps;
  ASSERT_THAT(steps, SizeIs(3));
  EXPECT_EQ(textOf(steps[0].target), "/login");
  EXPECT_TRUE(steps[0].succeedsAnyhow);
  EXPECT_THAT(steps[0].captures, SizeIs(1));
  EXPECT_TRUE(steps[1].needsAuthentication);
  EXPECT_FALSE(steps[2].needsAuthentication) << "that would be the first user";
  EXPECT_EQ(steps[2].comment, "By ben.");
  std::string headers;
  for (const auto& [name, value] : steps[2].headers) headers += name + ": " + textOf(value) + "\n";
  EXPECT_EQ(headers, "X-Key: <$X_KEY_2>\nAuthorization: Bearer <tokenOfBen>\n");
  EXPECT_EQ(lowered.secrets.at("X_KEY_2"), "second");
}

TEST_F(LoweringTest, WhatProvesWhoIsCallingIsNotExpectedWhereItComesBack) {
  authentication_.headers = {{"X-Key", "top-secret"}};
  const LoweredSuite lowered =
      lower({of({written(call(add_, "").answeredJson(201, {{"key", "is top-secret"}, {"name", "rex"}}))})});
  std::string expected;
  for (const auto& one : lowered.successes.tests[0].steps[0].expectations) expected += one.value.dump() + " ";
  EXPECT_THAT(expected, Not(HasSubstr("top-secret")));
  EXPECT_THAT(expected, HasSubstr("\"string\"")) << "but that there is a text";
  EXPECT_THAT(expected, HasSubstr("rex"));
  EXPECT_THAT(lowered.secretTexts, ElementsAre("top-secret"));
  authentication_.headers = {{"X-Key", "password"}};
  EXPECT_THAT(lower({of({written(call(add_, "").answered(201))})}).secretTexts, testing::IsEmpty())
      << "that is a word as well";
}

TEST_F(LoweringTest, ALoginIsACallWhoseTokenGoesIntoTheHeader) {
  AuthenticationOptions::Login login;
  login.path = "/login";
  login.body = "{}";
  login.tokenPointer = "/token";
  authentication_.login = login;
  const auto lowered = lower({of({written(call(add_, "").answered(201))})}).others.authentication.login;
  ASSERT_TRUE(lowered);
  EXPECT_EQ(lowered->call.method, "POST");
  EXPECT_EQ(textOf(lowered->call.target), "/login");
  EXPECT_EQ(lowered->token.detail, "/token");
  EXPECT_EQ(lowered->header, "Authorization");
  EXPECT_EQ(textOf(lowered->value), "Bearer <token>");
}

}  // namespace
}  // namespace covolve::rest
