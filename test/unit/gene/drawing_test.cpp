// Where genes take their values from, and what their setters refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "gene/draw.h"
#include "gene/number/floating_gene.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"

namespace covolve::gene {
namespace {

constexpr int kRounds = 4000;

/// How often `holds` of `kRounds` samples, each of a source of its own.
template <class Holds>
int count(const Constants& constants, Gene& gene, Holds holds) {
  Rng rng(1);
  int hits = 0;
  for (int i = 0; i < kRounds; ++i) {
    Source source(rng, constants);
    gene.sample(source);
    hits += holds() ? 1 : 0;
  }
  return hits;
}

TEST(Drawing, AboutAThirdOfIntegersAreConstantsOfTheCodeOrTheirNeighbours) {
  Constants constants;
  constants.integers.addFixed(123'456);
  constants.integers.addSeen(-98'765);
  IntegerGene gene(32, INT32_MIN, INT32_MAX);
  const int exact =
      count(constants, gene, [&] { return gene.value() == 123'456 || gene.value() == -98'765; });
  const int near = count(constants, gene, [&] { return gene.value() == 123'455 || gene.value() == 123'457; });
  EXPECT_GT(exact, kRounds / 5);
  EXPECT_LT(exact, kRounds / 2);
  EXPECT_GT(near, 10);
}

TEST(Drawing, ConstantsOutsideOfTheRangeAreNotPressedIntoIt) {
  Constants constants;
  constants.integers.addFixed(1'000'000);
  constants.floats.addFixed(1e9);
  IntegerGene integer(32, 0, 100'000);
  FloatingGene floating(64, 0, 1000);
  EXPECT_LT(count(constants, integer, [&] { return integer.value() == 100'000; }), kRounds / 10);
  EXPECT_LT(count(constants, floating, [&] { return floating.value() == 1000; }), kRounds / 10);
}

TEST(Drawing, IntegersAreReadFromWholeFloatsAndDecimalTexts) {
  Constants constants;
  constants.floats.addFixed(777.0);
  constants.floats.addFixed(0.5);
  constants.texts.addFixed("54321");
  constants.texts.addFixed("12x");
  IntegerGene gene(32, INT32_MIN, INT32_MAX);
  EXPECT_GT(count(constants, gene, [&] { return gene.value() == 777; }), 20);
  EXPECT_GT(count(constants, gene, [&] { return gene.value() == 54'321; }), 20);
}

TEST(Drawing, FloatsAreReadFromIntegersAndTextsWriteThem) {
  Constants constants;
  constants.integers.addFixed(-4711);
  FloatingGene floating(64);
  TextGene text(true);
  EXPECT_GT(count(constants, floating, [&] { return floating.value() == -4711; }), kRounds / 10);
  EXPECT_GT(count(constants, text, [&] { return text.text() == "-4711"; }), kRounds / 10);
}

TEST(Drawing, TextsOfTheCodeAreDrawnAsTheyAreAndComposed) {
  Constants constants;
  constants.texts.addFixed("alpha");
  constants.texts.addFixed("beta");
  TextGene gene(true);
  EXPECT_GT(count(constants, gene, [&] { return gene.text() == "beta"; }), kRounds / 10);
  EXPECT_GT(count(constants, gene, [&] { return gene.text() == "alphabeta"; }), 5);
  EXPECT_GT(count(constants, gene, [&] { return gene.text() == "alp"; }), 2);
}

TEST(Drawing, CharactersComeFromTextsOfTheCode) {
  Constants constants;
  constants.texts.addFixed("\x01");
  const auto gene = IntegerGene::ofCharacter(8, true);
  EXPECT_GT(count(constants, *gene, [&] { return gene->value() == 1; }), kRounds / 5);
}

TEST(Drawing, CharactersThatTheCodeAsksForAreNumbersOfItsConstants) {
  Constants constants;
  constants.integers.addFixed(',');
  constants.integers.addFixed(4711);
  Rng rng(1);
  Source source(rng, constants);
  std::set<char> drawn;
  for (int i = 0; i < 100; ++i) {
    if (const auto character = drawCharacter(source)) drawn.insert(*character);
  }
  EXPECT_EQ(drawn, std::set<char>{','});
}

TEST(Drawing, DelimitersAreNeitherLettersNorDigits) {
  Constants constants;
  constants.texts.addFixed("a9;b=");
  Rng rng(1);
  Source source(rng, constants);
  std::set<char> drawn;
  for (int i = 0; i < 200; ++i) drawn.insert(drawDelimiter(source));
  EXPECT_TRUE(drawn.contains(';') && drawn.contains('='));
  for (const char character : drawn) EXPECT_TRUE(std::string_view(";= ").contains(character)) << character;
  const Constants none;
  Source empty(rng, none);
  EXPECT_EQ(drawDelimiter(empty), ' ');
}

TEST(Drawing, MutationAddsAWordOfTheCodeToAList) {
  Constants constants;
  constants.texts.addFixed("price");
  constants.integers.addFixed(',');
  Rng rng(1);
  TextGene gene(true);
  bool isBehind = false;
  bool isBetween = false;
  for (int i = 0; i < 2 * kRounds; ++i) {
    Source source(rng, constants);
    ASSERT_TRUE(gene.set("count;tax"));
    gene.mutate(source);
    isBehind |= gene.text() == "count;tax,price";
    isBetween |= gene.text() == "count;price;tax";
  }
  EXPECT_TRUE(isBehind);
  EXPECT_TRUE(isBetween);
}

TEST(Drawing, ValuesOfTheSameTestMeetFarMoreOftenThanByChance) {
  Rng rng(1);
  const Constants none;
  int alone = 0;
  int together = 0;
  IntegerGene one(64, 1'000'000, INT64_MAX);
  IntegerGene two(64, 1'000'000, INT64_MAX);
  for (int i = 0; i < kRounds; ++i) {
    Source source(rng, none);
    one.sample(source);
    two.sample(source);
    together += one.value() == two.value() ? 1 : 0;
    Source other(rng, none);
    two.sample(other);
    alone += one.value() == two.value() ? 1 : 0;
  }
  EXPECT_GT(together, alone + kRounds / 20);
}

TEST(Drawing, MutationTriesConstantsAndSmallSteps) {
  Constants constants;
  constants.integers.addFixed(31'337);
  Rng rng(1);
  Source source(rng, constants);
  IntegerGene gene(64, INT64_MIN, INT64_MAX);
  std::set<int> offsets;
  bool sawConstant = false;
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(gene.set(5'000'000));
    gene.mutate(source);
    sawConstant |= gene.value() == 31'337;
    const __int128 offset = gene.value() - 5'000'000;
    if (offset >= -3 && offset <= 3) offsets.insert(static_cast<int>(offset));
  }
  EXPECT_TRUE(sawConstant);
  EXPECT_EQ(offsets, (std::set<int>{-3, -2, -1, 1, 2, 3}));
}

TEST(Drawing, DecimalTextsHandleTheLeastInteger) {
  const __int128 least = static_cast<__int128>(static_cast<unsigned __int128>(1) << 127);
  EXPECT_EQ(decimalText(least), "-170141183460469231731687303715884105728");
  EXPECT_EQ(decimalText(0), "0");
}

TEST(Setters, IntegersRefuseWhatIsOutOfRange) {
  IntegerGene gene(8, -5, 5);
  EXPECT_TRUE(gene.set(-5));
  EXPECT_FALSE(gene.set(6));
  EXPECT_EQ(gene.value(), -5);
}

TEST(Setters, FloatsRoundAndARangeRefusesNan) {
  FloatingGene single(32);
  EXPECT_TRUE(single.set(0.1));
  EXPECT_EQ(single.value(), static_cast<double>(0.1f));
  EXPECT_TRUE(single.set(1e300));
  EXPECT_EQ(single.value(), std::numeric_limits<double>::infinity());
  FloatingGene ranged(64, 0, 1);
  EXPECT_FALSE(ranged.set(std::nan("")));
  EXPECT_FALSE(ranged.set(1.5));
  EXPECT_TRUE(ranged.set(1));
}

TEST(Setters, TextsRefuseNulAndWrongLengths) {
  TextGene gene(false, 4, 1);
  EXPECT_TRUE(gene.set("abcd"));
  EXPECT_FALSE(gene.set("abcde"));
  EXPECT_FALSE(gene.set(""));
  EXPECT_FALSE(gene.set(std::string("a\0", 2)));
  EXPECT_FALSE(gene.mayHold('\0'));
  EXPECT_EQ(gene.text(), "abcd");
}

}  // namespace
}  // namespace covolve::gene
