// The distance to a language, against its definition: the cheapest edit into any word.
#include "distance/regular_language.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "covolve/abi.h"
#include "distance/number_language.h"
#include "distance/pattern_language.h"
#include "distance/time_language.h"
#include "language_support.h"
#include "pattern_generator.h"

namespace covolve::distance {

namespace {

BuiltLanguage ofPattern(const std::string& pattern) {
  return BuiltLanguage([&](LanguageBuilder& builder) { return patternText(builder, pattern, {}); });
}

uint64_t byteDistance(char left, char right) {
  return static_cast<uint64_t>(
      std::abs(static_cast<unsigned char>(left) - static_cast<unsigned char>(right)));
}

/// The cost of the cheapest edits that make one text the other.
uint64_t editDistance(std::string_view left, std::string_view right) {
  std::vector<uint64_t> row(right.size() + 1);
  for (size_t j = 0; j <= right.size(); ++j) row[j] = j * kGap;
  for (size_t i = 0; i < left.size(); ++i) {
    uint64_t diagonal = row[0];
    row[0] += kGap;
    for (size_t j = 0; j < right.size(); ++j) {
      const uint64_t substituted = diagonal + byteDistance(left[i], right[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + kGap, row[j] + kGap});
    }
  }
  return row.back();
}

/// All words of a language that have no other bytes than these, up to a length.
std::vector<std::string> wordsOf(const BuiltLanguage& language, std::string_view alphabet, size_t longest) {
  std::vector<std::string> words;
  std::vector<std::string> texts = {""};
  for (size_t length = 0;; ++length) {
    for (const std::string& text : texts) {
      if (language.contains(text)) words.push_back(text);
    }
    if (length == longest) return words;
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const char byte : alphabet) longer.push_back(text + byte);
    }
    texts = std::move(longer);
  }
}

TEST(RegularLanguage, HasTheDistanceOfTheNearestWord) {
  constexpr std::string_view kAlphabet = "acx";
  constexpr size_t kLongest = 7;
  Rng rng(7);
  int compared = 0;
  for (int patterns = 0; patterns < 400; ++patterns) {
    // No sets: every byte that a word can have is in the alphabet.
    const std::string pattern = PatternGenerator(rng, PatternGenerator::Kind::Letters).disjunction(2);
    const BuiltLanguage language = ofPattern(pattern);
    if (!language) continue;
    const std::vector<std::string> words = wordsOf(language, kAlphabet, kLongest);
    for (int i = 0; i < 20; ++i) {
      const std::string text = randomText(rng, "abcdxyz", 4);
      uint64_t nearest = abi::kFarthest;
      for (const std::string& word : words) nearest = std::min(nearest, editDistance(text, word));
      // Words beyond those that were tried cost at least a gap for each byte more.
      if (nearest > (kLongest + 1 - text.size()) * kGap) continue;
      ASSERT_EQ(language.distance(text), nearest) << pattern << " of '" << text << "'";
      ++compared;
    }
  }
  EXPECT_GT(compared, 4000);
}

TEST(RegularLanguage, IsFarthestWhereThereIsNoWord) {
  const BuiltLanguage never = ofPattern("a\\bb");
  EXPECT_EQ(never.distance("ab"), abi::kFarthest);
  EXPECT_FALSE(never.contains("ab"));
  EXPECT_EQ(ofPattern("[]").distance(std::string(1000, 'a')), abi::kFarthest);
}

TEST(RegularLanguage, CostsTheNearestByteOfASet) {
  const BuiltLanguage digit = ofPattern("[0-9]");
  EXPECT_EQ(digit.distance("a"), uint64_t{'a' - '9'});
  EXPECT_EQ(digit.distance("/"), 1u);
  EXPECT_EQ(digit.distance("\xff"), uint64_t{0xff - '9'});
  EXPECT_EQ(digit.distance(""), kGap);
  EXPECT_EQ(digit.distance("12"), kGap);
}

TEST(RegularLanguage, SaysWhereAnAlignmentPaysFirst) {
  const BuiltLanguage language = ofPattern("key(=[0-9])?");
  EXPECT_EQ(language.position("key=7"), 5u);
  EXPECT_EQ(language.position("kay=7"), 1u);
  EXPECT_EQ(language.position("key=x"), 4u);
  EXPECT_EQ(language.position("ke"), 2u);
  EXPECT_EQ(language.position("key!"), 3u);
  EXPECT_EQ(language.position(""), 0u);
}

std::vector<BuiltLanguage> someLanguages() {
  std::vector<BuiltLanguage> languages;
  for (const char* pattern :
       {"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,}", "(\\d{1,3}\\.){3}\\d{1,3}", "(?:ab|c)*d?",
        "#[0-9a-f]{6}", "\\bcat\\b.*", "P(\\d+Y)?(\\d+M)?(\\d+D)?", "[KQRBN]?[a-h]x?[1-8](=[QRBN])?[+#]?"})
    languages.push_back(ofPattern(pattern));
  for (const char* format : {"%Y-%m-%d", "%a, %d %b %Y %T"})
    languages.emplace_back(
        [&](LanguageBuilder& builder) { return strptimeText(builder, format, Extent::Whole); });
  languages.emplace_back([](LanguageBuilder& builder) { return floatText(builder, {}, Extent::Whole); });
  return languages;
}

constexpr std::string_view kBytes = "abcdxyzAQ0123456789.@:-+ #=,P";

TEST(RegularLanguage, KeepsTheTriangleInequality) {
  Rng rng(3);
  for (const BuiltLanguage& language : someLanguages()) {
    for (int i = 0; i < 2000; ++i) {
      const std::string text = randomText(rng, kBytes, 14);
      const std::string other = mutated(rng, text, kBytes);
      ASSERT_LE(language.distance(text), editDistance(text, other) + language.distance(other))
          << text << " | " << other;
    }
  }
}

/// A word that is near a text: by always taking the best of all single edits.
std::string nearestWord(const BuiltLanguage& language, std::string text) {
  for (uint64_t distance = language.distance(text); distance != 0;) {
    std::string best = text;
    const auto consider = [&](std::string candidate) {
      const uint64_t found = language.distance(candidate);
      if (found >= distance) return;
      distance = found;
      best = std::move(candidate);
    };
    for (size_t at = 0; at <= text.size(); ++at) {
      if (at < text.size()) consider(std::string(text).erase(at, 1));
      for (int byte = 32; byte < 127; ++byte) {
        consider(std::string(text).insert(at, 1, static_cast<char>(byte)));
        if (at < text.size()) consider(std::string(text).replace(at, 1, 1, static_cast<char>(byte)));
      }
    }
    if (best == text) return "no single edit helps";
    text = best;
  }
  return text;
}

TEST(RegularLanguage, IsReachedByEditsThatEachComeNearer) {
  Rng rng(4);
  for (const BuiltLanguage& language : someLanguages()) {
    for (int i = 0; i < 5; ++i) {
      const std::string word = nearestWord(language, randomText(rng, kBytes, 10));
      EXPECT_TRUE(language.contains(word)) << word;
    }
  }
}

/// Where no other word is nearer, a byte that the word has brings the text nearer.
void expectNotFarther(const BuiltLanguage& language, const std::string& word, const std::string& text,
                      const std::string& better) {
  const uint64_t distance = language.distance(text);
  if (distance == editDistance(text, word)) {
    EXPECT_LE(language.distance(better), distance) << word << ": " << text << " | " << better;
  }
}

TEST(RegularLanguage, IsNeverFartherWithOneMoreRightByte) {
  Rng rng(5);
  for (const BuiltLanguage& language : someLanguages()) {
    for (int i = 0; i < 5; ++i) {
      const std::string word = nearestWord(language, randomText(rng, kBytes, 12));
      // Wrong bytes are put right one by one, in any order.
      std::string text = word;
      for (char& byte : text) byte = rng.chance(0.7) ? '~' : byte;
      while (text != word) {
        std::string better = text;
        const size_t at = rng.below(text.size());
        better[at] = word[at];
        expectNotFarther(language, word, text, better);
        text = better;
      }
      for (size_t size = 0; size < word.size(); ++size)
        expectNotFarther(language, word, word.substr(0, size), word.substr(0, size + 1));
    }
  }
}

TEST(RegularLanguage, IsNeverWrongAboutMembershipOfLongTexts) {
  const BuiltLanguage language = ofPattern("(ab|c){2,}(x[0-9]*)?");
  const std::string begin = "abc";
  for (const size_t size : {200u, 255u, 256u, 257u, 400u, 1000u, 20000u}) {
    std::string text;
    while (text.size() < size) text += begin;
    EXPECT_EQ(language.distance(text), 0u);
    EXPECT_EQ(language.position(text), text.size());
    EXPECT_EQ(language.distance(text + "x1"), 0u);
    EXPECT_EQ(language.distance(text + "a"), uint64_t{2}) << size;
    EXPECT_EQ(language.position(text + "a"), text.size()) << size;
    EXPECT_EQ(language.distance("d" + text), uint64_t{1});
    EXPECT_EQ(language.position("d" + text), 0u);
    for (const size_t at : {size_t{3}, size / 2 / 3 * 3, size / 3 * 3 - 3}) {
      std::string wrong = text;
      wrong[at] = 'b';
      EXPECT_EQ(language.distance(wrong), uint64_t{1}) << size << " " << at;
      EXPECT_EQ(language.position(wrong), at);
    }
  }
}

TEST(RegularLanguage, GivesLongTextsADistanceOfSomeAlignment) {
  const BuiltLanguage language = ofPattern("a*b?a{10}");
  Rng rng(6);
  for (int i = 0; i < 200; ++i) {
    std::string text(300 + rng.below(600), 'a');
    for (size_t wrong = 1 + rng.below(5); wrong > 0; --wrong) text[rng.below(text.size())] = 'z';
    const uint64_t distance = language.distance(text);
    EXPECT_EQ(distance == 0, language.contains(text));
    EXPECT_LE(distance, text.size() * kGap);
  }
}

TEST(LanguageBuilder, SaysThatALanguageIsTooLarge) {
  EXPECT_EQ(ofPattern("[a-z]{1000}").problem(), Problem::TooLarge);
  EXPECT_EQ(ofPattern("((a{50}){50}){50}").problem(), Problem::TooLarge);
  EXPECT_EQ(ofPattern("(a{100000}){100000}").problem(), Problem::TooLarge);
  EXPECT_TRUE(ofPattern("[a-z]{0,500}"));
  EXPECT_TRUE(ofPattern("(a{0}){100000}").problem() == Problem::TooLarge || ofPattern("(a{0}){100000}"));
  alignas(void*) unsigned char few[100];
  Memory memory{few, sizeof few};
  static LanguageBuilder builder;
  EXPECT_EQ(builder.finish(builder.literal("some text"), memory), nullptr);
  EXPECT_EQ(builder.problem(), Problem::TooLarge);
}

}  // namespace

}  // namespace covolve::distance
