#include <gtest/gtest.h>

#include "schema_maker.h"

namespace covolve::rest {
namespace {

class ValidatorOfObjects : public testing::Test {
 protected:
  const Schema any_;
  const Schema text_ = schemaOfType(Schema::String);
  const Schema integer_ = schemaOfType(Schema::Integer);
  const Schema nothing_ = makeSchema([](Schema& schema) { schema.acceptsNothing = true; });
};

TEST_F(ValidatorOfObjects, MissingPropertiesAreNamedByTheirPlace) {
  const Schema pet = makeSchema([](Schema& schema) { schema.required = {"name"}; });
  const Schema pets = makeSchema([&](Schema& schema) { schema.items = &pet; });
  const Schema shop = makeSchema([&](Schema& schema) { schema.properties = {{"pets", &pets}}; });
  const auto mismatch = validate(Json::parse(R"({"pets": [{"name": "a"}, {}]})"), shop, Direction::Response);
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->place, "/pets/1/name");
  EXPECT_EQ(mismatch->keyword, "required");
  EXPECT_EQ(mismatch->message, "/pets/1/name is missing");
}

TEST_F(ValidatorOfObjects, RequiredSpeaksAboutObjectsOnly) {
  const Schema schema = makeSchema([](Schema& one) { one.required = {"name"}; });
  EXPECT_TRUE(accepts(schema, "text"));
  EXPECT_TRUE(accepts(schema, Json::array()));
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"name": null})")));
}

TEST_F(ValidatorOfObjects, PlacesAreJsonPointers) {
  const Schema schema = makeSchema([&](Schema& one) { one.properties = {{"a/b~c", &text_}}; });
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a/b~c": 1})")), "type: /a~1b~0c is 1, not a string");
}

TEST_F(ValidatorOfObjects, PropertiesAreOptional) {
  const Schema schema = makeSchema([&](Schema& one) { one.properties = {{"a", &text_}, {"b", &integer_}}; });
  EXPECT_TRUE(accepts(schema, Json::object()));
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": "x", "b": 1, "c": []})")));
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": "x", "b": "y"})")), R"(type: /b is "y", not an integer)");
}

TEST_F(ValidatorOfObjects, AdditionalPropertiesAreThoseNotDeclared) {
  Schema schema = makeSchema([&](Schema& one) {
    one.properties = {{"a", &any_}};
    one.patternProperties = {{"^x-", &text_}};
    one.additionalProperties = &integer_;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": [], "x-b": "text", "c": 3})")));
  EXPECT_EQ(complaint(schema, Json::parse(R"({"c": "d"})")), R"(type: /c is "d", not an integer)");
  EXPECT_EQ(complaint(schema, Json::parse(R"({"x-b": 1})")), "type: /x-b is 1, not a string");
  schema.additionalProperties = &nothing_;
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": 1, "c": 1})")),
            "additionalProperties: /c is not declared, and additional properties are not allowed");
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": 1, "x-c": "d"})")));
}

TEST_F(ValidatorOfObjects, AllPatternsThatMatchAreApplied) {
  const Schema longText = makeSchema([](Schema& schema) { schema.minLength = 3; });
  const Schema schema =
      makeSchema([&](Schema& one) { one.patternProperties = {{"a", &text_}, {"aa", &longText}}; });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": "x", "aa": "xyz"})")));
  EXPECT_FALSE(accepts(schema, Json::parse(R"({"aa": "x"})")));
  EXPECT_FALSE(accepts(schema, Json::parse(R"({"baa": 1})")));
}

TEST_F(ValidatorOfObjects, DeclaredPropertiesFollowPatternsToo) {
  const Schema schema = makeSchema([&](Schema& one) {
    one.properties = {{"foo", &any_}};
    one.patternProperties = {{"f.o", &text_}};
  });
  EXPECT_FALSE(accepts(schema, Json::parse(R"({"foo": 1})")));
}

TEST_F(ValidatorOfObjects, APatternThatNobodyUnderstandsForbidsNoProperty) {
  const Schema schema = makeSchema([&](Schema& one) {
    one.patternProperties = {{"(?<=a*)b", &integer_}};
    one.additionalProperties = &nothing_;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"anything": "x"})")));
}

TEST_F(ValidatorOfObjects, NamesHaveASchemaOfTheirOwn) {
  const Schema shortText = makeSchema([](Schema& schema) { schema.maxLength = 3; });
  const Schema schema = makeSchema([&](Schema& one) { one.propertyNames = &shortText; });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"abc": 1})")));
  EXPECT_EQ(complaint(schema, Json::parse(R"({"abc": 1, "abcd": 1})")),
            "propertyNames: /abcd has a name that propertyNames does not allow");
}

TEST_F(ValidatorOfObjects, PropertiesAreCounted) {
  const Schema schema = makeSchema([](Schema& one) {
    one.minProperties = 1;
    one.maxProperties = 2;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": 1})")));
  EXPECT_EQ(complaint(schema, Json::object()),
            "minProperties: the value has 0 properties, fewer than its minProperties of 1");
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": 1, "b": 1, "c": 1})")),
            "maxProperties: the value has 3 properties, more than its maxProperties of 2");
}

TEST_F(ValidatorOfObjects, OnePropertyMayAskForOthers) {
  const Schema needsB = makeSchema([](Schema& schema) { schema.required = {"b"}; });
  const Schema schema = makeSchema([&](Schema& one) {
    one.dependentRequired = {{"card", {"billing"}}};
    one.dependentSchemas = {{"a", &needsB}};
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"billing": 1})")));
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"card": 1, "billing": 1})")));
  EXPECT_EQ(complaint(schema, Json::parse(R"({"card": 1})")),
            "dependentRequired: /billing is missing, though /card is given");
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": 1})")), "required: /b is missing");
}

TEST_F(ValidatorOfObjects, WhatIsReadOnlyMayBeMissingInRequests) {
  const Schema identifier = makeSchema([](Schema& schema) { schema.readOnly = true; });
  const Schema password = makeSchema([](Schema& schema) { schema.writeOnly = true; });
  const Schema user = makeSchema([&](Schema& schema) {
    schema.properties = {{"id", &identifier}, {"password", &password}};
    schema.required = {"id", "password"};
  });
  EXPECT_TRUE(accepts(user, Json::parse(R"({"password": "x"})"), Direction::Request));
  EXPECT_EQ(complaint(user, Json::parse(R"({"id": 1})"), Direction::Request),
            "required: /password is missing");
  EXPECT_TRUE(accepts(user, Json::parse(R"({"id": 1})"), Direction::Response));
  EXPECT_EQ(complaint(user, Json::parse(R"({"password": 1})"), Direction::Response),
            "required: /id is missing");
  EXPECT_TRUE(accepts(user, Json::parse(R"({"id": 1, "password": "x"})"), Direction::Request));
}

TEST_F(ValidatorOfObjects, ReadOnlyIsSeenAcrossAllOf) {
  const Schema plain = makeSchema([](Schema& schema) { schema.readOnly = true; });
  const Schema wrapped = makeSchema([&](Schema& schema) { schema.allOf = {&plain}; });
  const Schema base = makeSchema([&](Schema& schema) { schema.properties = {{"id", &wrapped}}; });
  const Schema more = makeSchema([](Schema& schema) { schema.required = {"id", "name"}; });
  const Schema whole = makeSchema([&](Schema& schema) { schema.allOf = {&base, &more}; });
  EXPECT_TRUE(accepts(whole, Json::parse(R"({"name": "x"})"), Direction::Request));
  EXPECT_EQ(complaint(whole, Json::parse(R"({"name": "x"})"), Direction::Response),
            "required: /id is missing");
  EXPECT_EQ(complaint(whole, Json::parse(R"({"id": 1})"), Direction::Request), "required: /name is missing");
}

}  // namespace
}  // namespace covolve::rest
