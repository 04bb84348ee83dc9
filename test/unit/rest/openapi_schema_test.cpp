// Schemas of all dialects mean the same in the end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openapi_support.h"

namespace covolve::rest::openapi {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::string valuesOf(const Schema& schema) { return schema.values ? Json(*schema.values).dump() : "any"; }

TEST(OpenApiSchema, WithoutKeywordsAcceptsEverything) {
  const auto schema = schema30("{}");
  EXPECT_EQ(schema->types, Schema::AnyType);
  EXPECT_FALSE(schema->acceptsNothing);
  EXPECT_EQ(schema->additionalProperties, nullptr);
  EXPECT_EQ(schema->location, "#/paths/~1x/get/parameters/0/schema");
}

TEST(OpenApiSchema, TypesAreSets) {
  EXPECT_EQ(schema30("{type: integer}")->types, Schema::Integer);
  EXPECT_EQ(schema30("{type: number}")->types, Schema::AnyNumber);
  EXPECT_EQ(schema31("{type: [string, 'null', object]}")->types,
            Schema::String | Schema::Null | Schema::Object);
  EXPECT_EQ(schema31("{type: [boolean, null]}")->types, Schema::Boolean | Schema::Null);
  EXPECT_EQ(schema31("{type: 'null'}")->types, Schema::Null);
  EXPECT_EQ(schema30("{type: array}")->types, Schema::Array);
}

TEST(OpenApiSchema, UnknownTypesRestrictNothing) {
  const auto schema = schema30("{type: timestamp}");
  EXPECT_EQ(schema->types, Schema::AnyType);
  EXPECT_TRUE(hasNote(schema.api, "type is no type that JSON has"));
}

TEST(OpenApiSchema, NullableAddsNull) {
  EXPECT_EQ(schema30("{type: string, nullable: true}")->types, Schema::String | Schema::Null);
  EXPECT_EQ(schema30("{type: string, nullable: false}")->types, Schema::String);
  EXPECT_EQ(schema30("{type: string, x-nullable: true}")->types, Schema::String | Schema::Null);
  EXPECT_EQ(valuesOf(*schema30("{type: string, nullable: true, enum: [a]}")), R"(["a",null])");
  EXPECT_EQ(valuesOf(*schema30("{type: string, nullable: true, enum: [a, null]}")), R"(["a",null])");
}

TEST(OpenApiSchema, NullableReferencesAreAlternatives) {
  const auto schema = schema30("{nullable: true, allOf: [{$ref: '#/components/schemas/A'}], default: null}",
                               "components: {schemas: {A: {type: object}}}\n");
  ASSERT_EQ(schema->anyOf.size(), 2u);
  ASSERT_EQ(schema->anyOf[0]->allOf.size(), 1u);
  EXPECT_EQ(schema->anyOf[0]->allOf[0]->types, Schema::Object);
  EXPECT_EQ(schema->anyOf[1]->types, Schema::Null);
  EXPECT_TRUE(schema->allOf.empty());
  EXPECT_EQ(schema->default_, Json(nullptr));
}

TEST(OpenApiSchema, ExclusiveBoundsAreFlagsOrNumbers) {
  const auto flags = schema30("{minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false}");
  EXPECT_FALSE(flags->minimum);
  EXPECT_EQ(flags->exclusiveMinimum, Number(1));
  EXPECT_EQ(flags->maximum, Number(5));
  EXPECT_FALSE(flags->exclusiveMaximum);
  const auto numbers = schema31("{minimum: 1, exclusiveMinimum: 2, exclusiveMaximum: 5.5}");
  EXPECT_EQ(numbers->minimum, Number(1));
  EXPECT_EQ(numbers->exclusiveMinimum, Number(2));
  EXPECT_EQ(numbers->exclusiveMaximum, Number(5.5));
}

TEST(OpenApiSchema, BoundsOf64BitsAreExact) {
  const auto schema = schema30("{minimum: -9223372036854775808, maximum: 9223372036854775807}");
  EXPECT_EQ(schema->minimum, static_cast<Number>(INT64_MIN));
  EXPECT_EQ(schema->maximum, static_cast<Number>(INT64_MAX));
  EXPECT_NE(schema->maximum, static_cast<Number>(INT64_MAX) - 1);
  EXPECT_EQ(schema30("{maximum: 18446744073709551615}")->maximum, static_cast<Number>(UINT64_MAX));
}

TEST(OpenApiSchema, KeywordsThatMakeNoSenseRestrictNothing) {
  const auto schema = schema30(
      "{minimum: low, multipleOf: 0, minLength: -1, maxLength: 2.5, pattern: 7, minItems: [], properties: 3, "
      "required: x, enum: a, allOf: {}, dependencies: 2, format: 3, type: 5, maxItems: 4.0}");
  EXPECT_FALSE(schema->minimum || schema->multipleOf || schema->minLength || schema->maxLength);
  EXPECT_FALSE(schema->pattern || schema->minItems || schema->values);
  EXPECT_TRUE(schema->properties.empty() && schema->required.empty() && schema->allOf.empty());
  EXPECT_EQ(schema->format, "");
  EXPECT_EQ(schema->maxItems, 4u);
  for (const std::string keyword :
       {"minimum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "properties", "required",
        "enum", "allOf", "dependencies", "format", "type"}) {
    EXPECT_TRUE(hasNote(schema.api, ": " + keyword + " is no ")) << keyword;
  }
}

TEST(OpenApiSchema, TextKeywords) {
  const auto schema = schema31(
      "{type: string, minLength: 1, maxLength: 9, pattern: '^a', format: uuid, contentEncoding: base64}");
  EXPECT_EQ(schema->minLength, 1u);
  EXPECT_EQ(schema->maxLength, 9u);
  EXPECT_EQ(schema->pattern, "^a");
  EXPECT_EQ(schema->format, "uuid");
  EXPECT_EQ(schema->contentEncoding, "base64");
}

TEST(OpenApiSchema, EnumAndConstAreValues) {
  EXPECT_EQ(valuesOf(*schema30("{enum: [a, 1, null, {b: 2}]}")), R"(["a",1,null,{"b":2}])");
  EXPECT_EQ(valuesOf(*schema31("{const: 5}")), "[5]");
  EXPECT_EQ(valuesOf(*schema31("{const: null}")), "[null]");
  EXPECT_EQ(valuesOf(*schema31("{enum: [1, 2], const: 2}")), "[2]");
  EXPECT_EQ(valuesOf(*schema30("{}")), "any");
}

TEST(OpenApiSchema, ValuesOfTextsAreTexts) {
  const auto schema = schema30("{type: string, enum: [auto, 1, true], default: 2, example: 3.5}");
  EXPECT_EQ(valuesOf(*schema), R"(["auto","1","true"])");
  EXPECT_EQ(schema->default_, Json("2"));
  EXPECT_EQ(schema->examples, std::vector<Json>{"3.5"});
  EXPECT_EQ(valuesOf(*schema30("{type: integer, enum: [1, 2]}")), "[1,2]");
}

TEST(OpenApiSchema, AnEnumThatItsTypeForbidsIsLeftOut) {
  const auto schema = schema30("{type: integer, enum: [a, b]}");
  EXPECT_FALSE(schema->values);
  EXPECT_TRUE(hasNote(schema.api, "enum"));
}

TEST(OpenApiSchema, ItemsAreOneOrMany) {
  const auto one =
      schema30("{type: array, items: {maximum: 1}, minItems: 1, maxItems: 3, uniqueItems: true}");
  EXPECT_EQ(one->items->maximum, Number(1));
  EXPECT_TRUE(one->prefixItems.empty());
  EXPECT_EQ(one->minItems, 1u);
  EXPECT_EQ(one->maxItems, 3u);
  EXPECT_TRUE(one->uniqueItems);
  const auto older = schema30("{items: [{maximum: 1}, {maximum: 2}], additionalItems: {maximum: 3}}");
  ASSERT_EQ(older->prefixItems.size(), 2u);
  EXPECT_EQ(older->prefixItems[1]->maximum, Number(2));
  EXPECT_EQ(older->items->maximum, Number(3));
  const auto newer = schema31("{prefixItems: [{maximum: 1}], items: false}");
  ASSERT_EQ(newer->prefixItems.size(), 1u);
  EXPECT_TRUE(newer->items->acceptsNothing);
  EXPECT_EQ(schema30("{items: {}, additionalItems: false}")->items->acceptsNothing, false);
}

TEST(OpenApiSchema, ContainsKeywords) {
  const auto schema = schema31("{contains: {maximum: 4}, minContains: 0, maxContains: 2}");
  EXPECT_EQ(schema->contains->maximum, Number(4));
  EXPECT_EQ(schema->minContains, 0u);
  EXPECT_EQ(schema->maxContains, 2u);
}

TEST(OpenApiSchema, PropertiesKeepTheirOrder) {
  const auto schema = schema30(
      "{properties: {z: {maximum: 1}, a: {maximum: 2}}, required: [a], minProperties: 1, "
      "maxProperties: 4, additionalProperties: {maximum: 3}}");
  ASSERT_EQ(schema->properties.size(), 2u);
  EXPECT_EQ(schema->properties[0].name, "z");
  EXPECT_EQ(schema->properties[1].schema->maximum, Number(2));
  EXPECT_TRUE(schema->requires_("a"));
  EXPECT_EQ(schema->minProperties, 1u);
  EXPECT_EQ(schema->maxProperties, 4u);
  EXPECT_EQ(schema->additionalProperties->maximum, Number(3));
}

TEST(OpenApiSchema, AdditionalPropertiesMayBeTruthValues) {
  EXPECT_TRUE(schema30("{additionalProperties: false}")->additionalProperties->acceptsNothing);
  EXPECT_FALSE(schema30("{additionalProperties: true}")->additionalProperties->acceptsNothing);
}

TEST(OpenApiSchema, UnevaluatedIsAdditionalWhereNobodyElseSpeaks) {
  EXPECT_TRUE(
      schema31("{properties: {a: {}}, unevaluatedProperties: false}")->additionalProperties->acceptsNothing);
  const auto others = schema31("{allOf: [{}], unevaluatedProperties: false, unevaluatedItems: false}");
  EXPECT_EQ(others->additionalProperties, nullptr);
  ASSERT_NE(others->unevaluatedProperties, nullptr);
  EXPECT_TRUE(others->unevaluatedProperties->acceptsNothing);
  ASSERT_NE(others->unevaluatedItems, nullptr);
  EXPECT_TRUE(schema31("{prefixItems: [{}], unevaluatedItems: false}")->items->acceptsNothing);
}

TEST(OpenApiSchema, DependenciesOfAllDrafts) {
  const auto older = schema30("{dependencies: {a: [b, c], d: {maximum: 1}, e: f}}");
  EXPECT_THAT(older->dependentRequired,
              ElementsAre(Pair("a", ElementsAre("b", "c")), Pair("e", ElementsAre("f"))));
  ASSERT_EQ(older->dependentSchemas.size(), 1u);
  EXPECT_EQ(older->dependentSchemas[0].second->maximum, Number(1));
  const auto newer = schema31("{dependentRequired: {a: [b]}, dependentSchemas: {c: {maximum: 2}}}");
  EXPECT_THAT(newer->dependentRequired, ElementsAre(Pair("a", ElementsAre("b"))));
  EXPECT_EQ(newer->dependentSchemas[0].second->maximum, Number(2));
}

TEST(OpenApiSchema, NamesOfPropertiesAndPatterns) {
  const auto schema = schema31("{patternProperties: {'^x': {maximum: 1}}, propertyNames: {maxLength: 3}}");
  ASSERT_EQ(schema->patternProperties.size(), 1u);
  EXPECT_EQ(schema->patternProperties[0].first, "^x");
  EXPECT_EQ(schema->propertyNames->maxLength, 3u);
}

TEST(OpenApiSchema, Combinations) {
  const auto schema = schema31(
      "{allOf: [{maximum: 1}], anyOf: [{maximum: 2}, true], oneOf: [{maximum: 3}], "
      "not: {maximum: 4}, if: {maximum: 5}, then: {maximum: 6}, else: false}");
  EXPECT_EQ(schema->allOf[0]->maximum, Number(1));
  ASSERT_EQ(schema->anyOf.size(), 2u);
  EXPECT_EQ(schema->oneOf[0]->maximum, Number(3));
  EXPECT_EQ(schema->not_->maximum, Number(4));
  EXPECT_EQ(schema->if_->maximum, Number(5));
  EXPECT_EQ(schema->then_->maximum, Number(6));
  EXPECT_TRUE(schema->else_->acceptsNothing);
}

TEST(OpenApiSchema, ExamplesAndDefaults) {
  const auto schema =
      schema31("{default: {a: 1}, example: 2, examples: [3, null], readOnly: true, writeOnly: true}");
  EXPECT_EQ(schema->default_, Json::object({{"a", 1}}));
  EXPECT_EQ(schema->examples, (std::vector<Json>{2, 3, nullptr}));
  EXPECT_TRUE(schema->readOnly && schema->writeOnly);
  EXPECT_FALSE(schema30("{}")->default_);
}

const std::string kAnimals = R"(
components:
  schemas:
    Cat: {type: object, properties: {lives: {type: integer}}}
    Dog: {type: object}
)";

TEST(OpenApiSchema, DiscriminatorsMapByNameOrReference) {
  const auto schema = schema30(
      "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], "
      "discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', "
      "dog: Dog, bird: Bird}}}",
      kAnimals);
  ASSERT_TRUE(schema->discriminator);
  EXPECT_EQ(schema->discriminator->property, "kind");
  EXPECT_THAT(schema->discriminator->mapping,
              ElementsAre(Pair("cat", schema->oneOf[0]), Pair("dog", schema->oneOf[1])));
  EXPECT_TRUE(hasNote(schema.api, "mapping of bird names Bird, which does not exist"));
}

TEST(OpenApiSchema, DiscriminatorsWithoutMappingMapByNamesOfSchemas) {
  const auto schema = schema30(
      "{anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}], "
      "discriminator: {propertyName: kind, mapping: {hund: Dog}}}",
      kAnimals);
  EXPECT_THAT(schema->discriminator->mapping,
              ElementsAre(Pair("Cat", schema->anyOf[0]), Pair("hund", schema->anyOf[1])));
}

TEST(OpenApiSchema, DiscriminatorsOfBaseClassesMapToSubclasses) {
  const auto base = schema30("{$ref: '#/components/schemas/Pet'}", R"(
components:
  schemas:
    Pet: {type: object, discriminator: {propertyName: kind}, properties: {kind: {type: string}}}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object}]}
    Lion: {allOf: [{$ref: '#/components/schemas/Cat'}]}
    Car: {type: object}
)");
  ASSERT_TRUE(base->discriminator);
  const auto& mapping = base->discriminator->mapping;
  ASSERT_EQ(mapping.size(), 2u);
  EXPECT_EQ(mapping.at("Cat")->allOf[0], base.schema);
  EXPECT_EQ(mapping.at("Lion")->allOf[0], mapping.at("Cat"));
}

TEST(OpenApiSchema, DiscriminatorsWithoutPropertyAreLeftOut) {
  const auto schema = schema30("{discriminator: {mapping: {}}}");
  EXPECT_FALSE(schema->discriminator);
  EXPECT_TRUE(hasNote(schema.api, "its discriminator names no property"));
}

/// Responses of a document in which #/no does not exist.
const Schema* responseSchema(const Api& api) {
  return api.operations.at(0).responses.at(0).content.at(0).schema;
}

std::string responseWith(const std::string& flowSchema) {
  return version31(
      "  /x:\n    get:\n      responses:\n        200:\n          content: {application/json: {schema: " +
      flowSchema + "}}\n");
}

TEST(OpenApiSchema, BrokenPartsOfResponsesRestrictNothing) {
  const Api api = parseOrFail(responseWith("{properties: {a: {$ref: '#/no'}, b: {maximum: 1}}}"));
  ASSERT_EQ(api.operations.size(), 1u);
  const Schema* schema = responseSchema(api);
  EXPECT_EQ(schema->property("a")->types, Schema::AnyType);
  EXPECT_EQ(schema->property("b")->maximum, Number(1));
  EXPECT_TRUE(hasNote(api, "properties/a refers to #/no, which does not exist"));
}

/// The reason why a document with that body is skipped; empty: it is not.
std::string reasonAgainst(const std::string& flowSchema) {
  const Api api =
      parseOrFail(version31("  /x: {post: {requestBody: {required: true, content: {application/json: "
                            "{schema: " +
                            flowSchema + "}}}}}\n"));
  return api.skipped.empty() ? "" : api.skipped[0].reason;
}

TEST(OpenApiSchema, BrokenPropertiesThatNeedNotBeSentAreNotSent) {
  const std::string paths =
      "  /x: {post: {requestBody: {required: true, content: {application/json: {schema: "
      "{properties: {a: {$ref: '#/no'}, b: {items: {$ref: '#/no'}}, c: {}}}}}}}}\n";
  const Api api = parseOrFail(version31(paths));
  ASSERT_EQ(api.operations.size(), 1u) << api.skipped[0].reason;
  const Schema* schema = api.operations[0].body->content[0].schema;
  EXPECT_TRUE(schema->property("a")->readOnly);
  EXPECT_TRUE(schema->property("b")->readOnly);
  EXPECT_FALSE(schema->property("c")->readOnly);
  EXPECT_FALSE(schema->readOnly);
}

TEST(OpenApiSchema, BrokenPartsThatAreNeededCostTheOperation) {
  EXPECT_EQ(reasonAgainst("{properties: {a: {$ref: '#/no'}}}"), "");
  EXPECT_NE(reasonAgainst("{required: [a], properties: {a: {$ref: '#/no'}}}"), "");
  EXPECT_NE(reasonAgainst("{required: [a], properties: {a: {allOf: [{$ref: '#/no'}]}}}"), "");
  EXPECT_NE(reasonAgainst("{allOf: [{$ref: '#/no'}]}"), "");
  EXPECT_NE(reasonAgainst("{items: {$ref: '#/no'}}"), "");
  EXPECT_NE(reasonAgainst("{additionalProperties: {$ref: '#/no'}}"), "");
}

TEST(OpenApiSchema, WhatIsTakenBackForResponsesIsNotKnownForRequests) {
  const std::string doubtful = "{properties: {a: {$ref: '#/no'}}}";
  EXPECT_EQ(reasonAgainst("{anyOf: [" + doubtful + "]}"), "");
  EXPECT_NE(reasonAgainst("{oneOf: [" + doubtful + "]}"), "");
  EXPECT_NE(reasonAgainst("{not: " + doubtful + "}"), "");
  EXPECT_NE(reasonAgainst("{if: " + doubtful + ", then: {}}"), "");
  EXPECT_NE(reasonAgainst("{contains: " + doubtful + "}"), "");
  EXPECT_NE(reasonAgainst("{allOf: [" + doubtful + "], unevaluatedProperties: false}"), "");
}

TEST(OpenApiSchema, BrokenPartsNeverMakeAResponseWrong) {
  const Api api =
      parseOrFail(responseWith("{oneOf: [{items: {$ref: '#/no'}}, {maximum: 1}], not: {$ref: '#/no'}, "
                               "if: {$ref: '#/no'}, then: false, contains: {$ref: '#/no'}, "
                               "minContains: 3, unevaluatedProperties: false}"));
  const Schema* schema = responseSchema(api);
  EXPECT_TRUE(schema->oneOf.empty());
  EXPECT_EQ(schema->anyOf.size(), 2u);
  EXPECT_EQ(schema->not_, nullptr);
  EXPECT_EQ(schema->if_, nullptr);
  EXPECT_EQ(schema->then_, nullptr);
  EXPECT_EQ(schema->contains, nullptr);
  EXPECT_FALSE(schema->minContains);
  EXPECT_EQ(schema->unevaluatedProperties, nullptr);
}

TEST(OpenApiSchema, WhatIsNoSchemaIsBroken) {
  const Api api = parseOrFail(responseWith("{items: 5, additionalProperties: }"));
  EXPECT_TRUE(hasNote(api, "items is a number, not a schema"));
  EXPECT_EQ(responseSchema(api)->additionalProperties, nullptr);
}

}  // namespace
}  // namespace covolve::rest::openapi
