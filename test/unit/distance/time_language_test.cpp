// Dates and times as texts, against the functions that read them.
#include "distance/time_language.h"

#include <gtest/gtest.h>
#include <time.h>

#include <iomanip>
#include <sstream>

#include "language_support.h"

namespace covolve::distance {

namespace {

constexpr int kTexts = 4000;
constexpr std::string_view kBytes = "0123456789:-/ TZ+.APMapm\t%";

/// A time as the format writes it, then perhaps damaged.
std::string timeLike(Rng& rng, const std::string& format) {
  tm time{};
  const auto seconds = static_cast<time_t>(rng.below(uint64_t{1} << 33));
  gmtime_r(&seconds, &time);
  char text[200];
  const size_t size = strftime(text, sizeof text, format.c_str(), &time);
  std::string result(text, size);
  if (rng.chance(0.2)) {
    for (char& c : result) c = static_cast<char>(rng.chance(0.5) ? std::toupper(c) : std::tolower(c));
  }
  return rng.chance(0.2) ? result : mutated(rng, std::move(result), kBytes);
}

const std::string kFormats[] = {"%Y-%m-%d",    "%H:%M:%S",
                                "%d/%m/%y",    "%F %T",
                                "%FT%TZ",      "%Y-%m-%dT%H:%M:%S%z",
                                "%j %y",       "%a, %d %b %Y %H:%M:%S %z",
                                "%A %B %e",    "%I:%M %p",
                                "%D %R",       "%c",
                                "%r",          "%H%M%S",
                                "%n%t%d%%%m",  "%C %u %w",
                                "%U %V %W",    "%s",
                                "%G %g",       "%k %l",
                                "%x %X",       "[%Y]",
                                "%Ex %EX",     "%Z",
                                "%-d/%_m/%^b", "%Y%m%d",
                                "%b%d",        "%B%d",
                                "%h %d, %Y",   "%d.%m.%Y %Z x"};

TEST(StrptimeText, IsWhatStrptimeReads) {
  for (const std::string& format : kFormats) {
    const BuiltLanguage whole(
        [&](LanguageBuilder& builder) { return strptimeText(builder, format, Extent::Whole); });
    const BuiltLanguage prefix(
        [&](LanguageBuilder& builder) { return strptimeText(builder, format, Extent::Prefix); });
    ASSERT_TRUE(whole && prefix) << format;
    Rng rng(format.size());
    int accepted = 0;
    for (int i = 0; i < kTexts; ++i) {
      const std::string text = timeLike(rng, format);
      tm time{};
      const char* end = strptime(text.c_str(), format.c_str(), &time);
      ASSERT_EQ(prefix.distance(text) == 0, end != nullptr) << format << " of '" << text << "'";
      ASSERT_EQ(whole.distance(text) == 0, end != nullptr && end == text.c_str() + text.size())
          << format << " of '" << text << "'";
      accepted += end != nullptr ? 1 : 0;
    }
    EXPECT_GT(accepted, 100) << format;
  }
}

TEST(StrptimeText, SaysWhereATimeIsWrong) {
  const BuiltLanguage language(
      [](LanguageBuilder& builder) { return strptimeText(builder, "%Y-%m-%d", Extent::Whole); });
  EXPECT_EQ(language.distance("2024-02-29"), 0u);
  EXPECT_EQ(language.distance("2024-0x-29"), uint64_t{'x' - '9'});
  EXPECT_EQ(language.position("2024-0x-29"), 6u);
  EXPECT_EQ(language.distance("2024/02-29"), uint64_t{'/' - '-'});
  EXPECT_EQ(language.position("2024/02-29"), 4u);
  EXPECT_EQ(language.distance("1-1-"), kGap);
  EXPECT_EQ(language.position("1-1-"), 4u);
}

TEST(StrptimeText, IsUnknownWhereOneByteAheadDoesNotTell) {
  for (const std::string format : {"%bch", "%A day", "%z:%S", "%z%z", "%EY", "%Od"}) {
    const BuiltLanguage language(
        [&](LanguageBuilder& builder) { return strptimeText(builder, format, Extent::Whole); });
    EXPECT_EQ(language.problem(), Problem::NotRegular) << format;
  }
}

TEST(StrptimeText, RefusesWhatIsNoConversion) {
  for (const std::string format : {"%", "%Q", "%5Y", "%E", "%P"}) {
    const BuiltLanguage language(
        [&](LanguageBuilder& builder) { return strptimeText(builder, format, Extent::Whole); });
    EXPECT_FALSE(language) << format;
    EXPECT_EQ(language.problem(), Problem::Malformed);
  }
}

TEST(GetTimeText, IsWhatGetTimeReads) {
  for (const std::string& format : kFormats) {
    const BuiltLanguage language([&](LanguageBuilder& builder) { return getTimeText(builder, format); });
    if (format == "%c") continue;  // versions of libstdc++ differ
    ASSERT_TRUE(language) << format;
    Rng rng(format.size());
    for (int i = 0; i < kTexts / 4; ++i) {
      const std::string text = timeLike(rng, format);
      tm time{};
      std::istringstream stream(text);
      stream >> std::noskipws >> std::get_time(&time, format.c_str());
      ASSERT_EQ(language.distance(text) == 0, !stream.fail()) << format << " of '" << text << "'";
    }
  }
}

}  // namespace

}  // namespace covolve::distance
