#include "rest/violation/violations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data_support.h"
#include "rest/openapi/validation/validator.h"
#include "rest/request/request_writer.h"

namespace covolve::rest::data {
namespace {

constexpr const char* kPets = R"({"/pets/{petId}": {"put": {
  "responses": {"200": {"description": "d"}},
  "parameters": [
    {"name": "petId", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1}},
    {"name": "limit", "in": "query", "required": true,
     "schema": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 100}},
    {"name": "q", "in": "query", "schema": {"type": "string", "minLength": 2, "maxLength": 8}},
    {"name": "sort", "in": "query", "schema": {"type": "string", "enum": ["asc", "desc"]}},
    {"name": "day", "in": "query", "schema": {"type": "string", "format": "date"}},
    {"name": "deep", "in": "query", "schema": {"type": "boolean"}},
    {"name": "tags", "in": "query",
     "schema": {"type": "array", "items": {"type": "integer"}, "maxItems": 3, "uniqueItems": true}},
    {"name": "X-Code", "in": "header", "schema": {"type": "string", "pattern": "^[A-Z]{3}$"}},
    {"name": "Authorization", "in": "header", "required": true, "schema": {"type": "string"}}],
  "requestBody": {"required": true, "content": {"application/json": {"schema": {
    "type": "object", "required": ["name", "kind"], "additionalProperties": false, "properties": {
      "id": {"type": "integer", "readOnly": true},
      "name": {"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^[a-z]+$"},
      "kind": {"type": "string", "enum": ["cat", "dog"]},
      "born": {"type": "string", "format": "date"},
      "note": {"type": "string", "nullable": true},
      "weight": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "multipleOf": 0.5},
      "size": {"oneOf": [{"type": "string"}, {"type": "integer", "maximum": 5}]},
      "toys": {"type": "array", "minItems": 1, "maxItems": 2, "items": {
        "type": "object", "required": ["label"], "properties": {"label": {"type": "string"}}}}
    }}}}}}}})";

struct Violations : testing::Test {
  Api api = apiWithPaths(kPets);
  const Operation& operation = api.operations[0];
  const MediaType* bodyType = &operation.body->content[0];
  ViolationCatalog catalog{operation, bodyType};

  const Parameter* parameter(const std::string& name) const {
    const auto found = std::ranges::find(operation.parameters, name, &Parameter::name);
    return found != operation.parameters.end() ? &*found : nullptr;
  }

  std::vector<Argument> conforming() const {
    return {{parameter("petId"), 7, {}},
            {parameter("limit"), 10, {}},
            {parameter("q"), "abc", {}},
            {parameter("tags"), Json::array({1, 2}), {}},
            {nullptr,
             Json{{"name", "tom"},
                  {"kind", "cat"},
                  {"weight", 2.5},
                  {"toys", Json::array({Json{{"label", "ball"}}})}},
             {}}};
  }

  struct Applied {
    Violation violation;
    std::vector<Argument> arguments;
  };

  /// Every rule in every way.
  std::vector<Applied> all() const {
    std::vector<Applied> applied;
    for (size_t rule = 0; rule < catalog.size(); ++rule) {
      for (uint64_t variant = 0; variant < 8; ++variant) {
        auto arguments = conforming();
        if (auto violation = catalog.apply(rule, variant, arguments)) {
          applied.push_back({std::move(*violation), std::move(arguments)});
        }
      }
    }
    return applied;
  }

  std::vector<Applied> of(const std::string& place, const std::string& keyword) const {
    auto applied = all();
    std::erase_if(applied, [&](const Applied& one) {
      return one.violation.place != place || one.violation.keyword != keyword;
    });
    return applied;
  }

  bool has(const std::string& place, const std::string& keyword) const { return !of(place, keyword).empty(); }
};

const Argument* argumentFor(const std::vector<Argument>& arguments, const Parameter* parameter) {
  const auto found = std::ranges::find(arguments, parameter, &Argument::parameter);
  return found != arguments.end() ? &*found : nullptr;
}

TEST_F(Violations, BreakTheBodyForCertain) {
  size_t bodies = 0;
  for (const Applied& one : all()) {
    const Argument* body = argumentFor(one.arguments, nullptr);
    if (!one.violation.place.starts_with("body") || body == nullptr) continue;
    ++bodies;
    EXPECT_TRUE(validate(body->value, *bodyType->schema, Direction::Request))
        << one.violation.text << body->value;
  }
  EXPECT_GT(bodies, 30u);
}

TEST_F(Violations, AreThoseOfTheSchemaAndNoOthers) {
  std::set<std::string> rules;
  for (const Applied& one : all()) rules.insert(one.violation.place + ": " + one.violation.keyword);
  const std::set<std::string> expected{
      "path parameter petId: type",
      "path parameter petId: minimum",
      "query parameter limit: required",
      "query parameter limit: type",
      "query parameter limit: minimum",
      "query parameter limit: maximum",
      "query parameter q: minLength",
      "query parameter q: maxLength",
      "query parameter sort: enum",
      "query parameter deep: type",
      "query parameter tags: maxItems",
      "query parameter tags: uniqueItems",
      "query parameter tags: type",
      "header X-Code: pattern",
      "body: required",
      "body: type",
      "body: additionalProperties",
      "body /name: required",
      "body /name: type",
      "body /name: minLength",
      "body /name: maxLength",
      "body /name: pattern",
      "body /kind: required",
      "body /kind: type",
      "body /kind: enum",
      "body /born: type",
      "body /note: type",
      "body /weight: type",
      "body /weight: exclusiveMinimum",
      "body /weight: multipleOf",
      "body /size: type",
      "body /size: maximum",
      "body /toys: type",
      "body /toys: minItems",
      "body /toys: maxItems",
      "body /toys/*: type",
      "body /toys/*/label: required",
      "body /toys/*/label: type",
  };
  EXPECT_EQ(rules, expected);
}

TEST_F(Violations, SayWhatIsWrong) {
  EXPECT_EQ(of("query parameter limit", "maximum").front().violation.text,
            "limit is above its maximum of 100");
  EXPECT_EQ(of("body /name", "required").front().violation.text, "/name is missing");
  EXPECT_EQ(of("body", "required").front().violation.text, "the body is missing");
  EXPECT_EQ(of("body /size", "type").front().violation.text, "/size is not of type integer or string");
}

TEST_F(Violations, NeverMakeAnEmptyOrOtherPath) {
  for (const Applied& one : all()) {
    const Argument* id = argumentFor(one.arguments, parameter("petId"));
    ASSERT_NE(id, nullptr) << one.violation.text;
    const std::string text = plainText(id->value);
    EXPECT_FALSE(text.empty());
    EXPECT_EQ(text.find('/'), std::string::npos);
  }
}

TEST_F(Violations, GiveOptionalParametersThatWereNotThere) {
  for (const Applied& one : of("query parameter sort", "enum")) {
    const Argument* sort = argumentFor(one.arguments, parameter("sort"));
    ASSERT_NE(sort, nullptr);
    EXPECT_NE(sort->value, "asc");
    EXPECT_NE(sort->value, "desc");
    EXPECT_EQ(one.arguments.back().parameter, nullptr) << "the body is the last";
  }
}

TEST_F(Violations, UseNoTextThatMayBeReadAsTheRightType) {
  for (const Applied& one : of("query parameter limit", "type")) {
    const std::string text = plainText(argumentFor(one.arguments, parameter("limit"))->value);
    EXPECT_TRUE(text == "1.5" || text.find_first_not_of("0123456789") == 0) << text;
  }
  for (const Applied& one : of("query parameter deep", "type")) {
    const std::string text = plainText(argumentFor(one.arguments, parameter("deep"))->value);
    EXPECT_FALSE(std::set<std::string>({"true", "false", "0", "1", ""}).contains(text));
  }
}

TEST_F(Violations, OfRequiredValuesRemoveThemAlone) {
  const auto applied = of("query parameter limit", "required");
  ASSERT_FALSE(applied.empty());
  EXPECT_EQ(argumentFor(applied.front().arguments, parameter("limit")), nullptr);
  EXPECT_EQ(applied.front().arguments.size(), conforming().size() - 1);
}

TEST_F(Violations, LeaveArgumentsAsTheyAreWhereTheyDoNotApply) {
  for (size_t rule = 0; rule < catalog.size(); ++rule) {
    std::vector<Argument> arguments;
    arguments.push_back({parameter("petId"), 7, {}});
    if (catalog.apply(rule, 0, arguments)) continue;
    ASSERT_EQ(arguments.size(), 1u);
    EXPECT_EQ(arguments[0].value, 7);
  }
}

TEST_F(Violations, ForgetWhatWasTakenWhereTheyChangeIt) {
  Extraction from;
  for (size_t rule = 0; rule < catalog.size(); ++rule) {
    auto arguments = conforming();
    arguments.back().taken = {{"/name", from}, {"/kind", from}};
    const auto violation = catalog.apply(rule, 0, arguments);
    if (!violation || violation->place != "body /name") continue;
    ASSERT_EQ(arguments.back().taken.size(), 1u);
    EXPECT_EQ(arguments.back().taken[0].first, "/kind");
  }
}

TEST_F(Violations, AreOfAllVariantsWhereThereAreSeveral) {
  std::set<std::string> values;
  for (const Applied& one : of("body /name", "type")) {
    values.insert(argumentFor(one.arguments, nullptr)->value["name"].dump());
  }
  EXPECT_GE(values.size(), 3u);
}

TEST(ViolationCatalog, TakesAFormFieldForAText) {
  const Api api = apiWithPaths(R"({"/login": {"post": {"responses": {"200": {"description": "d"}},
    "requestBody": {"content": {"application/x-www-form-urlencoded": {"schema": {"type": "object",
      "required": ["user"], "properties": {"user": {"type": "string"}, "age": {"type": "integer", "maximum": 99},
      "isAdmin": {"type": "boolean"}}}}}}}}})");
  const ViolationCatalog catalog(api.operations[0], &api.operations[0].body->content[0]);
  std::set<std::string> rules;
  for (size_t rule = 0; rule < catalog.size(); ++rule) {
    std::vector<Argument> arguments;
    arguments.push_back({nullptr, Json{{"user", "me"}, {"age", 5}}, {}});
    if (const auto violation = catalog.apply(rule, 0, arguments)) {
      rules.insert(violation->place + ": " + violation->keyword);
    }
  }
  EXPECT_EQ(rules, (std::set<std::string>{"body /user: required", "body /age: type", "body /age: maximum",
                                          "body /isAdmin: type"}));
}

TEST(ViolationCatalog, DoesNotTrustFormatsInAlternatives) {
  // Too long for the first alternative, but only a format keeps it from being the second.
  const Api api = apiWithPaths(R"({"/x": {"post": {"responses": {"200": {"description": "d"}},
    "requestBody": {"content": {"application/json": {"schema": {"anyOf": [
      {"type": "string", "maxLength": 3}, {"type": "string", "format": "date"}]}}}}}}})");
  const ViolationCatalog catalog(api.operations[0], &api.operations[0].body->content[0]);
  for (size_t rule = 0; rule < catalog.size(); ++rule) {
    std::vector<Argument> arguments;
    arguments.push_back({nullptr, "abc", {}});
    const auto violation = catalog.apply(rule, 0, arguments);
    if (violation) EXPECT_EQ(violation->keyword, "type") << violation->text;
  }
}

TEST(ViolationCatalog, HoldsForGeneratedDataOfAlternatives) {
  const Api api = apiWithPaths(R"({"/x": {"post": {"responses": {"200": {"description": "d"}},
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"oneOf": [
      {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer", "maximum": 9}}},
      {"type": "object", "required": ["barks"], "properties": {"barks": {"type": "boolean"},
        "name": {"type": "string", "minLength": 3}}}]}}}}}}})");
  const MediaType& type = api.operations[0].body->content[0];
  const ViolationCatalog catalog(api.operations[0], &type);
  const auto gene = makeBodyGene(type, {});
  Drawing drawing(1);
  std::set<std::string> rules;
  for (int i = 0; i < 200; ++i) {
    gene->sample(drawing.source);
    for (size_t rule = 0; rule < catalog.size(); ++rule) {
      std::vector<Argument> arguments;
      arguments.push_back({nullptr, plainJson(*gene), {}});
      const auto violation = catalog.apply(rule, static_cast<uint64_t>(i), arguments);
      if (!violation || arguments.empty()) continue;
      rules.insert(violation->place + ": " + violation->keyword);
      ASSERT_TRUE(validate(arguments[0].value, *type.schema, Direction::Request)) << arguments[0].value;
    }
  }
  EXPECT_TRUE(rules.contains("body /lives: maximum"));
  EXPECT_TRUE(rules.contains("body /lives: required"));
  EXPECT_TRUE(rules.contains("body /barks: type"));
}

TEST(ViolationCatalog, IsEmptyWhereNothingIsSaid) {
  const Api api = apiWithPaths(R"({"/x/{id}": {"post": {"responses": {"200": {"description": "d"}},
    "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                   {"name": "q", "in": "query", "schema": {}}],
    "requestBody": {"content": {"application/json": {}}}}}})");
  const ViolationCatalog catalog(api.operations[0], &api.operations[0].body->content[0]);
  EXPECT_EQ(catalog.size(), 0u);
}

TEST(ViolationCatalog, IsBoundedForRecursiveAndHugeSchemas) {
  Json schema = {{"type", "object"}};
  for (int i = 0; i < 500; ++i)
    schema["properties"]["f" + std::to_string(i)] = {{"type", "integer"}, {"minimum", i}};
  Json paths;
  paths["/x"]["post"] = {{"responses", {{"200", {{"description", "d"}}}}}};
  paths["/x"]["post"]["requestBody"]["content"]["application/json"]["schema"] = schema;
  const Api api = apiWithPaths(paths.dump());
  const ViolationCatalog catalog(api.operations[0], &api.operations[0].body->content[0]);
  EXPECT_GT(catalog.size(), 50u);
  EXPECT_LE(catalog.size(), 200u);
}

}  // namespace
}  // namespace covolve::rest::data
