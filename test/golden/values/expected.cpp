// Tests for subject.cpp, evolved by covolve.
#include "subject.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

TEST(SubjectTest, SumReturnsZero) {
  EXPECT_EQ(values::sum({}), 0);
}

TEST(SubjectTest, SumReturns3) {
  EXPECT_EQ(values::sum({3}), 3);
}

TEST(SubjectTest, SumReturnsMinusOne) {
  EXPECT_EQ(values::sum({std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}), -1);
}

TEST(SubjectTest, SplitReturnsOneElement) {
  EXPECT_EQ(values::split({{1, 2}, {}}), (std::vector<std::vector<int>>{{1, 2}}));
}

TEST(SubjectTest, JoinReturnsANulBByteFF0) {
  EXPECT_EQ(values::join({"a", "b\3770"}, std::string_view("\0", 1)), std::string("a\0b\3770", 5));
}

TEST(SubjectTest, ScaleSetsValuesTo3) {
  double values1 = 1.5;
  float factor = 0.1f;

  values::scale(&values1, factor, 2);

  EXPECT_DOUBLE_EQ(values1, 3.0);
  EXPECT_FLOAT_EQ(factor, 0.25f);
}

TEST(SubjectTest, ScaleSetsFactorToInfinity) {
  float factor = 1.0f;
  values::scale(nullptr, factor, 0);
  EXPECT_EQ(factor, std::numeric_limits<float>::infinity());
}

TEST(SubjectTest, ParseReturnsTrue) {
  int outCount = 0;
  std::string error;

  EXPECT_TRUE(values::parse("12", outCount, &error));
  EXPECT_EQ(outCount, 12);
  EXPECT_EQ(error, "none");
}

TEST(SubjectTest, ParseReturnsFalse) {
  int outCount = -1;
  EXPECT_FALSE(values::parse(nullptr, outCount, nullptr));
  EXPECT_EQ(outCount, -1);
}

TEST(SubjectTest, NameOfReturnsApostrophe) {
  EXPECT_STREQ(values::nameOf('\''), "apostrophe");
}

TEST(SubjectTest, NameOfReturnsNull) {
  EXPECT_EQ(values::nameOf('\x1f'), nullptr);
}

TEST(SubjectTest, TableReturnsOneAndSmallAAnd2AndNewline) {
  EXPECT_EQ(values::table({{{1, 'a'}, {2, '\n'}}}),
      (std::array<std::pair<int, char>, 2>{{{1, 'a'}, {2, '\n'}}}));
}

TEST(SubjectTest, FindReturnsOne) {
  EXPECT_EQ(values::find(std::nullopt, {1, "one"}), "one");
}

TEST(SubjectTest, FindReturnsNothing) {
  EXPECT_FALSE(values::find(4, {1, "one"}).has_value());
}

TEST(SubjectTest, RatiosReturns2Elements) {
  const auto result = values::ratios(2);
  ASSERT_EQ(result.size(), 2u);
  EXPECT_DOUBLE_EQ(result[0], 0.5);
  EXPECT_TRUE(std::isnan(result[1]));
}

TEST(SubjectTest, BothReturnsOneAndNaN) {
  const auto result = values::both();
  EXPECT_EQ(result.first, 1);
  EXPECT_TRUE(std::isnan(result.second));
}

TEST(SubjectTest, LookupReturns10) {
  const auto* result = values::lookup(1);
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(*result, 10);
}

TEST(SubjectTest, LookupReturnsNull) {
  EXPECT_EQ(values::lookup(-1), nullptr);
}

TEST(SubjectTest, ConsumeReturns5) {
  values::Token token(5);
  EXPECT_EQ(values::consume(std::move(token)), 5);
}

TEST(SubjectTest, ConsumeAllReturns11) {
  values::Token token(5);
  values::Token token2(6);
  std::vector<values::Token> values1;
  values1.push_back(std::move(token));
  values1.push_back(std::move(token2));

  EXPECT_EQ(values::consumeAll(std::move(values1)), 11);
}

TEST(SubjectTest, DistanceReturns5) {
  const values::point from{0.0, 1.0};
  const values::point to{3.0, 5.0};
  EXPECT_DOUBLE_EQ(values::distance(from, to), 5.0);
}

TEST(SubjectTest, DistanceReturnsMinusZero) {
  const values::point point1{0.0, 1.0};
  EXPECT_DOUBLE_EQ(values::distance(point1, point1), -0.0);
}

TEST(SubjectTest, BigReturns10000000000) {
  EXPECT_EQ(values::big(std::numeric_limits<unsigned long long>::max()), 10000000000u);
}

TEST(SubjectTest, RangeReturns30Elements) {
  const auto result = values::range(30);
  ASSERT_EQ(result.size(), 30u);
  EXPECT_EQ(result[0], 0);
  EXPECT_EQ(result[29], 29);
}

TEST(SubjectTest, CountReturns60) {
  EXPECT_EQ(values::count(std::string(60, '(')), 60);
}

TEST(SubjectTest, CountReturns101) {
  EXPECT_EQ(values::count("The quick brown fox jumps over the lazy dog, and then the whole "
      "story begins all over again: \"quoted\""), 101);
}

TEST(SubjectTest, FormatSetsBufferToDash7Byte01) {
  char buffer[256] = "abc";
  values::format(-7, buffer, 8);
  EXPECT_STREQ(buffer, "-7\x01");
}

TEST(SubjectTest, FormatDoesNotThrow) {
  EXPECT_NO_THROW(values::format(1, nullptr, 0));
}

TEST(SubjectTest, TrimReturnsA) {
  char text[256] = " a";
  EXPECT_STREQ(values::trim(text), "a");
  EXPECT_STREQ(text, " a");
}

TEST(SubjectTest, TrimReturnsNull) {
  EXPECT_EQ(values::trim(nullptr), nullptr);
}

TEST(SubjectTest, EncodeReturns2) {
  unsigned char in[256] = "ab";
  char out[256] = "";

  EXPECT_EQ(values::encode(in, out), 2);
  EXPECT_EQ(std::string(in, in + 2), "ab");
  EXPECT_EQ(in[2], 0);
  EXPECT_EQ(std::string(out, out + 256),
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxx");
}

TEST(SubjectTest, EncodeReturnsZero) {
  unsigned char in[256] = "";

  EXPECT_EQ(values::encode(in, nullptr), 0);
  EXPECT_EQ(in[0], 5);
  EXPECT_EQ(in[1], 255);
  EXPECT_EQ(in[2], 0);
}

TEST(SubjectTest, DetachSetsLineToB) {
  char buffer[256] = "a b";
  char* line = buffer;
  values::detach(line);
  EXPECT_STREQ(line, "b");
}

TEST(TokenTest, IdReturns5) {
  const values::Token token(5);
  EXPECT_EQ(token.id(), 5);
}
