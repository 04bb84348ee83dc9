// Regular expressions against the libraries that match them.
#include "distance/pattern_language.h"

#include <gtest/gtest.h>
#include <regex.h>

#include <regex>

#include "language_support.h"

namespace covolve::distance {

namespace {

constexpr int kPatterns = 2000;
constexpr int kTexts = 40;

BuiltLanguage pattern(const std::string& text, const PatternForm& form) {
  return BuiltLanguage([&](LanguageBuilder& builder) { return patternText(builder, text, form); });
}

/// Patterns of a small grammar that all syntaxes but the basic one share, over a short alphabet.
class PatternGenerator {
 public:
  PatternGenerator(Rng& rng, bool isEcmascript) : rng_(rng), isEcmascript_(isEcmascript) {}

  std::string disjunction(int depth) {
    std::string result = alternative(depth);
    while (rng_.chance(0.25)) result += "|" + alternative(depth);
    return result;
  }

 private:
  std::string alternative(int depth) {
    std::string result = rng_.chance(0.1) ? "^" : "";
    for (size_t terms = 1 + rng_.below(3); terms > 0; --terms) result += term(depth);
    return rng_.chance(0.1) ? result + "$" : result;
  }

  std::string term(int depth) {
    if (isEcmascript_ && rng_.chance(0.08)) return rng_.chance(0.5) ? "\\b" : "\\B";
    const std::string quantifiers[] = {"*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}"};
    std::string result = atom(depth);
    if (rng_.chance(0.35)) {
      result += quantifiers[rng_.below(std::size(quantifiers))];
      if (isEcmascript_ && rng_.chance(0.2)) result += "?";
    }
    return result;
  }

  std::string atom(int depth) {
    if (depth > 0 && rng_.chance(0.2))
      return (isEcmascript_ && rng_.chance(0.3) ? "(?:" : "(") + disjunction(depth - 1) + ")";
    const std::string shared[] = {"a",           "b",   "B", "-", ".",    "[ab]", "[^a]",         "[a-c]",
                                  "[[:digit:]]", "\\.", "1", "_", "[]a]", "[b-]", "[^[:alpha:]1]"};
    const std::string own[] = {"\\d",    "\\w",   "\\s", "\\W", "[\\d_]",
                               "[\\w-]", "\\x61", "\\-", "\\n", "[^\\s]"};
    std::string result = isEcmascript_ && rng_.chance(0.3) ? own[rng_.below(std::size(own))]
                                                           : shared[rng_.below(std::size(shared))];
    if (isEcmascript_ && result == "[]a]") result = "]";
    return result;
  }

  Rng& rng_;
  bool isEcmascript_;
};

constexpr std::string_view kBytes = "aabbcABC1-_. \n";

void compareWithStd(PatternSyntax syntax, std::regex::flag_type flags, uint64_t seed) {
  Rng rng(seed);
  int refused = 0;
  for (int i = 0; i < kPatterns; ++i) {
    const std::string text = PatternGenerator(rng, syntax == PatternSyntax::StdEcmascript).disjunction(2);
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
