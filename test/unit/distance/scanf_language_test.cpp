// What sscanf stores, against sscanf.
#include "distance/scanf_language.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

#include "language_support.h"

namespace covolve::distance {

namespace {

constexpr int kTexts = 4000;

struct Case {
  const char* format;
  std::string_view bytes;
  const char* text;  // that it reads
};

constexpr Case kCases[] = {
    {"%d", "0123456789+- xa", " -17"},
    {"%d,%d", "012345,+- x", "1,-2"},
    {"%d %d", "012 +-\t", "1 2"},
    {"%d%d", "012 +-\t", "1 2"},
    {"%3d%2d", "0123+- ", "12345"},
    {"%1d%d", "0123+- ", "123"},
    {"%i", "0123789abfxX+- ", "0x1f"},
    {"%i%c", "0178axX+- ", "0x1f-"},
    {"%3i%c", "0178axX+- ", "0x1f-"},
    {"%2i%d", "0178axX+- ", "0x12"},
    {"%x", "01fFgxX+- ", "0xfe"},
    {"%4x%s", "01fFgxX+- ", "0xfe g"},
    {"%o:%u", "01789:+- ", "17:9"},
    {"%2d:%2d:%2d", "0123456789: ", "12:34:56"},
    {"%4d-%2d-%2dT%2d", "0123-T ", "2024-01-02T03"},
    {"%lf", "01.eE+-xXpPinfatyNAN()_ ", "1.5e3"},
    {"%lf%c", "01.eE+-xXpPinfaty", "0x1p3x"},
    {"%f %e", "01.eE+- ", "1.5 2e3"},
    {"%f,%d", "01.eE+-,", "1.5,2"},
    {"%9s", "ab \t1", "abc"},
    {"%3s%s", "ab \t1", "abcd"},
    {"%c%c", "ab \t1", "ab"},
    {" %3c", "ab ", " abc"},
    {"%9[a-c]%9[^a-c]", "abcdx-] ", "abcx"},
    {"%2[]ab]%c", "ab]-x", "]ab"},
    {"%9[^]]]%d", "ab]1x", "ab]1"},
    {"%[a-]%d", "a-b1", "a-1"},
    {"key = %9s", "key= ab", "key = ab"},
    {"%%%d%%", "%12 ", "%12%"},
    {"%*d %d", "12 -", "1 2"},
    {"%d%n %d", "12 -", "1 2"},
    {"%ld %hhd %zu", "12 -", "1 2 3"},
    {"(%d) x", "(1) x", "(1) x"},
    {"#%2x%2x%2x", "#0aFx+ ", "#0aff00"},
};

TEST(ScanfText, IsWhatSscanfStores) {
  for (const Case& each : kCases) {
    for (unsigned conversions = 1; conversions <= 3; ++conversions) {
      const BuiltLanguage language(
          [&](LanguageBuilder& builder) { return scanfText(builder, each.format, conversions); });
      if (!language) {
        EXPECT_GT(conversions, 1u) << each.format;
        EXPECT_EQ(language.problem(), Problem::Malformed) << each.format;
        continue;
      }
      Rng rng(std::strlen(each.format));
      int stored = 0;
      for (int i = 0; i < kTexts; ++i) {
        std::string text =
            rng.chance(0.5) ? randomText(rng, each.bytes, 9) : mutated(rng, each.text, each.bytes);
        text.resize(std::strlen(text.c_str()));
        alignas(16) char values[4][64];
        const int result = std::sscanf(text.c_str(), each.format, values[0], values[1], values[2], values[3]);
        const bool isStored = result >= static_cast<int>(conversions);
        ASSERT_EQ(language.distance(text) == 0, isStored)
            << each.format << " of '" << text << "' stores " << result << ", " << conversions << " wanted";
        stored += isStored ? 1 : 0;
      }
      EXPECT_GT(stored, 20) << each.format << " " << conversions;
    }
  }
}

TEST(ScanfText, TakesAllConversionsByDefault) {
  const BuiltLanguage language([](LanguageBuilder& builder) { return scanfText(builder, "%d-%d!"); });
  EXPECT_EQ(language.distance("1-2"), 0u);
  EXPECT_EQ(language.distance("1-"), kGap);
  EXPECT_EQ(language.distance("1/2"), uint64_t{'/' - '-'});
  EXPECT_EQ(language.position("1/2"), 1u);
}

TEST(ScanfText, SaysWhatItDoesNotKnow) {
  for (const char* format : {"%p", "%3lf", "%ls", "%[z-a]"}) {
    const BuiltLanguage language([&](LanguageBuilder& builder) { return scanfText(builder, format); });
    EXPECT_EQ(language.problem(), Problem::NotRegular) << format;
  }
  for (const char* format : {"%", "%y", "%[a", "%0d"}) {
    const BuiltLanguage language([&](LanguageBuilder& builder) { return scanfText(builder, format); });
    EXPECT_EQ(language.problem(), Problem::Malformed) << format;
  }
}

}  // namespace

}  // namespace covolve::distance
