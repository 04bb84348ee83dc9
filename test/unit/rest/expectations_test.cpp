// What a test may expect: only what was the same in all of its runs.
#include "rest/suite/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "call_builder.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ExpectationsTest : public testing::Test {
 protected:
  /// Of a test of one call that was answered like this in its runs.
  emit::Step stepFor(const std::vector<Call>& answers) const {
    SuiteTest test;
    test.faults = faults_;
    for (const Call& answer : answers) test.runs.push_back({answer});
    emit::Step step;
    addExpectations(step, test, 0, Depth::Body, surroundings_);
    return step;
  }

  /// The expectations on JSON bodies, one text each: "/id is number", "/name = \"Ann\"", "/list has 2".
  std::vector<std::string> expected(const std::vector<Json>& bodies) const {
    std::vector<Call> answers;
    for (const Json& body : bodies) answers.push_back(call(get_, "/pets").answeredJson(200, body));
    return texts(stepFor(answers));
  }

  static std::vector<std::string> texts(const emit::Step& step) {
    using Kind = emit::BodyExpectation::Kind;
    std::vector<std::string> all;
    for (const emit::BodyExpectation& one : step.expectations) {
      switch (one.kind) {
        case Kind::Equals:
          all.push_back(one.pointer + " = " + one.value.dump());
          break;
        case Kind::IsType:
          all.push_back(one.pointer + " is " + one.value.get<std::string>());
          break;
        case Kind::HasLength:
          all.push_back(one.pointer + " has " + one.value.dump());
          break;
        case Kind::IsText:
          all.push_back("text " + one.value.get<std::string>());
          break;
        case Kind::IsEmpty:
          all.emplace_back("empty");
          break;
        case Kind::IsAbsent:
          all.push_back("no " + one.pointer);
          break;
        case Kind::HasElement:
          all.push_back(one.pointer + " has one with " + one.value.dump());
          break;
        case Kind::IsUrl:
          all.push_back(one.pointer + " = base URL + " + one.value.dump());
          break;
      }
    }
    return all;
  }

  Call plain(const std::string& body, int status = 200) const {
    return call(get_, "/pets").answered(status, {{"Content-Type", "text/plain"}}, body);
  }

  by_hand::World world_;
  const Operation& get_ = world_.operation("GET", "/pets");
  std::vector<Fault> faults_;
  Surroundings surroundings_;
};

TEST_F(ExpectationsTest, HowLongAnAnswerWithinTheAnswerIsDependsOnWhereTheServiceIs) {
  const Json body{{"headers", {{"Content-Length", "1420"}}}, {"content_length", 12}, {"length", 5}};
  EXPECT_THAT(expected({body, body}),
              ElementsAre("/content_length is number", "/headers/Content-Length is string", "/length = 5"));
}

TEST_F(ExpectationsTest, WhereTheServiceIsNobodyExpectsToBeTheSame) {
  surroundings_.url = "http://127.0.0.1:4711";
  EXPECT_THAT(expected({{{"self", "http://127.0.0.1:4711/pets/5"}, {"up", "http://127.0.0.1:4711"}}}),
              ElementsAre("/self = base URL + \"/pets/5\"", "/up = base URL + \"\""));
  EXPECT_THAT(expected({{{"host", "127.0.0.1:4711"}, {"text", "see http://127.0.0.1:4711/pets"}}}),
              ElementsAre("/host is string", "/text is string"));
  EXPECT_THAT(expected({{{"other", "http://127.0.0.1:47110/pets"}}}), ElementsAre("/other is string"));
  EXPECT_THAT(texts(stepFor({plain("it is at 127.0.0.1:4711")})), IsEmpty());
}

TEST_F(ExpectationsTest, IdentifiersThatOnlyThisServiceGivesAreOfTheirType) {
  const std::vector<Json> bodies{{{"id", 1297}, {"name", "Rex"}, {"petIds", "a-1"}}};
  EXPECT_THAT(expected(bodies), ElementsAre("/id = 1297", "/name = \"Rex\"", "/petIds = \"a-1\""));
  surroundings_.isFirstStateKnown = false;
  EXPECT_THAT(expected(bodies), ElementsAre("/id is number", "/name = \"Rex\"", "/petIds is string"));
}

TEST_F(ExpectationsTest, WhatIsWrongIsExpectedFirst) {
  Json wide = Json::object();
  for (int i = 0; i < 100; ++i) wide["field" + std::to_string(100 + i)] = i;
  faults_.resize(1);
  faults_[0].place = "/field199";
  EXPECT_THAT(expected({wide}).front(), "/field199 = 99");
  faults_[0].place = "/name";
  EXPECT_THAT(expected({wide, wide}).front(), "no /name");
  faults_[0].call = 1;
  EXPECT_THAT(expected({wide}).front(), "/field100 = 0");
}

TEST_F(ExpectationsTest, StatusAndMediaTypeAreExpected) {
  const emit::Step step = stepFor({plain("a"), plain("a")});
  EXPECT_EQ(step.status, 200);
  EXPECT_EQ(step.mediaType, "text/plain");
}

TEST_F(ExpectationsTest, AMediaTypeThatChangesIsNot) {
  const Call other = call(get_, "/pets").answered(200, {{"Content-Type", "text/html"}}, "a");
  EXPECT_EQ(stepFor({plain("a"), other}).mediaType, "");
}

TEST_F(ExpectationsTest, WithoutAnAnswerNothingIsExpected) {
  const Call failed = call(get_, "/pets").failed(HttpFailure::Kind::ConnectionLost);
  const emit::Step step = stepFor({failed, failed});
  EXPECT_FALSE(step.status);
  EXPECT_THAT(step.expectations, IsEmpty());
}

TEST_F(ExpectationsTest, ValuesThatDifferAreExpectedToBeOfTheirType) {
  EXPECT_THAT(expected({{{"id", 1}, {"name", "Ann"}}, {{"id", 2}, {"name", "Ann"}}}),
              ElementsAre("/id is number", "/name = \"Ann\""));
}

TEST_F(ExpectationsTest, OneRunThatDiffersIsEnough) {
  EXPECT_THAT(expected({{{"id", 1}}, {{"id", 1}}, {{"id", 3}}}), ElementsAre("/id is number"));
}

TEST_F(ExpectationsTest, NothingIsExpectedWhereTypesDifferOrAFieldIsMissing) {
  EXPECT_THAT(expected({{{"a", 1}, {"b", 2}}, {{"a", "1"}}}), IsEmpty());
}

TEST_F(ExpectationsTest, AListOfChangingLengthIsAList) {
  EXPECT_THAT(expected({Json::array({1, 2}), Json::array({1, 2, 3})}), ElementsAre(" is array"));
  EXPECT_THAT(expected({Json::array({1, 2}), Json::array()}), ElementsAre(" is array"));
}

TEST_F(ExpectationsTest, OfALongListTheBeginningIsEnough) {
  EXPECT_THAT(expected({Json::array({1, 2, 3, 4}), Json::array({1, 5, 3, 4})}),
              ElementsAre(" has 4", "/0 = 1", "/1 is number"));
}

TEST_F(ExpectationsTest, EmptyListsAndObjectsAreValues) {
  EXPECT_THAT(expected({{{"a", Json::array()}, {"b", Json::object()}}}), ElementsAre("/a = []", "/b = {}"));
}

TEST_F(ExpectationsTest, NamesAreEscapedInPointers) {
  EXPECT_THAT(expected({{{"a/b", {{"c~d", 1}}}}}), ElementsAre("/a~1b/c~0d = 1"));
}

TEST_F(ExpectationsTest, StayAFew) {
  Json wide = Json::object();
  for (int i = 0; i < 100; ++i) wide["field" + std::to_string(i)] = i;
  EXPECT_THAT(expected({wide}), SizeIs(12));
}

TEST_F(ExpectationsTest, LongTextsAreJustTexts) {
  EXPECT_THAT(expected({{{"text", std::string(301, 'x')}}}), ElementsAre("/text is string"));
}

TEST_F(ExpectationsTest, TheTimeOfTheRunIsNotExpectedTomorrow) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  EXPECT_THAT(expected({{{"made", seconds}, {"count", 5}}}), ElementsAre("/count = 5", "/made is number"));
}

TEST_F(ExpectationsTest, ATimeThatWasSentIsExpectedBack) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::to_string(std::chrono::duration_cast<std::chrono::seconds>(now).count());
  const Call answer = call(get_, "/pets?since=" + seconds).answeredJson(200, {{"since", seconds}});
  EXPECT_THAT(texts(stepFor({answer})), ElementsAre("/since = \"" + seconds + "\""));
}

TEST_F(ExpectationsTest, OtherBodiesAreExpectedAsTheyAre) {
  EXPECT_THAT(texts(stepFor({plain("hello"), plain("hello")})), ElementsAre("text hello"));
  EXPECT_THAT(texts(stepFor({plain("hello"), plain("hullo")})), IsEmpty());
  EXPECT_THAT(texts(stepFor({plain(""), plain("")})), ElementsAre("empty"));
  EXPECT_THAT(texts(stepFor({plain(std::string(301, 'x'))})), IsEmpty());
}

TEST_F(ExpectationsTest, ABodyThatOthersMayDecodeIsNotExpected) {
  const auto coded = [&](const char* coding) {
    return texts(stepFor({call(get_, "/pets").answered(200, {{"Content-Encoding", coding}}, "hello")}));
  };
  EXPECT_THAT(coded("br"), IsEmpty());
  EXPECT_THAT(coded("identity"), ElementsAre("text hello"));
}

TEST_F(ExpectationsTest, WhatWasCutOffIsNotExpected) {
  const Call cut = call(get_, "/pets").answered(200, {}, "hel").truncated();
  EXPECT_THAT(texts(stepFor({cut, cut})), IsEmpty());
}

TEST_F(ExpectationsTest, OfHeadNoBodyIsExpected) {
  const Operation& head = world_.operation("HEAD", "/pets");
  EXPECT_THAT(texts(stepFor({call(head, "/pets").answered(200)})), IsEmpty());
}

TEST_F(ExpectationsTest, AreOfTheCallThatIsAskedFor) {
  SuiteTest test;
  test.runs = {{plain("a"), plain("b", 404)}, {plain("x"), plain("b", 404)}};
  emit::Step step;
  addExpectations(step, test, 1, Depth::Body);
  EXPECT_EQ(step.status, 404);
  EXPECT_THAT(texts(step), ElementsAre("text b"));
}

}  // namespace
}  // namespace covolve::rest
