#include <gtest/gtest.h>

#include "schema_maker.h"

namespace covolve::rest {
namespace {

class ValidatorOfCombinations : public testing::Test {
 protected:
  const Schema text_ = schemaOfType(Schema::String);
  const Schema integer_ = schemaOfType(Schema::Integer);
  const Schema number_ = schemaOfType(Schema::AnyNumber);
  const Schema null_ = schemaOfType(Schema::Null);
  const Schema positive_ = makeSchema([](Schema& schema) { schema.minimum = 1; });
  const Schema notUnderstood_ = makeSchema([](Schema& schema) { schema.pattern = "(?<=a*)b"; });
};

TEST_F(ValidatorOfCombinations, AllOfTakesAll) {
  const Schema schema = makeSchema([&](Schema& one) { one.allOf = {&integer_, &positive_}; });
  EXPECT_TRUE(accepts(schema, 1));
  EXPECT_EQ(complaint(schema, 0), "minimum: the value is 0, below its minimum of 1");
  EXPECT_EQ(complaint(schema, "x"), "type: the value is \"x\", not an integer");
}

TEST_F(ValidatorOfCombinations, AnyOfTakesOne) {
  const Schema schema = makeSchema([&](Schema& one) { one.anyOf = {&integer_, &positive_}; });
  EXPECT_TRUE(accepts(schema, 0));
  EXPECT_TRUE(accepts(schema, 1.5));
  EXPECT_EQ(complaint(schema, 0.5), "minimum: the value is 0.5, below its minimum of 1");
  const Schema scalars = makeSchema([&](Schema& one) { one.anyOf = {&integer_, &text_}; });
  EXPECT_EQ(complaint(scalars, true),
            "anyOf: the value is true, which fits none of the 2 alternatives of anyOf");
}

TEST_F(ValidatorOfCombinations, OneOfTakesExactlyOne) {
  const Schema schema = makeSchema([&](Schema& one) { one.oneOf = {&integer_, &text_, &positive_}; });
  EXPECT_TRUE(accepts(schema, 0));
  EXPECT_EQ(complaint(schema, 2),
            "oneOf: the value fits alternatives 1 and 3 of oneOf, but must fit only one");
  const Schema alternatives = makeSchema([&](Schema& one) { one.oneOf = {&integer_, &text_}; });
  EXPECT_FALSE(accepts(alternatives, nullptr));
}

TEST_F(ValidatorOfCombinations, TheOnlyAlternativeOfTheRightTypeSaysWhatIsWrong) {
  const Schema pet = makeSchema([](Schema& schema) {
    schema.types = Schema::Object;
    schema.required = {"name"};
  });
  const Schema schema = makeSchema([&](Schema& one) { one.oneOf = {&null_, &pet}; });
  EXPECT_TRUE(accepts(schema, nullptr));
  EXPECT_EQ(complaint(schema, Json::object()), "required: /name is missing");
}

TEST_F(ValidatorOfCombinations, NotTurnsAround) {
  const Schema schema = makeSchema([&](Schema& one) { one.not_ = &integer_; });
  EXPECT_TRUE(accepts(schema, "x"));
  EXPECT_EQ(complaint(schema, 1), "not: the value is 1, which \"not\" forbids");
}

TEST_F(ValidatorOfCombinations, IfDecidesBetweenThenAndElse) {
  const Schema small = makeSchema([](Schema& schema) { schema.maximum = 10; });
  Schema schema = makeSchema([&](Schema& one) {
    one.if_ = &integer_;
    one.then_ = &positive_;
    one.else_ = &small;
  });
  EXPECT_TRUE(accepts(schema, 100));
  EXPECT_FALSE(accepts(schema, 0));
  EXPECT_TRUE(accepts(schema, -0.5));
  EXPECT_FALSE(accepts(schema, 10.5));
  schema.else_ = nullptr;
  EXPECT_TRUE(accepts(schema, 10.5));
  schema.if_ = nullptr;
  EXPECT_TRUE(accepts(schema, 0));
}

TEST_F(ValidatorOfCombinations, WhatCannotBeDecidedIsNeverAMismatch) {
  const Schema negated = makeSchema([&](Schema& one) { one.not_ = &notUnderstood_; });
  const Schema twice = makeSchema([&](Schema& one) { one.oneOf = {&text_, &notUnderstood_}; });
  const Schema conditional = makeSchema([&](Schema& one) {
    one.if_ = &notUnderstood_;
    one.then_ = &integer_;
    one.else_ = &integer_;
  });
  const Schema counted = makeSchema([&](Schema& one) {
    one.contains = &notUnderstood_;
    one.maxContains = 0;
    one.minContains = 0;
  });
  EXPECT_TRUE(accepts(notUnderstood_, "x"));
  EXPECT_TRUE(accepts(negated, "x"));
  EXPECT_TRUE(accepts(twice, "x"));
  EXPECT_TRUE(accepts(conditional, "x"));
  EXPECT_TRUE(accepts(counted, Json::parse(R"(["x"])")));
  EXPECT_FALSE(accepts(negated, 1));
}

TEST_F(ValidatorOfCombinations, ASchemaThatIsPartOfItselfSaysNothingNew) {
  Schema schema = makeSchema([](Schema& one) { one.minimum = 1; });
  schema.allOf = {&schema};
  EXPECT_TRUE(accepts(schema, 1));
  EXPECT_FALSE(accepts(schema, 0));
  Schema first;
  const Schema second = makeSchema([&](Schema& one) {
    one.allOf = {&first};
    one.maximum = 5;
  });
  first.anyOf = {&second};
  EXPECT_TRUE(accepts(first, 5));
  EXPECT_FALSE(accepts(first, 6));
}

TEST_F(ValidatorOfCombinations, RecursiveSchemasFollowTheValue) {
  Schema node = makeSchema([](Schema& one) {
    one.types = Schema::Object;
    one.required = {"id"};
  });
  Schema children = makeSchema([&](Schema& one) { one.items = &node; });
  node.properties = {{"children", &children}};
  EXPECT_TRUE(accepts(node, Json::parse(R"({"id": 1, "children": [{"id": 2, "children": []}]})")));
  EXPECT_EQ(complaint(node, Json::parse(R"({"id": 1, "children": [{"id": 2, "children": [{}]}]})")),
            "required: /children/0/children/0/id is missing");
}

TEST_F(ValidatorOfCombinations, ValuesOfAnyDepthAreNoDanger) {
  Schema list = schemaOfType(Schema::Array);
  list.items = &list;
  const auto makeDeep = [] {
    Json deep = Json::array();
    for (int i = 0; i < 100'000; ++i) {
      Json around = Json::array();
      around.push_back(std::move(deep));
      deep = std::move(around);
    }
    return deep;
  };
  EXPECT_TRUE(accepts(list, makeDeep()));
  const Schema unique = makeSchema([](Schema& one) { one.uniqueItems = true; });
  Json twice = Json::array();
  twice.push_back(makeDeep());
  twice.push_back(makeDeep());
  EXPECT_TRUE(accepts(unique, twice));
  EXPECT_FALSE(accepts(text_, twice));
}

TEST_F(ValidatorOfCombinations, AlternativesWithinAlternativesEnd) {
  // Each level can be read in two ways, and only the innermost shows that it is wrong.
  Schema first = schemaOfType(Schema::Array | Schema::Integer);
  Schema second = first;
  const Schema either = makeSchema([&](Schema& one) { one.anyOf = {&first, &second}; });
  first.items = &either;
  second.items = &either;
  Json value = "wrong";
  for (int i = 0; i < 60; ++i) value = Json::array({std::move(value)});
  EXPECT_TRUE(accepts(either, value));  // given up
  EXPECT_FALSE(accepts(either, Json::parse(R"([[["wrong"]]])")));
}

TEST_F(ValidatorOfCombinations, UnevaluatedIsWhatNoSchemaForTheValueSpeaksAbout) {
  const Schema nothing = makeSchema([](Schema& one) { one.acceptsNothing = true; });
  const Schema base = makeSchema([&](Schema& one) { one.properties = {{"a", &integer_}}; });
  const Schema textual = makeSchema([&](Schema& one) {
    one.properties = {{"b", &text_}};
    one.required = {"b"};
  });
  const Schema patterned = makeSchema([&](Schema& one) { one.patternProperties = {{"^x-", &integer_}}; });
  const Schema schema = makeSchema([&](Schema& one) {
    one.allOf = {&base};
    one.anyOf = {&textual, &patterned};
    one.unevaluatedProperties = &nothing;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": 1, "b": "x", "x-c": 2})")));
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"a": 1, "x-c": 2})")));
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": 1, "c": 2})")),
            "unevaluatedProperties: /c is not declared, and nothing more is allowed");
  // An alternative that does not fit evaluates nothing.
  EXPECT_EQ(complaint(schema, Json::parse(R"({"a": 1, "b": 2})")),
            "unevaluatedProperties: /b is not declared, and nothing more is allowed");
}

TEST_F(ValidatorOfCombinations, AlternativesThatForbidTheRestExcludeEachOther) {
  const Schema nothing = makeSchema([](Schema& one) { one.acceptsNothing = true; });
  const Schema base = makeSchema([&](Schema& one) { one.properties = {{"a", &integer_}}; });
  const auto with = [&](const char* name) {
    return makeSchema([&](Schema& one) {
      one.allOf = {&base};
      one.properties = {{name, &integer_}};
      one.unevaluatedProperties = &nothing;
    });
  };
  const Schema first = with("b");
  const Schema second = with("c");
  const Schema either = makeSchema([&](Schema& one) { one.oneOf = {&first, &second}; });
  EXPECT_TRUE(accepts(either, Json::parse(R"({"a": 1, "b": 1})")));
  EXPECT_FALSE(accepts(either, Json::parse(R"({"a": 1})")));
  EXPECT_FALSE(accepts(either, Json::parse(R"({"b": 1, "c": 1})")));
}

TEST_F(ValidatorOfCombinations, UnevaluatedItemsHaveASchema) {
  const Schema tuple = makeSchema([&](Schema& one) { one.prefixItems = {&text_}; });
  const Schema schema = makeSchema([&](Schema& one) {
    one.allOf = {&tuple};
    one.contains = &null_;
    one.minContains = 0;
    one.unevaluatedItems = &integer_;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"(["a", 1, null, 2])")));
  EXPECT_EQ(complaint(schema, Json::parse(R"(["a", 1, "b"])")), R"(type: /2 is "b", not an integer)");
}

TEST_F(ValidatorOfCombinations, WhatMayBeEvaluatedIsNotForbidden) {
  const Schema nothing = makeSchema([](Schema& one) { one.acceptsNothing = true; });
  const Schema unclear = makeSchema([&](Schema& one) { one.patternProperties = {{"(?<=a*)b", &integer_}}; });
  const Schema schema = makeSchema([&](Schema& one) {
    one.allOf = {&unclear};
    one.unevaluatedProperties = &nothing;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"x": 1})")));
}

class ValidatorOfDiscriminators : public testing::Test {
 protected:
  ValidatorOfDiscriminators() {
    cat_.required = {"meow"};
    dog_.required = {"bark"};
    pet_.oneOf = {&cat_, &dog_};
    pet_.discriminator = Schema::Discriminator{"kind", {{"cat", &cat_}, {"dog", &dog_}, {"cow", &cow_}}};
  }

  Schema cat_ = schemaOfType(Schema::Object);
  Schema dog_ = schemaOfType(Schema::Object);
  Schema cow_ = schemaOfType(Schema::Object);
  Schema pet_;
};

TEST_F(ValidatorOfDiscriminators, TheNamedAlternativeAloneDecides) {
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"kind": "cat", "meow": 1, "bark": 1})")));
  EXPECT_EQ(complaint(pet_, Json::parse(R"({"kind": "cat", "bark": 1})")), "required: /meow is missing");
}

TEST_F(ValidatorOfDiscriminators, WithoutANameAllAreTried) {
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"bark": 1})")));
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"kind": 3, "bark": 1})")));
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"kind": "pig", "bark": 1})")));
  EXPECT_FALSE(accepts(pet_, Json::parse(R"({"kind": "pig"})")));
  EXPECT_FALSE(accepts(pet_, Json::parse(R"({"bark": 1, "meow": 1})")));
}

TEST_F(ValidatorOfDiscriminators, ANameOfNoAlternativeDecidesNothing) {
  EXPECT_FALSE(accepts(pet_, Json::parse(R"({"kind": "cow"})")));
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"kind": "cow", "meow": 1})")));
}

TEST_F(ValidatorOfDiscriminators, AlternativesMayBuildOnTheSchemaThatListsThem) {
  cat_.allOf = {&pet_};
  EXPECT_TRUE(accepts(pet_, Json::parse(R"({"kind": "cat", "meow": 1})")));
  EXPECT_EQ(complaint(pet_, Json::parse(R"({"kind": "cat"})")), "required: /meow is missing");
  EXPECT_EQ(complaint(cat_, Json::parse(R"({"kind": "cat"})")), "required: /meow is missing");
}

TEST(ValidatorMessages, LongTextsAreShortened) {
  const Schema schema = schemaOfType(Schema::Integer);
  const std::string message = complaint(schema, std::string(5000, 'x'));
  EXPECT_EQ(message, "type: the value is \"" + std::string(60, 'x') + "...\", not an integer");
}

TEST(ValidatorMessages, BytesThatAreNoUtf8DoNoHarm) {
  EXPECT_EQ(complaint(schemaOfType(Schema::Integer), std::string("a\xff")),
            "type: the value is \"a\xef\xbf\xbd\", not an integer");
}

}  // namespace
}  // namespace covolve::rest
