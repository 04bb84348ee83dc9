#include "rest/genes/schema_merger.h"

#include <gtest/gtest.h>

#include "data_support.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest::data {
namespace {

/// Small values of every type, such that the schemas below tell them apart.
Json anyValue(Rng& rng, int depth) {
  switch (rng.below(depth > 0 ? 7 : 5)) {
    case 0:
      return nullptr;
    case 1:
      return rng.below(2) == 0;
    case 2:
      return rng.between(-3, 13);
    case 3:
      return static_cast<double>(rng.between(-6, 26)) / 2;
    case 4: {
      std::string text;
      for (size_t i = rng.below(5); i > 0; --i) text += "abx1"[rng.below(4)];
      return text;
    }
    case 5: {
      Json list = Json::array();
      for (size_t i = rng.below(4); i > 0; --i) list.push_back(anyValue(rng, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (size_t i = rng.below(4); i > 0; --i)
        object[std::string(1, "abcx"[rng.below(4)])] = anyValue(rng, depth - 1);
      return object;
    }
  }
}

bool isAccepted(const Json& value, const Schema& schema) {
  return !validate(value, schema, Direction::Request).has_value();
}

constexpr const char* kSchemas[] = {
    R"({"allOf": [{"type": "number", "minimum": 2}, {"type": "integer", "maximum": 9}, {"exclusiveMaximum": 8}]})",
    R"({"allOf": [{"type": ["string", "integer"]}, {"type": ["string", "null"]}]})",
    R"({"allOf": [{"multipleOf": 2}, {"multipleOf": 3}]})",
    R"({"allOf": [{"multipleOf": 1.5}, {"multipleOf": 2}]})",
    R"({"allOf": [{"enum": [1, "a", null]}, {"enum": ["a", null, 5]}]})",
    R"({"allOf": [{"minLength": 1, "pattern": "a"}, {"maxLength": 3, "pattern": "b"}], "pattern": "^[ab]"})",
    R"({"allOf": [{"items": {"type": "integer"}}, {"prefixItems": [{"minimum": 1}], "items": {"maximum": 5}},
        {"uniqueItems": true, "maxItems": 3}]})",
    R"({"allOf": [{"contains": {"type": "null"}}, {"contains": {"type": "boolean"}, "minContains": 2}]})",
    R"({"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"properties": {"a": {"minimum": 2}, "b": {"type": "boolean"}}}]})",
    R"({"allOf": [{"properties": {"a": {}}, "additionalProperties": false}, {"properties": {"b": {}}}]})",
    R"({"allOf": [{"properties": {"a": {}}, "additionalProperties": {"type": "integer"}},
        {"patternProperties": {"^[ab]$": {"type": ["integer", "boolean"]}}, "additionalProperties": false}]})",
    R"({"allOf": [{"patternProperties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
        {"properties": {"b": {"maxLength": 2}}, "additionalProperties": {"minimum": 0}}]})",
    R"({"allOf": [{"minProperties": 1, "propertyNames": {"enum": ["a", "b"]}}, {"maxProperties": 1},
        {"dependentRequired": {"a": ["b"]}}]})",
    R"({"allOf": [{"oneOf": [{"type": "integer"}, {"minimum": 4}]}, {"oneOf": [{"type": "number"}, {"type": "null"}]},
        {"anyOf": [{"maximum": 10}, {"type": "string"}]}]})",
    R"({"allOf": [{"not": {"type": "string"}}, {"not": {"type": "null"}}, {"if": {"type": "integer"},
        "then": {"minimum": 3}}, {"if": {"type": "boolean"}, "then": {"const": true}, "else": {}}]})",
    R"({"allOf": [{"allOf": [{"type": "integer"}, {"allOf": [{"minimum": 5}]}]}, {"maximum": 7}]})",
    R"({"allOf": [{"type": "integer"}, false]})",
    R"({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "unevaluatedProperties": {"type": "integer"}}],
        "unevaluatedProperties": false})",
    R"({"allOf": [{"prefixItems": [{}]}, {"unevaluatedItems": {"type": "integer"}, "prefixItems": [{}, {}]}],
        "unevaluatedItems": {"type": "boolean"}})",
};

TEST(SchemaMerger, AcceptsExactlyWhatAllPartsAccept) {
  Rng rng(11);
  for (const char* text : kSchemas) {
    const BodySchema body = bodySchema(text);
    SchemaMerger merger;
    const Schema& merged = merger.mergeAllOf(*body);
    for (int i = 0; i < 3000; ++i) {
      const Json value = anyValue(rng, 2);
      ASSERT_EQ(isAccepted(value, merged), isAccepted(value, *body)) << value << " by " << text;
    }
  }
}

TEST(SchemaMerger, AcceptsAlternativesExactlyWithWhatStandsBesideThem) {
  Rng rng(12);
  const BodySchema body = bodySchema(R"({"type": "object", "required": ["a"],
      "anyOf": [{"properties": {"a": {"type": "integer"}}}, {"required": ["b"]}, {"maxProperties": 1}]})");
  SchemaMerger merger;
  const Schema& merged = merger.mergeAllOf(*body);
  const auto choices = merger.choices(merged);
  ASSERT_EQ(choices.size(), 1u);
  for (int i = 0; i < 3000; ++i) {
    const Json value = anyValue(rng, 2);
    bool isAcceptedByOne = false;
    for (const Schema* alternative : choices[0]) {
      const Schema& chosen = merger.withChoices(merged, {alternative});
      EXPECT_TRUE(merger.choices(chosen).empty());
      isAcceptedByOne |= isAccepted(value, chosen);
    }
    ASSERT_EQ(isAcceptedByOne, isAccepted(value, *body)) << value;
  }
}

TEST(SchemaMerger, LeavesSchemasWithoutAllOfAsTheyAre) {
  const BodySchema body = bodySchema(R"({"type": "integer"})");
  SchemaMerger merger;
  EXPECT_EQ(&merger.mergeAllOf(*body), body.schema);
}

TEST(SchemaMerger, MergesSchemasThatContainThemselves) {
  const BodySchema body = bodySchema(
      R"({"$ref": "#/components/schemas/Node"})",
      R"({"Base": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Base"}}},
          "Node": {"allOf": [{"$ref": "#/components/schemas/Base"},
                             {"properties": {"next": {"$ref": "#/components/schemas/Node"}}}]}})");
  SchemaMerger merger;
  const Schema* merged = &merger.mergeAllOf(*body);
  for (int i = 0; i < 10; ++i) {
    const Schema* next = merged->property("next");
    ASSERT_NE(next, nullptr);
    merged = &merger.mergeAllOf(*next);
  }
  EXPECT_EQ(merged->types, Schema::Object);
}

TEST(SchemaMerger, MergesAgainToTheSame) {
  const BodySchema body = bodySchema(R"({"allOf": [{"minimum": 1}, {"maximum": 2}]})");
  SchemaMerger merger;
  const Schema& merged = merger.mergeAllOf(*body);
  EXPECT_EQ(&merger.mergeAllOf(*body), &merged);
  EXPECT_EQ(&merger.mergeAllOf(merged), &merged);
  EXPECT_EQ(&merger.merge({&merged, body.schema}), &merged);
}

}  // namespace
}  // namespace covolve::rest::data
