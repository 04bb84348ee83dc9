// Words are words: of any language, from any text, however little room there is.
#include "distance/word.h"

#include <gtest/gtest.h>

#include <set>

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

std::string made(const BuiltLanguage& language, std::string_view text, WordKind kind, uint64_t seed,
                 size_t capacity = 64) {
  std::string word(capacity, '\0');
  word.resize(makeWord(*language, text, kind, Dice(seed), word.data(), capacity));
  return word;
}

TEST(Word, IsOneOfItsLanguage) {
  Rng rng(7);
  PatternGenerator patterns(rng, PatternGenerator::Kind::Ecmascript);
  int words = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string pattern = patterns.disjunction(3);
    const BuiltLanguage language = ofPattern(pattern);
    if (!language) continue;
    for (int j = 0; j < 25; ++j) {
      const std::string text = randomText(rng, "acx0-", 8);
      const auto kind = rng.chance(0.5) ? WordKind::Near : WordKind::Free;
      const size_t capacity = rng.below(20);
      const std::string word = made(language, text, kind, rng.bits(), capacity);
      EXPECT_LE(word.size(), capacity);
      if (!word.empty()) {
        ++words;
        EXPECT_TRUE(language.contains(word)) << pattern << ": " << word << " near " << text;
      }
    }
  }
  EXPECT_GT(words, 3000);
}

TEST(Word, KeepsOfTheTextWhatItCan) {
  const BuiltLanguage date = ofPattern(R"(\d{4}-\d\d-\d\d)");
  EXPECT_EQ(made(date, "2024-02-29", WordKind::Near, 1), "2024-02-29");
  EXPECT_EQ(made(date, "2024/02/29", WordKind::Near, 1), "2024-02-29");
  EXPECT_EQ(made(date, "x024-02-29 and more", WordKind::Near, 1), "9024-02-29");
  EXPECT_EQ(made(date, "2024", WordKind::Near, 1).substr(0, 5), "2024-");
}

TEST(Word, IsAnotherOneForAnotherSeed) {
  const BuiltLanguage time =
      BuiltLanguage([](LanguageBuilder& b) { return strptimeText(b, "%d %b %Y", Extent::Whole); });
  std::set<std::string> words;
  for (uint64_t seed = 1; seed <= 100; ++seed) words.insert(made(time, "", WordKind::Free, seed * 77777));
  EXPECT_GT(words.size(), 50u);
  EXPECT_EQ(made(time, "", WordKind::Free, 5), made(time, "", WordKind::Free, 5));
}

TEST(Word, IsNoneWhereThereIsNone) {
  EXPECT_EQ(made(ofPattern("abcdef"), "abcdef", WordKind::Near, 1, 5), "");
  EXPECT_EQ(made(ofPattern("[^\\s\\S]"), "a", WordKind::Near, 1), "");
}

}  // namespace

}  // namespace covolve::distance
