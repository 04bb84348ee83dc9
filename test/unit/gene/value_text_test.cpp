#include "value_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/rng.h"

namespace covolve::gene {
namespace {

constexpr __int128 kMost = static_cast<__int128>(~static_cast<unsigned __int128>(0) >> 1);

void expectRoundTrip(const Value& value) {
  const auto parsed = parseValue(printValue(value));
  ASSERT_TRUE(parsed) << printValue(value) << ": " << parsed.error().message;
  EXPECT_EQ(*parsed, value) << printValue(value);
}

TEST(ValueText, ReadsLikeJsonWhereJsonCanSayIt) {
  EXPECT_EQ(printValue(Value::boolean(true)), "true");
  EXPECT_EQ(printValue(Value::number(-12)), "-12");
  EXPECT_EQ(printValue(Value::real(1)), "1.0");
  EXPECT_EQ(printValue(Value::string("say \"hi\"")), "\"say \\\"hi\\\"\"");
  EXPECT_EQ(printValue(Value::list({Value::number(1), Value::null()})), "[1, null]");
  EXPECT_EQ(
      printValue(Value::object({Value::field("a", Value::number(1)), Value::field("b", Value::list({}))})),
      "{\"a\": 1, \"b\": []}");
}

TEST(ValueText, HasMarksForTheRest) {
  EXPECT_EQ(printValue(Value::string(std::string("\0\n\xff", 3))), "\"\\x00\\x0a\\xff\"");
  EXPECT_EQ(printValue(Value::absent()), "none");
  EXPECT_EQ(printValue(Value::present(Value::absent())), "some none");
  EXPECT_EQ(printValue(Value::reference(3)), "#3");
  EXPECT_EQ(printValue(Value()), "?");
}

TEST(ValueText, IsExactForTheBordersOfNumbers) {
  using Limits = std::numeric_limits<double>;
  for (const __int128 value : {kMost, -kMost - 1, __int128{0}, __int128{-1}})
    expectRoundTrip(Value::number(value));
  for (const double value : {0.0, -0.0, 0.1, 1e300, -1e-300, Limits::max(), Limits::min(),
                             Limits::denorm_min(), Limits::infinity(), -Limits::infinity(),
                             Limits::quiet_NaN(), Limits::epsilon(), 1e16, 123456789012345680.0}) {
    expectRoundTrip(Value::real(value));
  }
  EXPECT_TRUE(std::signbit(parseValue("-0.0")->floating));
}

TEST(ValueText, NumbersOutOfRangeAreRefused) {
  EXPECT_TRUE(parseValue("170141183460469231731687303715884105727"));
  EXPECT_FALSE(parseValue("170141183460469231731687303715884105728"));
  EXPECT_TRUE(parseValue("-170141183460469231731687303715884105728"));
  EXPECT_FALSE(parseValue("-170141183460469231731687303715884105729"));
  EXPECT_FALSE(parseValue("1e999"));
}

Value randomValue(Rng& rng, int depth) {
  const auto children = [&] {
    std::vector<Value> values;
    for (size_t i = rng.below(4); i > 0; --i) values.push_back(randomValue(rng, depth + 1));
    return values;
  };
  const auto text = [&] {
    std::string bytes;
    for (size_t i = rng.below(12); i > 0; --i) bytes += static_cast<char>(rng.below(256));
    return bytes;
  };
  switch (rng.below(depth > 4 ? 7 : 11)) {
    case 0:
      return Value::boolean((rng.bits() & 1) != 0);
    case 1: {
      const auto high = static_cast<unsigned __int128>(rng.bits()) << 64;
      return Value::number(static_cast<__int128>((high | rng.bits()) >> rng.below(128)));
    }
    case 2:
      return Value::real(std::bit_cast<double>(rng.bits()));
    case 3:
      return Value::string(text());
    case 4:
      return Value::absent();
    case 5:
      return rng.below(2) == 0 ? Value::null() : Value();
    case 6:
      return Value::reference(static_cast<uint32_t>(rng.bits()));
    case 7:
      return Value::present(randomValue(rng, depth + 1));
    case 8: {
      Value empty;
      empty.kind = Value::Kind::Present;  // an observation that could not be looked into
      return Value::list({empty, randomValue(rng, depth + 1)});
    }
    case 9: {
      std::vector<Value> fields;
      for (Value& child : children()) fields.push_back(Value::field(text(), std::move(child)));
      return Value::object(std::move(fields));
    }
    default:
      return Value::list(children());
  }
}

TEST(ValueText, AnyValueComesBackTheSame) {
  Rng rng(1);
  for (int i = 0; i < 20'000; ++i) expectRoundTrip(randomValue(rng, 0));
}

/// Whatever bytes come: refused with a sentence, or a value that prints to what parses to itself.
TEST(ValueText, RandomBytesAreRefusedOrMakeAStableValue) {
  Rng rng(2);
  const std::string likely = "[]{}\"\\x0123456789-.e,: #?truefalsenonenullsomeinfnan\n";
  int taken = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string text;
    for (size_t k = rng.below(10); k > 0; --k) {
      text += rng.below(8) == 0 ? static_cast<char>(rng.below(256)) : likely[rng.below(likely.size())];
    }
    const auto value = parseValue(text);
    if (!value) {
      EXPECT_TRUE(value.error().message.ends_with('.'));
      continue;
    }
    ++taken;
    expectRoundTrip(*value);
  }
  EXPECT_GT(taken, 1000);
}

TEST(ValueText, MutilatedTextsAreRefusedOrMakeAStableValue) {
  Rng rng(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = printValue(randomValue(rng, 0));
    text[rng.below(text.size())] = static_cast<char>(rng.below(256));
    if (rng.below(2) == 0) text.resize(rng.below(text.size() + 1));
    if (const auto value = parseValue(text)) expectRoundTrip(*value);
  }
}

TEST(ValueText, WrongTextsAreRefused) {
  for (const char* wrong :
       {"",         " ",   "[",   "[1",    "[1,", "[1 2]", "{1: 2}", "{\"a\"}", "{\"a\":}", "\"", "\"\\n\"",
        "\"\\x4\"", "1 2", "--1", "1.2.3", "tru", "#",     "#-",     "+1",      "]",        "nul"}) {
    EXPECT_FALSE(parseValue(wrong)) << wrong;
  }
  EXPECT_FALSE(parseValue(std::string(100'000, '[')));
}

}  // namespace
}  // namespace covolve::gene
