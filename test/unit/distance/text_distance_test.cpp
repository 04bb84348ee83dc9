// Distances of questions about texts.
#include "distance/text_distance.h"

#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"

namespace covolve::distance {
namespace {

using abi::TextQuestion;

Text textOf(const std::string& text) { return {text.data(), text.size(), 1}; }

Pair ask(TextQuestion question, const std::string& left, const std::string& right, bool answer,
         bool foldsCase = false) {
  return ofTexts(question, foldsCase, textOf(left), textOf(right), answer);
}

uint64_t toYes(TextQuestion question, const std::string& left, const std::string& right) {
  return ask(question, left, right, false).toTrue;
}

TEST(TextDistance, IsTheSumOverCharacters) {
  EXPECT_EQ(toYes(TextQuestion::Equal, "tea", "tec"), 2u);
  EXPECT_EQ(toYes(TextQuestion::Equal, "te", "tea"), kMissingCharacter);
  EXPECT_EQ(toYes(TextQuestion::Equal, "teapot", "tea"), 3 * kMissingCharacter);
  EXPECT_EQ(toYes(TextQuestion::StartsWith, "teapot", "ted"), 3u);
  EXPECT_EQ(toYes(TextQuestion::EndsWith, "my tea", "teb"), 1u);
  EXPECT_EQ(toYes(TextQuestion::EndsWith, "a", "tea"), 2 * kMissingCharacter);
  EXPECT_EQ(toYes(TextQuestion::Contains, "my teb pot", "tea"), 1u);
  EXPECT_EQ(toYes(TextQuestion::ContainsAnyOf, "ab", "dx"), 2u);
  EXPECT_EQ(toYes(TextQuestion::IsEmpty, "ab", ""), 2 * kMissingCharacter);
}

TEST(TextDistance, LeavesCaseOutWhereTheCallDoes) {
  EXPECT_EQ(ask(TextQuestion::Equal, "TEB", "tea", false, true).toTrue, 1u);
}

TEST(TextDistance, KnowsWideCharacters) {
  const std::u32string left = U"tea";
  const std::u32string right = U"te\u00e5";
  EXPECT_EQ(TextDistance(false, {left.data(), 3, 4}, {right.data(), 3, 4}).toEqual(), 0xe5u - 'a');
}

TEST(TextDistance, OfWideCharactersGrowsWithTheirDifferenceAndStaysBelowAMissingOne) {
  const auto between = [](char32_t one, char32_t other) {
    return TextDistance(false, {&one, 1, 4}, {&other, 1, 4}).toEqual();
  };
  uint64_t before = 0;
  for (uint32_t difference = 1; difference < 0x80000000; difference += difference / 4 + 1) {
    const uint64_t distance = between(0, difference);
    EXPECT_GE(distance, before);
    EXPECT_LE(distance, between(0, 2 * difference) - 1);
    before = distance;
  }
  const std::u32string text = U"te";
  EXPECT_LT(between(0, 0xffffffff), TextDistance(false, {text.data(), 1, 4}, {text.data(), 2, 4}).toEqual());
}

TEST(TextDistance, TakesTheAnswerForGranted) {
  // Only the beginnings are compared, and code under test may answer as it likes.
  const std::string one(1000, 'a');
  const std::string other = std::string(999, 'a') + "b";
  EXPECT_EQ(ask(TextQuestion::Equal, one, other, false).toFalse, 0u);
  EXPECT_GT(ask(TextQuestion::Equal, one, other, false).toTrue, 0u);
  EXPECT_EQ(ask(TextQuestion::Equal, one, other, true).toTrue, 0u);
  EXPECT_GT(ask(TextQuestion::Equal, one, other, true).toFalse, 0u);
}

TEST(TextDistance, OneMoreRightCharacterIsNeverFarther) {
  Rng rng(1);
  const auto sample = [&](size_t size) {
    std::string text;
    for (size_t i = 0; i < size; ++i) text += static_cast<char>('a' + rng.below(26));
    return text;
  };
  for (int round = 0; round < 10'000; ++round) {
    const std::string word = sample(1 + rng.below(8));
    std::string text = sample(word.size());
    const size_t place = rng.below(word.size());
    const uint64_t before = TextDistance(false, textOf(text), textOf(word)).toEqual();
    text[place] = word[place];
    EXPECT_LE(TextDistance(false, textOf(text), textOf(word)).toEqual(), before);
    EXPECT_EQ(TextDistance(false, textOf(text), textOf(word)).toEqual() == 0, text == word);
    EXPECT_EQ(TextDistance(false, textOf(text), textOf(word)).toContained() == 0,
              text.find(word) != std::string::npos);
  }
}

}  // namespace
}  // namespace covolve::distance
