// Regular expressions against the libraries that match them.
#include "distance/pattern_language.h"

#include <gtest/gtest.h>
#include <regex.h>

#include <regex>

#include "language_support.h"
#include "pattern_generator.h"

namespace covolve::distance {

namespace {

constexpr int kPatterns = 2000;
constexpr int kTexts = 40;

BuiltLanguage pattern(const std::string& text, const PatternForm& form) {
  return BuiltLanguage([&](LanguageBuilder& builder) { return patternText(builder, text, form); });
}

constexpr std::string_view kBytes = "aabbcABC1-_. \n";

void compareWithStd(PatternSyntax syntax, std::regex::flag_type flags, uint64_t seed) {
  using Kind = PatternGenerator::Kind;
  const Kind kind = syntax == PatternSyntax::StdEcmascript ? Kind::Ecmascript : Kind::Posix;
  Rng rng(seed);
  int refused = 0;
  for (int i = 0; i < kPatterns; ++i) {
    const std::string text = PatternGenerator(rng, kind).disjunction(2);
    PatternForm form{syntax, PatternUse::Match, rng.chance(0.3)};
    const BuiltLanguage match = pattern(text, form);
    form.use = PatternUse::Search;
    const BuiltLanguage search = pattern(text, form);
    if (!match || !search) {
      ++refused;
      continue;
    }
    const std::regex regex(text, form.ignoresCase ? flags | std::regex::icase : flags);
    for (int j = 0; j < kTexts; ++j) {
      const std::string subject = randomText(rng, kBytes, 7);
      ASSERT_EQ(match.distance(subject) == 0, std::regex_match(subject, regex))
          << text << " of '" << subject << "'";
      ASSERT_EQ(search.distance(subject) == 0, std::regex_search(subject, regex))
          << text << " in '" << subject << "'";
    }
  }
  EXPECT_LT(refused, kPatterns / 50);
}

TEST(PatternText, IsWhatStdRegexMatches) {
  compareWithStd(PatternSyntax::StdEcmascript, std::regex::ECMAScript, 1);
}

TEST(PatternText, IsWhatStdRegexMatchesInExtendedSyntax) {
  compareWithStd(PatternSyntax::StdExtended, std::regex::extended, 2);
}

}  // namespace

}  // namespace covolve::distance
