#include "regex/parser.h"

#include <gtest/gtest.h>

namespace covolve::regex {
namespace {

SyntaxTree read(std::string_view pattern, Syntax syntax = Syntax::Ecma262) {
  auto tree = parse(pattern, syntax);
  EXPECT_TRUE(tree) << pattern << ": " << tree.error().problem;
  return tree ? std::move(*tree) : SyntaxTree{};
}

/// Of the only alternative.
const Term& termOf(const SyntaxTree& tree, size_t index) { return tree.whole.at(0).at(index); }

const CharacterClass& classOf(const SyntaxTree& tree) {
  return std::get<CharacterClass>(termOf(tree, 0).atom);
}

TEST(RegexParser, AlternativesHoldTermsWithTheirQuantifiers) {
  const SyntaxTree tree = read("ab+?|(c){2,5}|");
  ASSERT_EQ(tree.whole.size(), 3u);
  EXPECT_FALSE(tree.whole[0][0].quantifier);
  EXPECT_EQ(tree.whole[0][1].quantifier->least, 1u);
  EXPECT_EQ(tree.whole[0][1].quantifier->most, Quantifier::kUnbounded);
  EXPECT_TRUE(tree.whole[0][1].quantifier->isLazy);
  EXPECT_EQ(tree.whole[1][0].quantifier->most, 5u);
  EXPECT_TRUE(tree.whole[2].empty());
  EXPECT_EQ(tree.groups(), 1u);
}

TEST(RegexParser, CharactersAreCodePoints) {
  for (const char* pattern : {"\U0001F600", "\\u{1F600}", "\\uD83D\\uDE00"}) {
    const SyntaxTree tree = read(pattern);
    ASSERT_EQ(tree.whole[0].size(), 1u) << pattern;
    EXPECT_EQ(std::get<Character>(termOf(tree, 0).atom).code, U'\U0001F600') << pattern;
  }
}

TEST(RegexParser, NamesOfGroupsMayBeSharedAndReferredToBefore) {
  const SyntaxTree tree = read("\\k<y>(?:(?<y>a)|(x)|(?<y>b))");
  EXPECT_EQ(groupsOf(tree, std::get<BackReference>(termOf(tree, 0).atom)), (std::vector<size_t>{0, 2}));
}

TEST(RegexParser, AHyphenBesideAClassIsACharacter) {
  const SyntaxTree tree = read("[\\w-.]");
  const CharacterClass& set = classOf(tree);
  ASSERT_EQ(set.members.size(), 3u);
  EXPECT_EQ(std::get<NamedClass>(set.members[0]).name, "w");
  EXPECT_EQ(std::get<Range>(set.members[1]).first, U'-');
  EXPECT_EQ(std::get<Range>(set.members[2]).first, U'.');
}

TEST(RegexParser, DialectsReadBracketsDifferently) {
  EXPECT_EQ(std::get<NamedClass>(classOf(read("[[:alpha:]]", Syntax::StdEcmascript)).members[0]).name,
            "alpha");
  EXPECT_EQ(read("[[:alpha:]]").whole[0].size(), 2u);  // a class and a bracket
  EXPECT_EQ(classOf(read("[]a]", Syntax::PosixExtended)).members.size(), 2u);
  EXPECT_TRUE(classOf(read("[]a]")).members.empty());
}

TEST(RegexParser, WhatIsWrongIsToldFromWhatOthersMayRead) {
  for (const char* pattern : {"(", ")", "[a", "a**", "a{3,2}", "[z-a]", "\\Z", "\\k<x>", "(?<>a)"})
    EXPECT_TRUE(!parse(pattern, Syntax::Ecma262) && parse(pattern, Syntax::Ecma262).error().isWrong)
        << pattern;
  for (const char* pattern : {"(?i)a", "(?>a)", "\\pL", "\\uD800", "\\8", "\\01", "\xff"})
    EXPECT_TRUE(!parse(pattern, Syntax::Ecma262) && !parse(pattern, Syntax::Ecma262).error().isWrong)
        << pattern;
}

}  // namespace
}  // namespace covolve::regex
