#include "rest/search/rest_targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "call_builder.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using by_hand::call;
using by_hand::CallBuilder;
using search::TargetKind;
using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

class RestTargetsTest : public testing::Test {
 protected:
  const Operation& operation(const std::string& id) const { return api_.operations[test::kindOf(api_, id)]; }

  const Parameter& parameter(const std::string& id, const std::string& name) const {
    const auto& all = operation(id).parameters;
    return *std::ranges::find(all, name, &Parameter::name);
  }

  /// Distances by "operation: description" of what the call reached, the nearest of each.
  std::map<std::string, uint64_t> reached(const Call& made) {
    std::vector<search::TargetDistance> all;
    targets_.judge(made, all);
    std::map<std::string, uint64_t> nearest;
    for (const auto& [id, distance] : all) {
      const auto [entry, isNew] = nearest.try_emplace(nameOf(id), distance);
      if (!isNew) entry->second = std::min(entry->second, distance);
    }
    return nearest;
  }

  std::set<std::string> covered(const Call& made) {
    std::set<std::string> names;
    for (const auto& [name, distance] : reached(made)) {
      if (distance == 0) names.insert(name);
    }
    return names;
  }

  std::string nameOf(search::TargetId id) const {
    return targets_.targets()[id].function + ": " + targets_.targets()[id].description;
  }

  std::set<std::string> all() const {
    std::set<std::string> names;
    for (search::TargetId id = 0; id < targets_.targets().size(); ++id) names.insert(nameOf(id));
    return names;
  }

  Api api_ = openapi::parseOrFail(test::kTinyDocument);
  RestTargets targets_{api_};
};

TEST_F(RestTargetsTest, ADocumentPromisesClassesAndDeclaredStatuses) {
  EXPECT_THAT(all(), IsSupersetOf({"addOwner: 2xx", "addOwner: 4xx", "addOwner: 201", "addOwner: 400",
                                   "getOwner: 404", "deletePet: 204"}));
  EXPECT_EQ(all().size(), 7u * 2 + 2 + 2 + 2 + 2 + 3 + 2 + 2);
}

TEST_F(RestTargetsTest, NobodyStrivesForServerErrorsRangesAndDefaults) {
  const Api api = openapi::parseOrFail(openapi::version30(
      "  /x: {get: {operationId: x, responses: {'500': {description: d}, 4XX: {description: d},"
      " default: {description: d}, '302': {description: d}}}}\n"));
  const RestTargets targets(api);
  std::set<std::string> names;
  for (const search::Target& target : targets.targets()) names.insert(target.description);
  EXPECT_THAT(names, UnorderedElementsAre("2xx", "4xx", "302"));
}

TEST_F(RestTargetsTest, AnAnswerCoversItsClassAndItsStatus) {
  EXPECT_THAT(covered(call(operation("deleteOwner"), "/owners/1").answered(204)),
              UnorderedElementsAre("deleteOwner: 2xx", "deleteOwner: 204"));
  EXPECT_THAT(covered(call(operation("deleteOwner"), "/owners/1").answered(404)),
              UnorderedElementsAre("deleteOwner: 4xx", "deleteOwner: 404"));
}

TEST_F(RestTargetsTest, WhatIsUnderstoodIsNearerToSuccessThanWhatIsNotLetIn) {
  const auto distance = [&](int status) {
    return reached(call(operation("getOwner"), "/owners/1").answered(status)).at("getOwner: 2xx");
  };
  EXPECT_LT(distance(404), distance(400));
  EXPECT_LT(distance(400), distance(401));
  EXPECT_LT(distance(401), distance(405));
  EXPECT_LT(distance(500), distance(404));
  EXPECT_EQ(distance(200), 0u);
}

TEST_F(RestTargetsTest, AnotherStatusOfTheClassIsNearerThanOneOfAnother) {
  const auto distance = [&](int status) {
    return reached(call(operation("getOwner"), "/owners/1").answered(status)).at("getOwner: 404");
  };
  EXPECT_LT(distance(409), distance(200));
  EXPECT_EQ(distance(404), 0u);
}

TEST_F(RestTargetsTest, AnUndeclaredStatusIsATargetFromThenOn) {
  EXPECT_THAT(all(), Not(Contains("getOwner: 409")));
  EXPECT_THAT(covered(call(operation("getOwner"), "/owners/1").answered(409)), Contains("getOwner: 409"));
  EXPECT_THAT(all(), Contains("getOwner: 409"));
  // A server error is a fault, and has its target there.
  EXPECT_THAT(covered(call(operation("getOwner"), "/owners/1").answered(502)),
              UnorderedElementsAre("getOwner: 5xx"));
}

TEST_F(RestTargetsTest, NoAnswerAndUnsupportedMethodsReachNothing) {
  EXPECT_THAT(reached(call(operation("getOwner"), "/owners/1").failed(HttpFailure::Kind::Timeout)),
              IsEmpty());
  EXPECT_THAT(reached(call(operation("getOwner"), "/owners/1").by("PUT").answered(200)), IsEmpty());
}

TEST_F(RestTargetsTest, OptionalParametersAndEnumeratedValuesCountWhereTheyAreAccepted) {
  const auto list = [&] {
    return call(operation("listOwners"), "/owners")
        .with(parameter("listOwners", "limit"), 5)
        .with(parameter("listOwners", "order"), "age");
  };
  EXPECT_THAT(covered(list().answered(200)),
              UnorderedElementsAre("listOwners: 2xx", "listOwners: 200", "listOwners: limit",
                                   "listOwners: order", "listOwners: order = age"));
  EXPECT_THAT(covered(list().answered(400)), UnorderedElementsAre("listOwners: 4xx", "listOwners: 400"));
  EXPECT_THAT(covered(list().violating("query parameter limit", "maximum", "text").answered(200)),
              UnorderedElementsAre("listOwners: 2xx", "listOwners: 200"));
}

TEST_F(RestTargetsTest, RequiredParametersAreNoNews) {
  EXPECT_THAT(
      covered(
          call(operation("getOwner"), "/owners/1").with(parameter("getOwner", "ownerId"), 1).answered(200)),
      UnorderedElementsAre("getOwner: 2xx", "getOwner: 200"));
}

TEST_F(RestTargetsTest, FieldsOfABodyCountLikeParameters) {
  const MediaType& type = operation("addOwner").body->content[0];
  const Json owner{{"name", "Ann"}, {"age", 7}, {"kind", "firm"}};
  EXPECT_THAT(
      covered(call(operation("addOwner"), "/owners").withBody(type, owner).answered(201)),
      UnorderedElementsAre("addOwner: 2xx", "addOwner: 201", "addOwner: body as application/json",
                           "addOwner: body/age", "addOwner: body/kind", "addOwner: body/kind = firm"));
}

TEST_F(RestTargetsTest, KindsOfAnswersAreToldApart) {
  const auto answer = [&](const Json& json) {
    std::set<std::string> kinds;
    for (const std::string& name :
         covered(call(operation("listOwners"), "/owners").answeredJson(200, json))) {
      kinds.insert(name);
    }
    kinds.erase("listOwners: 2xx");
    kinds.erase("listOwners: 200");
    kinds.erase("listOwners: 200 application/json");
    return kinds;
  };
  const auto empty = answer(Json::array());
  const auto filled = answer(Json::array({1}));
  EXPECT_EQ(empty.size(), 1u);
  EXPECT_EQ(filled.size(), 1u);
  EXPECT_NE(empty, filled);
  EXPECT_EQ(filled, answer(Json::array({2, 3})));
  EXPECT_NE(answer({{"found", true}}), answer({{"found", false}}));
  EXPECT_NE(answer({{"result", 1}}), answer({{"result", 2}}));
  EXPECT_EQ(answer({{"id", 1}, {"name", "a"}}), answer({{"id", 2}, {"name", "b"}}))
      << "any identifier is new";
}

TEST_F(RestTargetsTest, ALongTextIsNoOutcomeOfItsOwn) {
  const auto text = [&](size_t length, char letter) {
    return covered(call(operation("getOwner"), "/owners/1").answeredJson(200, std::string(length, letter)));
  };
  EXPECT_NE(text(5, 'a'), text(5, 'b'));
  EXPECT_EQ(text(100, 'a'), text(100, 'b'));
}

TEST_F(RestTargetsTest, OutcomesAreBounded) {
  const size_t before = targets_.targets().size();
  const auto count = [&](int number) {
    return covered(call(operation("getOwner"), "/owners/1").answeredJson(200, {{"count", number}})).size();
  };
  const size_t full = count(0);
  for (int i = 1; i < 500; ++i) count(i);
  EXPECT_EQ(targets_.targets().size() - before, 24u + 1);  // and the media type
  EXPECT_EQ(count(0), full) << "what is known stays known";
  EXPECT_LT(count(499), full);
}

TEST_F(RestTargetsTest, AFaultIsOneTarget) {
  const Fault fault{"server-error", "getOwner", "500", "A sentence.", 3};
  std::vector<search::TargetDistance> all;
  targets_.judge(fault, all);
  targets_.judge(fault, all);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].target, all[1].target);
  EXPECT_EQ(all[0].distance, 0u);
  EXPECT_EQ(targets_.targets()[all[0].target].kind, TargetKind::Fault);
  targets_.judge(Fault{"server-error", "getOwner", "502", "A sentence.", 3}, all);
  EXPECT_NE(all[2].target, all[0].target);
}

TEST_F(RestTargetsTest, IdentifiersAreTheSameInEveryRunAndDifferent) {
  const RestTargets again(api_);
  ASSERT_EQ(again.targets().size(), targets_.targets().size());
  std::set<uint64_t> ids;
  for (size_t i = 0; i < again.targets().size(); ++i) {
    EXPECT_EQ(again.targets()[i].id, targets_.targets()[i].id);
    ids.insert(again.targets()[i].id);
  }
  EXPECT_EQ(ids.size(), again.targets().size());
}

}  // namespace
}  // namespace covolve::rest
