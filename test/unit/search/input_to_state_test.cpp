#include "search/refine/input_to_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "one_datum.h"

namespace covolve::search {
namespace {

bool proposes(const Individual& individual, const Operand& left, const Operand& right, const Value& wanted) {
  Rng rng(1);
  const Comparison comparison{0, left, right};
  for (const Individual& changed : matchOperands(individual, std::span(&comparison, 1), 100, rng)) {
    if (valueIn(changed) == wanted) return true;
  }
  return false;
}

TEST(InputToState, PutsTheOtherOperandWhereOneStands) {
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(99)));
  EXPECT_TRUE(proposes(withInteger(5), number(99), number(5), Value::number(99)));
  EXPECT_FALSE(proposes(withInteger(17), number(6), number(99), Value::number(99)));
}

TEST(InputToState, KeepsAShiftOfOne) {
  // The code compared x - 1.
  EXPECT_TRUE(proposes(withInteger(6), number(5), number(99), Value::number(100)));
}

TEST(InputToState, OffersTheNeighboursForStrictComparisons) {
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(100)));
  EXPECT_TRUE(proposes(withInteger(5), number(5), number(99), Value::number(98)));
}

TEST(InputToState, SeesThroughSwappedBytes) {
  EXPECT_TRUE(proposes(withInteger(0x11223344, 32), number(0x44332211), number(0x0a0b0c0d),
                       Value::number(0x0d0c0b0a)));
}

TEST(InputToState, FindsNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("id=17;"), number(17), number(4711), Value::string("id=4711;")));
  EXPECT_TRUE(proposes(withText("abc"), number('b'), number('x'), Value::string("axc")));
  EXPECT_TRUE(proposes(withText("abc"), number(3), number(6), Value::string("abcccc")));
}

TEST(InputToState, FindsFloatingNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("t=-1.5e1 C"), real(-15), real(36.6), Value::string("t=36.6 C")));
  EXPECT_TRUE(proposes(withText("3"), real(3), real(2.75), Value::string("2.75")));
  EXPECT_TRUE(proposes(withText("0.1"), real(0.1f), real(0.25), Value::string("0.25"))) << "read as a float";
  EXPECT_TRUE(proposes(withText("2.5"), real(2.5), number(7), Value::string("8"))) << "one more";
  EXPECT_FALSE(proposes(withText("-.x"), real(0), real(2.75), Value::string("2.75x")));
}

TEST(InputToState, FindsHexadecimalNumbersInTexts) {
  EXPECT_TRUE(proposes(withText("id=1F;"), number(0x1f), number(0xbeef12), Value::string("id=beef12;")));
  EXPECT_TRUE(proposes(withText("#20ff05"), number(5), number(0xca), Value::string("#20ffca")));
  EXPECT_TRUE(proposes(withText("7"), number(7), number(0x1234), Value::string("1234")));
  EXPECT_FALSE(proposes(withText("77"), number(7), number(0x1234), Value::string("12347")));
}

TEST(InputToState, ReplacesTextsAlsoWhereTheCodeAddedSomething) {
  EXPECT_TRUE(proposes(withText("zzz"), text("zzz"), text("secret"), Value::string("secret")));
  EXPECT_TRUE(proposes(withText("a-zzz-b"), text("zzz"), text("secret"), Value::string("a-secret-b")));
  EXPECT_TRUE(proposes(withText("zz"), text("hellozz"), text("hello7"), Value::string("7")));
}

TEST(InputToState, MovesBetweenFloatsAndIntegers) {
  EXPECT_TRUE(proposes(withFloating(2.5), real(2.5), real(1e300), Value::real(1e300)));
  EXPECT_TRUE(proposes(withInteger(7), real(7.0), real(12.0), Value::number(12)));
}

TEST(InputToState, ReadsOperandsOfEqualityAsTheUnsignedNumbersTheyWere) {
  auto gene = gene::IntegerGene::ofType(32, false);
  gene->set(5);
  // The probe passes 0xdeadbeef as the signed number of the same bits.
  EXPECT_TRUE(proposes(withGene(std::move(gene)), number(5), number(static_cast<int32_t>(0xdeadbeef)),
                       Value::number(0xdeadbeef)));
}

TEST(InputToState, GuessesThatAnOperandWasComputedFromTheDatum) {
  EXPECT_TRUE(proposes(withInteger(100), number(137), number(1000), Value::number(963)));          // x + 37
  EXPECT_TRUE(proposes(withInteger(100), number(300), number(29999997), Value::number(9999999)));  // x * 3
  const int64_t shifted = int64_t{77} << 32 | 5;
  EXPECT_TRUE(proposes(withInteger(shifted), number(77), number(99), Value::number(int64_t{99} << 32 | 5)));
  EXPECT_TRUE(
      proposes(withInteger(21000000147), number(3), number(8), Value::number(int64_t{8} * 7000000049)));
}

TEST(InputToState, LeavesOperandsAloneThatWouldOverflow) {
  const __int128 smallest = static_cast<__int128>(1) << 127;
  EXPECT_FALSE(proposes(withInteger(5), number(smallest), number(smallest + 1), Value::number(0)));
}

TEST(InputToState, ReadsNumbersInTextsAsCCountsThem) {
  Rng rng(1);
  const auto becomes = [&](int64_t found, int64_t wanted, const std::string& text) {
    const Comparison comparison{0, number(found), number(wanted)};
    const auto changed = matchOperands(withText("2024-02-09"), std::span(&comparison, 1), 100, rng);
    return std::ranges::any_of(changed, [&](const Individual& one) { return valueIn(one).text == text; });
  };
  EXPECT_TRUE(becomes(2, 11, "2024-11-09"));           // a month
  EXPECT_TRUE(becomes(1, 11, "2024-12-09"));           // tm_mon
  EXPECT_TRUE(becomes(124, 99, "1999-02-09"));         // tm_year
  EXPECT_TRUE(becomes(9 * 60, 7 * 60, "2024-02-07"));  // minutes
}

TEST(InputToState, PutsAWordBesideAnotherWithADelimiter) {
  Rng rng(1);
  const Comparison comparison{kNoTarget, text("count"), text("price")};
  const auto becomesList = [&](std::optional<char> delimiter) {
    const auto changed = matchOperands(withText("count"), std::span(&comparison, 1), 100, rng, delimiter);
    return std::ranges::any_of(changed,
                               [](const Individual& one) { return valueIn(one).text == "count,price"; });
  };
  EXPECT_TRUE(becomesList(','));
  EXPECT_FALSE(becomesList(std::nullopt));
}

TEST(InputToState, ChangesAValueInAllDataThatHaveIt) {
  Rng rng(1);
  Individual pair = withInteger(5);
  pair.actions[0].genes.push_back(pair.actions[0].genes[0]->copy());
  const Comparison comparison{0, number(5), number(70)};
  const auto changed = matchOperands(pair, std::span(&comparison, 1), 100, rng);
  EXPECT_TRUE(std::ranges::any_of(changed, [](const Individual& one) {
    return valueIn(one, 0).integer == 70 && valueIn(one, 1).integer == 70;
  }));
}

TEST(InputToState, PutsBothPartsWhereTheCodeHasPutTwoDataTogether) {
  Rng rng(1);
  Individual lines = withText("[x@y]");
  lines.actions[0].genes.push_back(withText("key = 1").actions[0].genes[0]->copy());
  const Comparison comparison{0, text("server.port"), text("x@y.key")};
  const auto changed = matchOperands(lines, std::span(&comparison, 1), 100, rng);
  EXPECT_TRUE(std::ranges::any_of(changed, [](const Individual& one) {
    return valueIn(one, 0).text == "[server]" && valueIn(one, 1).text == "port = 1";
  }));
}

TEST(InputToState, ReplacesDigitsWithinALongerNumber) {
  EXPECT_TRUE(proposes(withText("AT1234567"), number(23), number(99), Value::string("AT1994567")));
  EXPECT_TRUE(proposes(withText("AT1234567"), number(4567), number(0), Value::string("AT1230000")));
  EXPECT_TRUE(proposes(withText("AT1070000"), number(7), number(99), Value::string("AT1990000")))
      << "with the zero before it";
}

TEST(InputToState, PutsTheTextsOfATablesRowForANumberThatTheyStandFor) {
  const gene::TextsByNumber rows{{1, {{"text", "html"}}}, {2, {{"image", "png"}}}, {9, {{"*", "*"}}}};
  const auto changed = [&](const std::string& before, __int128 present, __int128 wanted) {
    Rng rng(1);
    const Comparison comparison{0, number(present), number(wanted)};
    std::set<std::string> texts;
    for (const Individual& one :
         matchOperands(withText(before), std::span(&comparison, 1), 100, rng, {}, rows))
      texts.insert(valueIn(one).text);
    return texts;
  };
  EXPECT_TRUE(changed("a/b;charset=c", 0, 1).contains("text/html;charset=c")) << "words for words";
  EXPECT_TRUE(changed("*/*;charset=c", 9, 2).contains("image/png;charset=c")) << "a row for a row";
  EXPECT_FALSE(changed("a/b;charset=c", 0, 3).contains("text/html;charset=c"));
}

// A text that was asked about thirty times must not hide the one number that matters.
TEST(InputToState, MatchesWantedDecisionsFirst) {
  Rng rng(1);
  std::vector<std::string> words;
  for (int i = 0; i < 30; ++i) words.push_back("word" + std::to_string(i));
  std::vector<Comparison> comparisons;
  for (const std::string& word : words) comparisons.push_back({kNoTarget, text("9"), text(word)});
  comparisons.push_back({0, number(9), number(4711)});
  const auto changed = matchOperands(withText("9"), comparisons, 16, rng);
  EXPECT_TRUE(
      std::ranges::any_of(changed, [](const Individual& one) { return valueIn(one).text == "4711"; }));
}

TEST(InputToState, StaysWithinTheDomainAndTheLimit) {
  Rng rng(1);
  const Comparison comparison{0, number(5), number(100000)};
  EXPECT_TRUE(matchOperands(withInteger(5, 8), std::span(&comparison, 1), 100, rng).empty());
  const Comparison wide{0, number(5), number(99)};
  EXPECT_EQ(matchOperands(withInteger(5), std::span(&wide, 1), 2, rng).size(), 2u);
}

}  // namespace
}  // namespace covolve::search
