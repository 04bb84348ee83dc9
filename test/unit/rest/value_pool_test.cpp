#include "rest/search/value_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>

namespace covolve::rest {
namespace {

/// All that comes for a name, as texts.
std::set<std::string> valuesOf(const ValuePool& pool, const std::string& name) {
  std::set<std::string> values;
  Rng rng(1);
  for (int i = 0; i < 400; ++i) {
    const Value* value = pool.pick(name, rng);
    if (value == nullptr) return values;
    switch (value->kind) {
      case Value::Kind::Text:
        values.insert("\"" + value->text + "\"");
        break;
      case Value::Kind::Integer:
        values.insert(value->integer < 0 ? "-" + std::to_string(static_cast<uint64_t>(-value->integer))
                                         : std::to_string(static_cast<uint64_t>(value->integer)));
        break;
      case Value::Kind::Floating:
        values.insert(std::to_string(value->floating));
        break;
      default:
        values.insert("something else");
    }
  }
  return values;
}

ValuePool learned(const Json& json) {
  ValuePool pool;
  pool.learn(json);
  return pool;
}

using Texts = std::set<std::string>;

TEST(ValuePool, KnowsScalarsByTheNameOfTheirField) {
  const ValuePool pool = learned({{"name", "Ann"}, {"age", 7}, {"debt", -3}, {"height", 1.5}});
  EXPECT_EQ(valuesOf(pool, "name"), Texts{"\"Ann\""});
  EXPECT_EQ(valuesOf(pool, "age"), Texts{"7"});
  EXPECT_EQ(valuesOf(pool, "debt"), Texts{"-3"});
  EXPECT_EQ(valuesOf(pool, "height"), Texts{"1.500000"});
  EXPECT_EQ(valuesOf(pool, "weight"), Texts{});
}

TEST(ValuePool, KnowsWhatWasGivenAsAnIdentifier) {
  const ValuePool pool = learned({{"id", 17}, {"ownerId", "a-b"}, {"age", 18}});
  EXPECT_TRUE(pool.hasIdentifier(17));
  EXPECT_TRUE(pool.hasIdentifier("17")) << "in a path they are the same";
  EXPECT_TRUE(pool.hasIdentifier("a-b"));
  EXPECT_FALSE(pool.hasIdentifier(18));
}

TEST(ValuePool, SpellingOfANameDoesNotMatter) {
  EXPECT_EQ(valuesOf(learned({{"pet_id", 7}}), "petID"), Texts{"7"});
}

TEST(ValuePool, KeepsIntegersExactly) {
  const uint64_t most = std::numeric_limits<uint64_t>::max();
  const int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(valuesOf(learned({{"n", most}}), "n"), Texts{"18446744073709551615"});
  EXPECT_EQ(valuesOf(learned({{"n", least}}), "n"), Texts{"-9223372036854775808"});
}

TEST(ValuePool, TruthAndNullTellNothing) {
  const ValuePool pool = learned({{"a", true}, {"b", nullptr}});
  EXPECT_EQ(valuesOf(pool, "a"), Texts{});
  EXPECT_EQ(valuesOf(pool, "b"), Texts{});
}

TEST(ValuePool, LongTextsAreNoValuesToTry) {
  EXPECT_EQ(valuesOf(learned({{"a", std::string(200, 'x')}}), "a").size(), 1u);
  EXPECT_EQ(valuesOf(learned({{"a", std::string(201, 'x')}}), "a").size(), 0u);
}

TEST(ValuePool, LooksIntoObjectsAndTheBeginningOfLists) {
  const ValuePool pool = learned({{"owner", {{"id", 5}}}, {"tags", {"a", "b", "c", "d", "e"}}});
  EXPECT_EQ(valuesOf(pool, "id"), Texts{"5"});
  EXPECT_EQ(valuesOf(pool, "tags"), (Texts{"\"a\"", "\"b\"", "\"c\"", "\"d\""}));
}

TEST(ValuePool, AScalarAloneHasNoName) {
  EXPECT_EQ(valuesOf(learned(5), ""), Texts{});
  EXPECT_EQ(valuesOf(learned({1, 2}), ""), Texts{});
}

TEST(ValuePool, OfOneNameTheOldestIsForgotten) {
  ValuePool pool;
  for (int i = 100; i < 120; ++i) pool.learn({{"id", i}});
  const Texts known = valuesOf(pool, "id");
  EXPECT_EQ(known.size(), 16u);
  EXPECT_FALSE(known.contains("103"));
  EXPECT_TRUE(known.contains("104"));
  EXPECT_TRUE(known.contains("119"));
}

TEST(ValuePool, WhatIsKnownTakesNoRoom) {
  ValuePool pool;
  pool.learn({{"id", 1}});
  for (int i = 0; i < 100; ++i) pool.learn({{"id", 2}});
  EXPECT_EQ(valuesOf(pool, "id"), (Texts{"1", "2"}));
}

TEST(ValuePool, OneResponseGivesABoundedNumber) {
  Json wide = Json::object();
  for (int i = 0; i < 200; ++i) wide["field" + std::to_string(i)] = i;
  const ValuePool pool = learned(wide);
  Rng rng(1);
  int known = 0;
  for (int i = 0; i < 200; ++i) known += pool.pick("field" + std::to_string(i), rng) != nullptr ? 1 : 0;
  EXPECT_EQ(known, 64);
}

}  // namespace
}  // namespace covolve::rest
