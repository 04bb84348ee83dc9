// Tests for subject.cpp, evolved by covolve.
// Link it with one source that defines CATCH_CONFIG_MAIN before it includes <catch2/catch.hpp>.
#include "subject.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

TEST_CASE("SubjectTest.SumReturnsZero", "[SubjectTest]") {
  CHECK(values::sum({}) == 0);
}

TEST_CASE("SubjectTest.SumReturns3", "[SubjectTest]") {
  CHECK(values::sum({3}) == 3);
}

TEST_CASE("SubjectTest.SumReturnsMinusOne", "[SubjectTest]") {
  CHECK(values::sum({std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) == -1);
}

TEST_CASE("SubjectTest.SplitReturnsOneElement", "[SubjectTest]") {
  CHECK(values::split({{1, 2}, {}}) == std::vector<std::vector<int>>{{1, 2}});
}

TEST_CASE("SubjectTest.JoinReturnsANulBByteFF0", "[SubjectTest]") {
  CHECK(values::join({"a", "b\3770"}, std::string_view("\0", 1)) == std::string("a\0b\3770", 5));
}

TEST_CASE("SubjectTest.ScaleSetsValuesTo3", "[SubjectTest]") {
  double values1 = 1.5;
  float factor = 0.1f;

  values::scale(&values1, factor, 2);

  CHECK_THAT(values1, Catch::Matchers::WithinULP(3.0, 4));
  CHECK_THAT(factor, Catch::Matchers::WithinULP(0.25f, 4));
}

TEST_CASE("SubjectTest.ScaleSetsFactorToInfinity", "[SubjectTest]") {
  float factor = 1.0f;
  values::scale(nullptr, factor, 0);
  CHECK(factor == std::numeric_limits<float>::infinity());
}

TEST_CASE("SubjectTest.ParseReturnsTrue", "[SubjectTest]") {
  int outCount = 0;
  std::string error;

  CHECK(values::parse("12", outCount, &error));
  CHECK(outCount == 12);
  CHECK(error == "none");
}

TEST_CASE("SubjectTest.ParseReturnsFalse", "[SubjectTest]") {
  int outCount = -1;
  CHECK_FALSE(values::parse(nullptr, outCount, nullptr));
  CHECK(outCount == -1);
}

TEST_CASE("SubjectTest.NameOfReturnsApostrophe", "[SubjectTest]") {
  CHECK(std::string(values::nameOf('\'')) == "apostrophe");
}

TEST_CASE("SubjectTest.NameOfReturnsNull", "[SubjectTest]") {
  CHECK(values::nameOf('\x1f') == nullptr);
}

TEST_CASE("SubjectTest.TableReturnsOneAndSmallAAnd2AndNewline", "[SubjectTest]") {
  CHECK(values::table({{{1, 'a'}, {2, '\n'}}}) == std::array<std::pair<int, char>,
      2>{{{1, 'a'}, {2, '\n'}}});
}

TEST_CASE("SubjectTest.FindReturnsOne", "[SubjectTest]") {
  CHECK(values::find(std::nullopt, {1, "one"}) == "one");
}

TEST_CASE("SubjectTest.FindReturnsNothing", "[SubjectTest]") {
  CHECK_FALSE(values::find(4, {1, "one"}).has_value());
}

TEST_CASE("SubjectTest.RatiosReturns2Elements", "[SubjectTest]") {
  const auto result = values::ratios(2);
  REQUIRE(result.size() == 2u);
  CHECK_THAT(result[0], Catch::Matchers::WithinULP(0.5, 4));
  CHECK(std::isnan(result[1]));
}

TEST_CASE("SubjectTest.BothReturnsOneAndNaN", "[SubjectTest]") {
  const auto result = values::both();
  CHECK(result.first == 1);
  CHECK(std::isnan(result.second));
}

TEST_CASE("SubjectTest.LookupReturns10", "[SubjectTest]") {
  const auto* result = values::lookup(1);
  REQUIRE(result != nullptr);
  CHECK(*result == 10);
}

TEST_CASE("SubjectTest.LookupReturnsNull", "[SubjectTest]") {
  CHECK(values::lookup(-1) == nullptr);
}

TEST_CASE("SubjectTest.ConsumeReturns5", "[SubjectTest]") {
  values::Token token(5);
  CHECK(values::consume(std::move(token)) == 5);
}

TEST_CASE("SubjectTest.ConsumeAllReturns11", "[SubjectTest]") {
  values::Token token(5);
  values::Token token2(6);
  std::vector<values::Token> values1;
  values1.push_back(std::move(token));
  values1.push_back(std::move(token2));

  CHECK(values::consumeAll(std::move(values1)) == 11);
}

TEST_CASE("SubjectTest.DistanceReturns5", "[SubjectTest]") {
  const values::point from{0.0, 1.0};
  const values::point to{3.0, 5.0};
  CHECK_THAT(values::distance(from, to), Catch::Matchers::WithinULP(5.0, 4));
}

TEST_CASE("SubjectTest.DistanceReturnsMinusZero", "[SubjectTest]") {
  const values::point point1{0.0, 1.0};
  CHECK_THAT(values::distance(point1, point1), Catch::Matchers::WithinULP(-0.0, 4));
}

TEST_CASE("SubjectTest.BigReturns10000000000", "[SubjectTest]") {
  CHECK(values::big(std::numeric_limits<unsigned long long>::max()) == 10000000000u);
}

TEST_CASE("SubjectTest.RangeReturns30Elements", "[SubjectTest]") {
  const auto result = values::range(30);
  REQUIRE(result.size() == 30u);
  CHECK(result[0] == 0);
  CHECK(result[29] == 29);
}

TEST_CASE("SubjectTest.CountReturns60", "[SubjectTest]") {
  CHECK(values::count(std::string(60, '(')) == 60);
}

TEST_CASE("SubjectTest.CountReturns101", "[SubjectTest]") {
  CHECK(values::count("The quick brown fox jumps over the lazy dog, and then the whole "
      "story begins all over again: \"quoted\"") == 101);
}

TEST_CASE("SubjectTest.FormatSetsBufferToDash7Byte01", "[SubjectTest]") {
  char buffer[256] = "abc";
  values::format(-7, buffer, 8);
  CHECK(std::string(buffer) == "-7\x01");
}

TEST_CASE("SubjectTest.FormatDoesNotThrow", "[SubjectTest]") {
  CHECK_NOTHROW(values::format(1, nullptr, 0));
}

TEST_CASE("SubjectTest.TrimReturnsA", "[SubjectTest]") {
  char text[256] = " a";
  CHECK(std::string(values::trim(text)) == "a");
  CHECK(std::string(text) == " a");
}

TEST_CASE("SubjectTest.TrimReturnsNull", "[SubjectTest]") {
  CHECK(values::trim(nullptr) == nullptr);
}

TEST_CASE("SubjectTest.EncodeReturns2", "[SubjectTest]") {
  unsigned char in[256] = "ab";
  char out[256] = "";

  CHECK(values::encode(in, out) == 2);
  CHECK(std::string(in, in + 2) == "ab");
  CHECK(in[2] == 0);
  CHECK(std::string(out,
      out + 256) == "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      "xxxxxxxxxxxxxxxx");
}

TEST_CASE("SubjectTest.EncodeReturnsZero", "[SubjectTest]") {
  unsigned char in[256] = "";

  CHECK(values::encode(in, nullptr) == 0);
  CHECK(in[0] == 5);
  CHECK(in[1] == 255);
  CHECK(in[2] == 0);
}

TEST_CASE("SubjectTest.DetachSetsLineToB", "[SubjectTest]") {
  char buffer[256] = "a b";
  char* line = buffer;
  values::detach(line);
  CHECK(std::string(line) == "b");
}

TEST_CASE("TokenTest.IdReturns5", "[TokenTest]") {
  const values::Token token(5);
  CHECK(token.id() == 5);
}
