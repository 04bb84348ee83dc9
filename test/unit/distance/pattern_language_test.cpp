// Regular expressions against the libraries that match them.
#include "distance/pattern_language.h"

#include <gtest/gtest.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>
#include <regex.h>

#include <cstring>
#include <optional>
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

class PosixRegex {
 public:
  PosixRegex(const std::string& pattern, int flags)
      : isValid_(regcomp(&regex_, pattern.c_str(), flags) == 0) {}
  ~PosixRegex() {
    if (isValid_) regfree(&regex_);
  }
  PosixRegex(const PosixRegex&) = delete;
  PosixRegex& operator=(const PosixRegex&) = delete;

  explicit operator bool() const { return isValid_; }
  bool finds(const std::string& text) const { return regexec(&regex_, text.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t regex_;
  bool isValid_;
};

/// `compared` counts the patterns that both take.
void compareWithRegexec(const std::string& text, const PatternForm& form, Rng& rng, int& compared) {
  const BuiltLanguage search = pattern(text, form);
  if (!search) return;
  const bool isExtended = form.syntax == PatternSyntax::GnuExtended;
  const PosixRegex regex(text,
                         REG_NOSUB | (isExtended ? REG_EXTENDED : 0) | (form.ignoresCase ? REG_ICASE : 0));
  if (!regex) return;
  ++compared;
  for (int j = 0; j < kTexts; ++j) {
    std::string subject = randomText(rng, kBytes, 7);
    subject.resize(std::strlen(subject.c_str()));
    ASSERT_EQ(search.distance(subject) == 0, regex.finds(subject)) << text << " in '" << subject << "'";
  }
}

TEST(PatternText, IsWhatRegexecFinds) {
  Rng rng(3);
  int compared = 0;
  for (int i = 0; i < kPatterns; ++i) {
    const std::string text = PatternGenerator(rng, PatternGenerator::Kind::Posix).disjunction(2);
    compareWithRegexec(text, {PatternSyntax::GnuExtended, PatternUse::Search, rng.chance(0.3)}, rng,
                       compared);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, kPatterns / 2);
}

const std::string kGnuPatterns[] = {
    "a*",          "*a",     "a\\{2\\}", "\\(ab\\)*", "^*a",   "a^b",        "a$b",      "\\(^a\\)",
    "\\(a$\\)",    "a\\|b",  "a\\+",     "b\\?1",     "\\<a",  "a\\>",       "\\ba\\b",  "\\Ba",
    "\\w\\W",      "\\s\\S", "\\`a",     "a\\'",      "a+b?",  "(a)",        "a{1}",     "a|b",
    "[[:upper:]]", "[^]a]",  "[]-a]",    "[a-]",      "[.-a]", "a\\{,2\\}b", "\\(\\)a",  "\\.\\*",
    "^",           "$",      "^$",       "",          "a**",   "\\(*a\\)",   "[[=a=]b]", "[[.-.]1]"};

TEST(PatternText, IsWhatRegexecFindsInBasicSyntax) {
  Rng rng(4);
  int compared = 0;
  for (const std::string& text : kGnuPatterns) {
    for (const bool ignoresCase : {false, true}) {
      const PatternForm form{PatternSyntax::GnuBasic, PatternUse::Search, ignoresCase};
      const bool isKnown = text != "\\(^a\\)" && text != "\\(a$\\)";
      if (isKnown && PosixRegex(text, ignoresCase ? REG_ICASE : 0)) EXPECT_TRUE(pattern(text, form)) << text;
      compareWithRegexec(text, form, rng, compared);
      compareWithRegexec(text, {PatternSyntax::GnuExtended, PatternUse::Search, ignoresCase}, rng, compared);
    }
  }
}

class Pcre2 {
 public:
  Pcre2(const std::string& pattern, uint32_t options) {
    int error = 0;
    PCRE2_SIZE at = 0;
    code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(), options, &error, &at,
                          nullptr);
    if (code_ != nullptr) match_ = pcre2_match_data_create_from_pattern(code_, nullptr);
  }
  ~Pcre2() {
    pcre2_match_data_free(match_);
    pcre2_code_free(code_);
  }
  Pcre2(const Pcre2&) = delete;
  Pcre2& operator=(const Pcre2&) = delete;

  explicit operator bool() const { return code_ != nullptr; }
  bool finds(const std::string& text) const {
    return pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, match_,
                       nullptr) >= 0;
  }

 private:
  pcre2_code* code_ = nullptr;
  pcre2_match_data* match_ = nullptr;
};

/// `compared` counts the patterns that both take.
void compareWithPcre2(const std::string& text, Rng& rng, int& compared) {
  PatternForm form{PatternSyntax::Pcre2, PatternUse::Search, rng.chance(0.3)};
  form.dotIsAll = rng.chance(0.3);
  uint32_t options = (form.ignoresCase ? PCRE2_CASELESS : 0) | (form.dotIsAll ? PCRE2_DOTALL : 0);
  if (rng.chance(0.3)) {
    form.use = PatternUse::Begin;
    options |= PCRE2_ANCHORED;
    if (rng.chance(0.5)) {
      form.use = PatternUse::Match;
      options |= PCRE2_ENDANCHORED;
    }
  }
  const BuiltLanguage language = pattern(text, form);
  const Pcre2 regex(text, options);
  if (!language || !regex) return;
  ++compared;
  for (int j = 0; j < kTexts; ++j) {
    const std::string subject = randomText(rng, kBytes, 7);
    ASSERT_EQ(language.distance(subject) == 0, regex.finds(subject))
        << text << " in '" << subject << "', options " << options;
  }
}

void compareWithRe2(const std::string& text, Rng& rng, int& compared) {
  const BuiltLanguage match = pattern(text, {PatternSyntax::Re2, PatternUse::Match});
  const BuiltLanguage search = pattern(text, {PatternSyntax::Re2, PatternUse::Search});
  const re2::RE2 regex(text, re2::RE2::Quiet);
  if (!match || !search || !regex.ok()) return;
  ++compared;
  for (int j = 0; j < kTexts; ++j) {
    const std::string subject = randomText(rng, kBytes, 7);
    ASSERT_EQ(match.distance(subject) == 0, re2::RE2::FullMatch(subject, regex))
        << text << " of '" << subject << "'";
    ASSERT_EQ(search.distance(subject) == 0, re2::RE2::PartialMatch(subject, regex))
        << text << " in '" << subject << "'";
  }
}

const std::string kPerlPatterns[] = {
    "a{,2}b",       "a{x}",       "{",           "a{2",      "a{2}{3}", "a++",
    "a*?b",         "(?P<n>a)b",  "(?<n>a)b",    "(?=a)",    "(?i)a",   "\\Aa",
    "a\\z",         "a\\Z",       "\\Qa.\\E",    "[]a]",     "[^]a]",   "[a\\]b]",
    "[[:^alpha:]]", "[[:word:]]", "[\\s_]",      "[^\\S\n]", "\\h",     "\\x61",
    "\\x{61}",      "\\0",        "\\cA",        "a$",       "^a$",     "(a$)",
    "a$\n",         "$",          "^$",          "a\\Z|b$",  "[b-]",    "[.-a]",
    "\\Ba",         "a\\b",       "a|",          "()",       "(|a)",    "[\\w-]",
    "[\\d-a]",      "]",          "}",           "a\nb",     ".",       "..$",
    "\\.\\*",       "\\-\\_",     "[[:upper:]]", "[[=a=]b]", "[\\b]",   "\\v"};

/// Of any characters that mean something, in any order.
template <typename Compare>
void compareAnyPatterns(Rng& rng, const Compare& compare) {
  constexpr std::string_view kMarks = "abB1^$.*+?()[]{}|\\-:<>=!PwsdzZnx02,";
  for (int i = 0; i < 20 * kPatterns; ++i) {
    compare(randomText(rng, kMarks, 8));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(PatternText, IsWhatPcre2Finds) {
  Rng rng(11);
  int compared = 0;
  for (int i = 0; i < kPatterns; ++i) {
    compareWithPcre2(PatternGenerator(rng, PatternGenerator::Kind::Ecmascript).disjunction(2), rng, compared);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, kPatterns / 2);
  for (const std::string& text : kPerlPatterns) compareWithPcre2(text, rng, compared);
}

TEST(PatternText, IsRightAboutAnyPatternThatPcre2Takes) {
  Rng rng(12);
  int compared = 0;
  compareAnyPatterns(rng, [&](const std::string& text) { compareWithPcre2(text, rng, compared); });
  EXPECT_GT(compared, kPatterns);
}

TEST(PatternText, IsWhatRe2Finds) {
  Rng rng(13);
  int compared = 0;
  for (int i = 0; i < kPatterns; ++i) {
    compareWithRe2(PatternGenerator(rng, PatternGenerator::Kind::Ecmascript).disjunction(2), rng, compared);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, kPatterns / 2);
  for (const std::string& text : kPerlPatterns) compareWithRe2(text, rng, compared);
}

TEST(PatternText, IsRightAboutAnyPatternThatRe2Takes) {
  Rng rng(14);
  int compared = 0;
  compareAnyPatterns(rng, [&](const std::string& text) { compareWithRe2(text, rng, compared); });
  EXPECT_GT(compared, kPatterns);
}

TEST(PatternText, IsNotRegularWhereItLooksBackOrAhead) {
  for (const char* text : {"(a)\\1", "a(?=b)", "a(?!b)", "\\cA", "\\u1234"})
    EXPECT_EQ(pattern(text, {}).problem(), Problem::NotRegular) << text;
  for (const char* text :
       {"(a", "a)", "[a", "*a", "a{2", "a{3,2}", "a\\", "[b-a]", "[[:no:]]", "(?<n>a)", "\\x1"})
    EXPECT_EQ(pattern(text, {}).problem(), Problem::Malformed) << text;
  EXPECT_EQ(pattern(std::string(100, '('), {}).problem(), Problem::TooLarge);
}

/// A pattern of any pieces, most of them wrong.
std::string pieces(Rng& rng) {
  constexpr std::string_view kPieces[] = {
      "a",  "b",  "(",     ")",   "(?:", "[",  "]",   "[^",  "-",    "|",   "*",   "+",   "?",
      "{",  "}",  "{2}",   "{1,", ",",   "\\", "\\b", "\\d", "\\x6", "1",   "^",   "$",   ".",
      "[:", ":]", "alpha", "[.",  ".]",  "=",  "\\1", "\\(", "\\)",  "\\{", "\\}", "\\|", "{0}"};
  std::string result;
  for (size_t count = rng.below(12); count > 0; --count) {
    result += kPieces[rng.below(std::size(kPieces))];
    if (rng.chance(0.03)) result += static_cast<char>(rng.below(256));
  }
  return result;
}

TEST(PatternText, IsRightAboutAnyPatternThatStdRegexTakes) {
  constexpr std::regex::flag_type kFlags[] = {std::regex::ECMAScript, std::regex::extended,
                                              std::regex::basic};
  constexpr PatternSyntax kSyntaxes[] = {PatternSyntax::StdEcmascript, PatternSyntax::StdExtended,
                                         PatternSyntax::StdBasic};
  Rng rng(5);
  int compared = 0;
  for (int i = 0; i < 30000; ++i) {
    const std::string text = pieces(rng);
    const size_t syntax = rng.below(std::size(kSyntaxes));
    const PatternForm form{kSyntaxes[syntax], PatternUse::Search, rng.chance(0.2)};
    const BuiltLanguage search = pattern(text, form);
    if (!search) continue;
    std::optional<std::regex> regex;
    try {
      regex.emplace(text, form.ignoresCase ? kFlags[syntax] | std::regex::icase : kFlags[syntax]);
    } catch (const std::regex_error&) {
      continue;
    }
    ++compared;
    for (int j = 0; j < 8; ++j) {
      const std::string subject = randomText(rng, kBytes, 6);
      ASSERT_EQ(search.distance(subject) == 0, std::regex_search(subject, *regex))
          << syntax << ": " << text << " in '" << subject << "'";
    }
  }
  EXPECT_GT(compared, 3000);
}

TEST(PatternText, IsRightAboutAnyPatternThatRegcompTakes) {
  Rng rng(6);
  int compared = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text = pieces(rng);
    text.resize(std::strlen(text.c_str()));
    const PatternSyntax syntax = rng.chance(0.5) ? PatternSyntax::GnuExtended : PatternSyntax::GnuBasic;
    compareWithRegexec(text, {syntax, PatternUse::Search, rng.chance(0.2)}, rng, compared);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 3000);
}

}  // namespace

}  // namespace covolve::distance
