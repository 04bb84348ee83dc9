#include "search/mutation/text_splicing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gene/text/text_gene.h"
#include "gene/text_characters.h"
#include "search/mutation/mutator.h"
#include "searching.h"

namespace covolve::search {
namespace {

using testing::Contains;
using testing::IsSubsetOf;

std::set<std::string> splicedOften(std::string_view text, std::string_view donor, char delimiter = ';') {
  Rng rng(1);
  std::set<std::string> spliced;
  for (int i = 0; i < 5000; ++i) spliced.insert(splicedText(text, donor, delimiter, rng));
  return spliced;
}

TEST(TextSplicing, JoinsTheBeginningOfOneAndTheEndOfTheOther) {
  EXPECT_THAT(splicedOften("text/html", "a/b;charset=x"), Contains("text/html;charset=x"));
  EXPECT_THAT(splicedOften("a;b;c", "x"), Contains("a;b;x"));
}

TEST(TextSplicing, ExchangesAndInsertsParts) {
  EXPECT_THAT(splicedOften("q=red&page=1", "sort=name"), Contains("q=name&page=1"));
  EXPECT_THAT(splicedOften("mo 08:30", "fr-sa 09:00"), Contains("fr-sa 08:30"));
  EXPECT_THAT(splicedOften("1.2", "3.4"), Contains("1.3.2"));  // "3." inserted
}

TEST(TextSplicing, PutsADelimiterBetweenWhole) {
  EXPECT_THAT(splicedOften("q=red", "sort=name", '&'), Contains("q=red&sort=name"));
  EXPECT_THAT(splicedOften("q=red&page=1", "sort=name"), Contains("q=red&page=1&sort=name"));
}

TEST(TextSplicing, CutsBetweenLettersAndDigits) {
  EXPECT_THAT(splicedOften("P1Y", "P7D"), Contains("P1Y7D"));
  EXPECT_THAT(splicedOften("12km", "350g"), testing::Not(Contains("1km")));
}

TEST(TextSplicing, KeepsWordsWhole) {
  EXPECT_THAT(splicedOften("red", "name"), IsSubsetOf({"", "red", "name", "redname", "namered", "red;name"}));
}

TEST(TextSplicing, CutsNoCharacterOfUnicode) {
  for (const std::string& text : splicedOften("\u00e4\u2013;\u00f6", "\u20ac,\u00e9")) {
    const std::u32string characters = gene::charactersOf(text, true);
    EXPECT_EQ(gene::textOf(characters, true), text);
    EXPECT_THAT(characters, testing::Each(testing::AnyOf(U'\u00e4', U'\u2013', U';', U'\u00f6', U'\u20ac',
                                                         U',', U'\u00e9')));
  }
}

Individual withTexts(std::initializer_list<std::string> texts) {
  Individual test;
  test.actions.emplace_back(1u);
  for (const std::string& text : texts) {
    auto gene = std::make_unique<gene::TextGene>(true);
    gene->set(text);
    test.actions[0].genes.push_back(std::move(gene));
  }
  return test;
}

/// What mutation makes of a text while another test covers something.
std::set<std::string> mutatedOften(double splice, const Individual& covering) {
  artificial::ArtificialProblem problem({1, 1, 0, 1, nullptr});
  Archive archive(1);
  const TargetDistance covered{0, 0};
  archive.offer(covering, {&covered, 1});
  Rng rng(1);
  Parameters parameters;
  parameters.splice = splice;
  const double progress = 0;
  Mutator mutator({problem, archive, rng, parameters, progress});
  std::set<std::string> texts;
  for (int i = 0; i < 2000; ++i) {
    Individual test = withTexts({"text/html", ""});
    mutator.mutate(test, {}, false);
    test.actions[0].genes[0]->visitLeaves(
        [&](const gene::Leaf& leaf) { texts.insert(leaf.readText()->text); });
  }
  return texts;
}

TEST(Splicing, TakesPartsOfTestsThatCoverSomething) {
  const Individual covering = withTexts({"a/b;charset=latin", ""});
  EXPECT_THAT(mutatedOften(0.5, covering), Contains("text/html;charset=latin"));
  EXPECT_THAT(mutatedOften(0, covering), testing::Not(Contains("text/html;charset=latin")));
}

TEST(Splicing, FindsNothingInEmptyTexts) {
  EXPECT_THAT(mutatedOften(1, withTexts({"", ""})),
              Contains(testing::Not("text/html")));  // mutated otherwise
}

}  // namespace
}  // namespace covolve::search
