#include "rest/openapi/validation/validator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "schema_maker.h"

namespace covolve::rest {
namespace {

TEST(Validator, WithoutKeywordsEverythingIsValid) {
  for (const char* text : {"null", "true", "1", "1.5", "\"\"", "[]", "{}"})
    EXPECT_TRUE(accepts(Schema(), Json::parse(text))) << text;
}

TEST(Validator, TheSchemaFalseAcceptsNothing) {
  const Schema nothing = makeSchema([](Schema& schema) { schema.acceptsNothing = true; });
  EXPECT_EQ(complaint(nothing, nullptr), "false: the value is not allowed");
  EXPECT_FALSE(accepts(nothing, Json::object()));
}

TEST(Validator, NullIsNoString) {
  EXPECT_EQ(complaint(schemaOfType(Schema::String), nullptr), "type: the value is null, not a string");
  EXPECT_TRUE(accepts(schemaOfType(Schema::String | Schema::Null), nullptr));
}

TEST(Validator, EachTypeTakesItsOwnValuesOnly) {
  const std::vector<std::pair<int, std::vector<std::string>>> own = {
      {Schema::Null, {"null"}},
      {Schema::Boolean, {"true", "false"}},
      {Schema::Integer, {"1", "2.0"}},
      {Schema::AnyNumber, {"1", "2.0", "1.5"}},
      {Schema::String, {"\"\"", "\"1\""}},
      {Schema::Array, {"[]"}},
      {Schema::Object, {"{}"}},
  };
  for (const auto& [type, texts] : own) {
    for (const std::string text : {"null", "true", "false", "1", "2.0", "1.5", "\"\"", "\"1\"", "[]", "{}"}) {
      const bool isOwn = std::ranges::find(texts, text) != texts.end();
      EXPECT_EQ(accepts(schemaOfType(type), Json::parse(text)), isOwn) << type << " of " << text;
    }
  }
}

TEST(Validator, ANumberWithoutFractionIsAnInteger) {
  EXPECT_TRUE(accepts(schemaOfType(Schema::Integer), 3.0));
  EXPECT_TRUE(accepts(schemaOfType(Schema::Integer), 1e300));
  EXPECT_FALSE(accepts(schemaOfType(Schema::Integer), 3.5));
  EXPECT_FALSE(accepts(schemaOfType(Schema::Integer), std::numeric_limits<double>::infinity()));
}

TEST(Validator, SeveralTypesAreNamedInAMessage) {
  EXPECT_EQ(complaint(schemaOfType(Schema::Integer | Schema::String | Schema::Null), Json::array()),
            "type: the value is an array, not an integer, a string or null");
  EXPECT_EQ(complaint(schemaOfType(Schema::Integer | Schema::AnyNumber), "x"),
            "type: the value is \"x\", not a number");
}

TEST(Validator, EnumComparesAsJson) {
  const Schema schema = makeSchema([](Schema& one) {
    one.values = std::vector<Json>{1, "a", nullptr, Json::parse(R"({"x": [1, {"y": 2}]})")};
  });
  EXPECT_TRUE(accepts(schema, 1.0));
  EXPECT_TRUE(accepts(schema, nullptr));
  EXPECT_TRUE(accepts(schema, Json::parse(R"({"x": [1.0, {"y": 2.0}]})")));
  EXPECT_FALSE(accepts(schema, true));
  EXPECT_FALSE(accepts(schema, false));
  EXPECT_FALSE(accepts(schema, "1"));
  EXPECT_FALSE(accepts(schema, Json::parse(R"({"x": [1, {"y": 3}]})")));
}

TEST(Validator, EnumSaysWhatWouldBeRight) {
  const Schema kinds = makeSchema([](Schema& schema) { schema.values = std::vector<Json>{"cat", "dog"}; });
  EXPECT_EQ(complaint(kinds, "cta"), R"(enum: the value is "cta", none of "cat", "dog")");
  const Schema constant = makeSchema([](Schema& schema) { schema.values = std::vector<Json>{"cat"}; });
  EXPECT_EQ(complaint(constant, 3), R"(enum: the value is 3, not "cat")");
  const Schema many = makeSchema([](Schema& schema) {
    schema.values.emplace();
    for (int i = 0; i < 100; ++i) schema.values->push_back(i);
  });
  EXPECT_EQ(complaint(many, "x"), "enum: the value is \"x\", none of 0, 1, 2, 3, 4, 5 and 94 more");
}

TEST(Validator, BoundsSpeakAboutNumbersOnly) {
  const Schema schema = makeSchema([](Schema& one) {
    one.minimum = 0;
    one.maximum = 10;
  });
  EXPECT_TRUE(accepts(schema, "x"));
  EXPECT_TRUE(accepts(schema, 0));
  EXPECT_TRUE(accepts(schema, 10));
  EXPECT_EQ(complaint(schema, -1), "minimum: the value is -1, below its minimum of 0");
  EXPECT_EQ(complaint(schema, 10.5), "maximum: the value is 10.5, above its maximum of 10");
}

TEST(Validator, ExclusiveBoundsAreOutside) {
  const Schema schema = makeSchema([](Schema& one) {
    one.exclusiveMinimum = 0;
    one.exclusiveMaximum = 1.5L;
  });
  EXPECT_TRUE(accepts(schema, 0.0001));
  EXPECT_EQ(complaint(schema, 0), "exclusiveMinimum: the value is 0, but must be above 0");
  EXPECT_EQ(complaint(schema, 1.5), "exclusiveMaximum: the value is 1.5, but must be below 1.5");
}

TEST(Validator, IntegersOfSixtyFourBitsDifferInTheirLastBit) {
  constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();
  const Schema schema = makeSchema([](Schema& one) { one.maximum = static_cast<Number>(kGreatest - 1); });
  EXPECT_TRUE(accepts(schema, kGreatest - 1));
  EXPECT_FALSE(accepts(schema, kGreatest));
  const Schema unsignedLimit =
      makeSchema([](Schema& one) { one.values = std::vector<Json>{std::numeric_limits<uint64_t>::max()}; });
  EXPECT_TRUE(accepts(unsignedLimit, std::numeric_limits<uint64_t>::max()));
  EXPECT_FALSE(accepts(unsignedLimit, std::numeric_limits<uint64_t>::max() - 1));
  const Schema odd = makeSchema([](Schema& one) { one.values = std::vector<Json>{9007199254740993}; });
  EXPECT_FALSE(accepts(odd, 9007199254740992.0));
}

TEST(Validator, MultiplesOfDecimalsAreExact) {
  const auto of = [](Number divisor) {
    return makeSchema([&](Schema& schema) { schema.multipleOf = divisor; });
  };
  for (const double value : {0.0, 0.1, 0.3, -0.7, 1.1, 4.35e3, 1e22})
    EXPECT_TRUE(accepts(of(0.1), value)) << value;
  EXPECT_TRUE(accepts(of(0.1L), 0.3));
  EXPECT_TRUE(accepts(of(0.0001), 0.0075));
  EXPECT_EQ(complaint(of(0.0001), 0.00751), "multipleOf: the value is 0.00751, not a multiple of 0.0001");
  EXPECT_FALSE(accepts(of(0.1), 0.05));
  EXPECT_TRUE(accepts(of(0.01), 19.99));
  EXPECT_FALSE(accepts(of(0.01), 19.999));
  EXPECT_FALSE(accepts(of(0.123456789), 1e308));
  EXPECT_TRUE(accepts(of(0.5), 1e308));
  EXPECT_TRUE(accepts(of(1e-8), 12391239123));
}

TEST(Validator, MultiplesOfIntegersAreExact) {
  const Schema three = makeSchema([](Schema& schema) { schema.multipleOf = 3; });
  EXPECT_TRUE(accepts(three, 9223372036854775806));
  EXPECT_FALSE(accepts(three, 9223372036854775807));
  EXPECT_TRUE(accepts(three, -9));
  EXPECT_FALSE(accepts(three, 1.5));
}

TEST(Validator, SumsOfDoublesAreStillMultiples) {
  const Schema schema = makeSchema([](Schema& one) { one.multipleOf = 0.1; });
  EXPECT_TRUE(accepts(schema, 0.1 + 0.2));
  EXPECT_FALSE(accepts(schema, 0.300001));
}

TEST(Validator, IntegerFormatsAreRanges) {
  const auto of = [](const char* format) {
    return makeSchema([&](Schema& schema) { schema.format = format; });
  };
  EXPECT_TRUE(accepts(of("int32"), 2147483647));
  EXPECT_EQ(complaint(of("int32"), 2147483648), "format: the value is 2147483648, not of the format int32");
  EXPECT_FALSE(accepts(of("int32"), -2147483649));
  EXPECT_FALSE(accepts(of("int32"), 1.5));
  EXPECT_TRUE(accepts(of("int64"), std::numeric_limits<int64_t>::min()));
  EXPECT_FALSE(accepts(of("int64"), 9223372036854775808U));
  EXPECT_FALSE(accepts(of("uint8"), 256));
  EXPECT_TRUE(accepts(of("double"), 1e300));
  EXPECT_TRUE(accepts(of("int32"), "a text"));
}

TEST(Validator, LengthsAreInCharacters) {
  const Schema schema = makeSchema([](Schema& one) {
    one.minLength = 2;
    one.maxLength = 3;
  });
  EXPECT_TRUE(accepts(schema, "\u00e4\u00f6"));
  EXPECT_TRUE(accepts(schema, "\U0001F600\U0001F600\U0001F600"));
  EXPECT_TRUE(accepts(schema, 12345));
  EXPECT_EQ(complaint(schema, "\u00e4"),
            "minLength: the value is \"\u00e4\", shorter than its minLength of 2");
  EXPECT_EQ(complaint(schema, "abcd"), "maxLength: the value is \"abcd\", longer than its maxLength of 3");
}

TEST(Validator, PatternsAreSearchedFor) {
  const Schema schema = makeSchema([](Schema& one) { one.pattern = "b+c$"; });
  EXPECT_TRUE(accepts(schema, "abbc"));
  EXPECT_TRUE(accepts(schema, 1));
  EXPECT_EQ(complaint(schema, "abbcd"), "pattern: the value is \"abbcd\", which does not match b+c$");
}

TEST(Validator, AChangedPatternIsNotTheOldOne) {
  Schema schema = makeSchema([](Schema& one) { one.pattern = "^a$"; });
  EXPECT_TRUE(accepts(schema, "a"));
  Schema copy = schema;
  copy.pattern = "^b$";
  schema.pattern = "^c$";
  EXPECT_FALSE(accepts(schema, "a"));
  EXPECT_TRUE(accepts(schema, "c"));
  EXPECT_TRUE(accepts(copy, "b"));
  copy = schema;
  EXPECT_TRUE(accepts(copy, "c"));
}

TEST(Validator, ManyThreadsMayUseOneSchema) {
  const Schema schema = makeSchema([](Schema& one) { one.pattern = "^[a-z]+$"; });
  std::vector<int> right(4);
  std::vector<std::thread> threads;
  for (int& count : right) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) count += accepts(schema, "abc") && !accepts(schema, "ABC") ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 500));
}

TEST(Validator, FormatsAreAsserted) {
  const Schema schema = makeSchema([](Schema& one) { one.format = "date-time"; });
  EXPECT_TRUE(accepts(schema, "2020-02-29T12:00:00Z"));
  EXPECT_TRUE(accepts(schema, 7));
  EXPECT_EQ(complaint(schema, "yesterday"),
            "format: the value is \"yesterday\", not of the format date-time");
}

TEST(Validator, ItemsFollowThePrefix) {
  const Schema text = schemaOfType(Schema::String);
  const Schema integer = schemaOfType(Schema::Integer);
  const Schema nothing = makeSchema([](Schema& one) { one.acceptsNothing = true; });
  Schema schema = makeSchema([&](Schema& one) {
    one.prefixItems = {&text};
    one.items = &integer;
  });
  EXPECT_TRUE(accepts(schema, Json::parse(R"([])")));
  EXPECT_TRUE(accepts(schema, Json::parse(R"(["a", 1, 2])")));
  EXPECT_EQ(complaint(schema, Json::parse(R"(["a", 1, "b"])")), R"(type: /2 is "b", not an integer)");
  EXPECT_EQ(complaint(schema, Json::parse(R"([1])")), "type: /0 is 1, not a string");
  schema.items = nullptr;
  EXPECT_TRUE(accepts(schema, Json::parse(R"(["a", "b", null])")));
  schema.items = &nothing;
  EXPECT_EQ(complaint(schema, Json::parse(R"(["a", 1])")), "items: /1 is beyond the 1 item that is allowed");
  EXPECT_TRUE(accepts(schema, "no array"));
}

TEST(Validator, ItemsAreCounted) {
  const Schema schema = makeSchema([](Schema& one) {
    one.minItems = 1;
    one.maxItems = 2;
  });
  EXPECT_TRUE(accepts(schema, Json::parse("[1, 2]")));
  EXPECT_TRUE(accepts(schema, Json::object()));
  EXPECT_EQ(complaint(schema, Json::array()),
            "minItems: the value has 0 items, fewer than its minItems of 1");
  EXPECT_EQ(complaint(schema, Json::parse("[1, 2, 3]")),
            "maxItems: the value has 3 items, more than its maxItems of 2");
}

TEST(Validator, ContainsAsksForOneByDefault) {
  const Schema integer = schemaOfType(Schema::Integer);
  Schema schema = makeSchema([&](Schema& one) { one.contains = &integer; });
  EXPECT_TRUE(accepts(schema, Json::parse(R"(["a", 1])")));
  EXPECT_EQ(complaint(schema, Json::parse(R"(["a"])")),
            "contains: the value has 0 items that contains asks for, fewer than 1");
  schema.minContains = 0;
  EXPECT_TRUE(accepts(schema, Json::parse(R"(["a"])")));
  schema.minContains = 2;
  EXPECT_EQ(complaint(schema, Json::parse(R"(["a", 1])")),
            "minContains: the value has 1 item that contains asks for, fewer than 2");
  schema.maxContains = 2;
  EXPECT_TRUE(accepts(schema, Json::parse("[1, 2]")));
  EXPECT_EQ(complaint(schema, Json::parse("[1, 2, 3]")),
            "maxContains: the value has 3 items that contains asks for, more than 2");
}

TEST(Validator, CountsOfContainsAloneMeanNothing) {
  const Schema schema = makeSchema([](Schema& one) {
    one.minContains = 2;
    one.maxContains = 0;
  });
  EXPECT_TRUE(accepts(schema, Json::parse("[1]")));
}

TEST(Validator, UniqueItemsCompareAsJson) {
  const Schema schema = makeSchema([](Schema& one) { one.uniqueItems = true; });
  EXPECT_TRUE(accepts(schema, Json::parse(R"([1, "1", true, [1], {"a": 1}, null, false, 0, "", [], {}])")));
  EXPECT_TRUE(accepts(schema, Json::parse(R"([{"a": 1}, {"a": 2}, {"b": 1}, {"a": 1, "b": 2}])")));
  EXPECT_TRUE(accepts(schema, Json::parse("[9007199254740992.0, 9007199254740993]")));
  EXPECT_EQ(complaint(schema, Json::parse("[3, 1, 2, 1.0]")), "uniqueItems: /3 is the same as /1");
  EXPECT_FALSE(accepts(schema, Json::parse(R"([{"a": 1, "b": [2]}, 5, {"b": [2.0], "a": 1}])")));
}

TEST(Validator, UniqueItemsOfALongArrayAreFoundInTime) {
  const Schema schema = makeSchema([](Schema& one) { one.uniqueItems = true; });
  Json items = Json::array();
  for (int i = 0; i < 100'000; ++i) items.push_back((i * 7919) % 100'003);
  EXPECT_TRUE(accepts(schema, items));
  items.push_back(items[50'000]);
  EXPECT_EQ(complaint(schema, items), "uniqueItems: /100000 is the same as /50000");
}

TEST(Validator, IgnoresFormatsWhereTheyAreAnnotations) {
  const Schema date = makeSchema([](Schema& one) { one.format = "date"; });
  const Schema small = makeSchema([](Schema& one) { one.format = "int32"; });
  const Schema neither = makeSchema([&](Schema& one) { one.anyOf = {&date, &small}; });
  EXPECT_TRUE(validate("tomorrow", date, Direction::Request));
  EXPECT_FALSE(validate("tomorrow", date, Direction::Request, Formats::AreIgnored));
  EXPECT_FALSE(validate(1e10, small, Direction::Request, Formats::AreIgnored));
  EXPECT_FALSE(validate("tomorrow", neither, Direction::Request, Formats::AreIgnored));
}

}  // namespace
}  // namespace covolve::rest
