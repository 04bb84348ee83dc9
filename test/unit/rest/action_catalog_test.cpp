#include "rest/search/action_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gene/structure/optional_gene.h"
#include "rest/openapi/validation/validator.h"
#include "tiny_search.h"

namespace covolve::rest {
namespace {

using test::kindOf;
using test::TinyCatalog;
using testing::ElementsAre;

const ActionCatalog::Take kNothing = [](uint32_t, uint32_t) { return std::nullopt; };

search::Action sampled(const TinyCatalog& tiny, uint32_t kind, uint64_t seed) {
  Rng rng(seed);
  gene::Source source(rng, tiny.constants);
  search::Action action = tiny.catalog.make(kind);
  for (const auto& gene : action.genes) gene->sample(source);
  return action;
}

const Argument* argumentOf(const ActionCatalog::Data& data, const std::string& name) {
  for (const Argument& argument : data.arguments) {
    if (argument.parameter != nullptr && argument.parameter->name == name) return &argument;
  }
  return nullptr;
}

const Argument* bodyOf(const ActionCatalog::Data& data) {
  const bool hasBody = !data.arguments.empty() && data.arguments.back().parameter == nullptr;
  return hasBody ? &data.arguments.back() : nullptr;
}

TEST(ActionCatalog, HasEveryOperationAndThenEveryMethodThatAPathHasNot) {
  const TinyCatalog tiny;
  ASSERT_EQ(tiny.catalog.operationCount(), 7u);
  std::multiset<std::string> unsupported;
  for (uint32_t kind = 0; kind < tiny.catalog.size(); ++kind) {
    const auto* method = tiny.catalog.unsupportedMethod(kind);
    ASSERT_EQ(method == nullptr, kind < 7) << kind;
    if (method == nullptr) {
      EXPECT_EQ(tiny.catalog.operationOf(kind), kind);
    } else {
      EXPECT_EQ(tiny.catalog.operationOf(kind), method->operation);
      unsupported.insert(method->method + " " + tiny.api.operations[method->operation].path);
    }
  }
  EXPECT_EQ(unsupported,
            (std::multiset<std::string>{
                "DELETE /owners", "PATCH /owners", "PUT /owners",  //
                "PATCH /owners/{ownerId}", "POST /owners/{ownerId}", "PUT /owners/{ownerId}",
                "DELETE /owners/{ownerId}/pets", "GET /owners/{ownerId}/pets", "PATCH /owners/{ownerId}/pets",
                "PUT /owners/{ownerId}/pets",  //
                "PATCH /owners/{ownerId}/pets/{petId}", "POST /owners/{ownerId}/pets/{petId}",
                "PUT /owners/{ownerId}/pets/{petId}"}));
}

TEST(ActionCatalog, WhatIsLeftOutIsNoUnsupportedMethod) {
  Api api;
  Operation& operation = api.operations.emplace_back();
  operation.id = "listPets";
  operation.method = "GET";
  operation.path = "/v1/pets";
  // By a filter with its whole path, by the reader as the document names it.
  api.skipped = {{"POST /v1/pets", "left out"}, {"DELETE /pets", "it cannot be read"}};
  Slots slots(api);
  const ActionCatalog catalog(api, slots);
  std::set<std::string> methods;
  for (uint32_t kind = 1; kind < catalog.size(); ++kind)
    methods.insert(catalog.unsupportedMethod(kind)->method);
  EXPECT_THAT(methods, ElementsAre("PATCH", "PUT"));
}

TEST(ActionCatalog, AnUnsupportedMethodIsCalledWithNothingButThePath) {
  const TinyCatalog tiny;
  for (uint32_t kind = 7; kind < tiny.catalog.size(); ++kind) {
    for (uint64_t seed = 0; seed < 10; ++seed) {
      const auto data = tiny.catalog.dataOf(sampled(tiny, kind, seed), kNothing);
      const std::string& path = tiny.api.operations[tiny.catalog.operationOf(kind)].path;
      EXPECT_EQ(data.arguments.size(), static_cast<size_t>(std::ranges::count(path, '{'))) << path;
      for (const Argument& argument : data.arguments) {
        EXPECT_EQ(argument.parameter->place, Parameter::Place::Path);
      }
      EXPECT_EQ(data.bodyType, nullptr);
      EXPECT_FALSE(data.violation);
      EXPECT_TRUE(data.isAuthenticated);
    }
  }
}

TEST(ActionCatalog, OrdinaryActionsHaveDataThatConform) {
  const TinyCatalog tiny;
  for (uint32_t kind = 0; kind < tiny.catalog.operationCount(); ++kind) {
    for (uint64_t seed = 0; seed < 60; ++seed) {
      search::Action action = sampled(tiny, kind, seed);
      tiny.catalog.makeOrdinary(action);
      const auto data = tiny.catalog.dataOf(action, kNothing);
      EXPECT_FALSE(data.violation);
      EXPECT_TRUE(data.isAuthenticated);
      for (const Argument& argument : data.arguments) {
        const Schema& schema =
            argument.parameter != nullptr ? *argument.parameter->schema : *data.bodyType->schema;
        const auto mismatch = validate(argument.value, schema, Direction::Request);
        EXPECT_FALSE(mismatch) << mismatch->message << " in " << argument.value;
      }
      for (const Parameter& parameter : tiny.api.operations[kind].parameters) {
        if (parameter.required) {
          EXPECT_NE(argumentOf(data, parameter.name), nullptr);
        }
      }
    }
  }
}

TEST(ActionCatalog, EveryRuleOfAnOperationCanBeBroken) {
  const TinyCatalog tiny;
  for (size_t operation = 0; operation < tiny.catalog.operationCount(); ++operation) {
    std::set<std::string> broken;
    for (size_t rule = 0; rule < tiny.catalog.ruleCount(operation); ++rule) {
      for (uint64_t seed = 0; seed < 40; ++seed) {
        search::Action action = sampled(tiny, static_cast<uint32_t>(operation), seed);
        tiny.catalog.breakRule(action, rule);
        const auto data = tiny.catalog.dataOf(action, kNothing);
        if (data.violation) broken.insert(data.violation->place + ": " + data.violation->text);
      }
    }
    EXPECT_EQ(broken.size(), tiny.catalog.ruleCount(operation)) << tiny.api.operations[operation].id;
  }
  EXPECT_GE(tiny.catalog.ruleCount(kindOf(tiny.api, "addOwner")), 5u);
}

TEST(ActionCatalog, ABodyThatIsLeftOutHasNoType) {
  const TinyCatalog tiny;
  const uint32_t kind = kindOf(tiny.api, "addOwner");
  size_t without = 0;
  for (size_t rule = 0; rule < tiny.catalog.ruleCount(kind); ++rule) {
    search::Action action = sampled(tiny, kind, 3);
    tiny.catalog.breakRule(action, rule);
    const auto data = tiny.catalog.dataOf(action, kNothing);
    EXPECT_EQ(bodyOf(data) == nullptr, data.bodyType == nullptr);
    if (data.bodyType != nullptr) continue;
    ++without;
    ASSERT_TRUE(data.violation);
    EXPECT_EQ(data.violation->keyword, "required");
  }
  EXPECT_EQ(without, 1u);
}

TEST(ActionCatalog, AReferenceIsFilledWithWhatTheEarlierCallGave) {
  const TinyCatalog tiny;
  const auto test = tiny.sequence({"addOwner", "addPet", "getPet"});
  std::vector<uint32_t> asked;
  const auto take = [&](uint32_t, uint32_t action) -> std::optional<Slots::Taken> {
    asked.push_back(action);
    return Slots::Taken{10 + action, Extraction{action, Extraction::Kind::Body, "/id"}};
  };
  const auto data = tiny.catalog.dataOf(test.actions[2], take);
  EXPECT_THAT(asked, ElementsAre(0, 1));
  const Argument* owner = argumentOf(data, "ownerId");
  const Argument* pet = argumentOf(data, "petId");
  ASSERT_TRUE(owner != nullptr && pet != nullptr);
  EXPECT_EQ(owner->value, 10);
  EXPECT_EQ(pet->value, 11);
  ASSERT_EQ(pet->taken.size(), 1u);
  EXPECT_EQ(pet->taken[0].first, "");
  EXPECT_EQ(pet->taken[0].second, (Extraction{1, Extraction::Kind::Body, "/id"}));
}

TEST(ActionCatalog, WhereNothingCanBeTakenTheDatumHasAValueOfItsOwn) {
  const TinyCatalog tiny;
  const auto test = tiny.sequence({"addOwner", "getOwner"});
  const auto data = tiny.catalog.dataOf(test.actions[1], kNothing);
  const Argument* owner = argumentOf(data, "ownerId");
  ASSERT_NE(owner, nullptr);
  EXPECT_TRUE(owner->taken.empty());
  EXPECT_FALSE(validate(owner->value, *owner->parameter->schema, Direction::Request)) << owner->value;
  // Nobody has a number like that yet.
  EXPECT_GT(owner->value, 1'000'000);
}

const char* const kVisits = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
paths:
  /owners: {post: {operationId: addOwner, responses: {'201': {description: d}}}}
  /pets: {post: {operationId: addPet, responses: {'201': {description: d}}}}
  /visits:
    post:
      operationId: addVisit
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [ownerId, petId]
              properties: {ownerId: {type: integer}, petId: {type: integer, minimum: 5}}
      responses: {'201': {description: d}}
)";

TEST(ActionCatalog, WhatCanBeTakenIsTakenAlsoWhereTheRestCannot) {
  const TinyCatalog tiny(kVisits);
  const auto test = tiny.sequence({"addOwner", "addPet", "addVisit"});
  const auto take = [&](uint32_t, uint32_t action) -> std::optional<Slots::Taken> {
    if (action == 1) return std::nullopt;
    return Slots::Taken{77, Extraction{action, Extraction::Kind::Body, "/id"}};
  };
  const auto data = tiny.catalog.dataOf(test.actions[2], take);
  const Argument* body = bodyOf(data);
  ASSERT_NE(body, nullptr);
  EXPECT_EQ(body->value["ownerId"], 77);
  EXPECT_TRUE(body->value["petId"].is_number_integer());
  EXPECT_GE(body->value["petId"], 5);
  ASSERT_EQ(body->taken.size(), 1u);
  EXPECT_EQ(body->taken[0].first, "/ownerId");
}

const char* const kGuarded = R"(
openapi: 3.0.3
info: {title: t, version: '1'}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
paths:
  /open: {get: {operationId: open, responses: {'200': {description: d}}}}
  /guarded: {get: {operationId: guarded, security: [{key: []}], responses: {'200': {description: d}}}}
)";

TEST(ActionCatalog, OnlyGuardedOperationsAreCalledByStrangersNowAndThen) {
  const TinyCatalog tiny(kGuarded);
  const auto strangers = [&](const std::string& operation) {
    int count = 0;
    for (uint64_t seed = 0; seed < 400; ++seed) {
      const auto data = tiny.catalog.dataOf(sampled(tiny, kindOf(tiny.api, operation), seed), kNothing);
      count += data.isAuthenticated ? 0 : 1;
    }
    return count;
  };
  EXPECT_EQ(strangers("open"), 0);
  EXPECT_GT(strangers("guarded"), 0);
  EXPECT_LT(strangers("guarded"), 100);
}

}  // namespace
}  // namespace covolve::rest
