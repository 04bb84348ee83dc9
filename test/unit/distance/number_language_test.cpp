// Numbers as texts, against the functions that read them.
#include "distance/number_language.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <sstream>

#include "language_support.h"

namespace covolve::distance {

namespace {

constexpr int kTexts = 10000;
constexpr std::string_view kBytes = "0123456789 +-xXabfzZ\t78";
const std::string kNumbers[] = {"2147483647",
                                "-2147483648",
                                "4294967295",
                                "0x7fffffff",
                                "0",
                                "-0x80000000",
                                "017777777777",
                                "+12",
                                " \t42",
                                "9223372036854775807",
                                "0x",
                                "-9223372036854775808",
                                "18446744073709551615",
                                "0xffffffffffffffff",
                                "00000000000000000000001"};

std::string numberLike(Rng& rng) {
  if (rng.chance(0.3)) return randomText(rng, kBytes, 14);
  return mutated(rng, kNumbers[rng.below(std::size(kNumbers))], kBytes);
}

BuiltLanguage integers(const IntegerForm& form, Extent extent) {
  return BuiltLanguage([&](LanguageBuilder& builder) { return integerText(builder, form, extent); });
}

/// What strtol does with a text that may have zeros in it, which end it.
template <class Read>
void compareWithStrtol(const IntegerForm& form, Read read) {
  const BuiltLanguage whole = integers(form, Extent::Whole);
  const BuiltLanguage prefix = integers(form, Extent::Prefix);
  ASSERT_TRUE(whole && prefix);
  Rng rng(form.base + 1);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = numberLike(rng);
    char* end = nullptr;
    errno = 0;
    read(text.c_str(), &end, static_cast<int>(form.base));
    const bool isNumber = end != text.c_str() && (!form.isLimited || errno == 0);
    ASSERT_EQ(prefix.distance(text) == 0, isNumber) << form.base << ": '" << text << "'";
    ASSERT_EQ(prefix.contains(text), isNumber) << text;
    ASSERT_EQ(whole.distance(text) == 0, isNumber && end == text.c_str() + text.size())
        << form.base << ": '" << text << "'";
  }
}

TEST(IntegerText, IsWhatStrtolReadsInEveryBase) {
  for (unsigned base = 0; base <= 36; ++base) {
    if (base == 1) continue;
    IntegerForm form;
    form.base = base;
    compareWithStrtol(form, strtol);
  }
}

TEST(IntegerText, HasStrtolsRange) {
  for (const unsigned base : {0, 2, 8, 10, 16, 36}) {
    IntegerForm form;
    form.base = base;
    form.isLimited = true;
    form.greatest = INT64_MAX;
    form.greatestNegated = uint64_t{1} << 63;
    compareWithStrtol(form, strtoll);
    form.greatest = form.greatestNegated = UINT64_MAX;
    compareWithStrtol(form, strtoull);
  }
}

TEST(IntegerText, IsWhatStoiAccepts) {
  IntegerForm form;
  form.isLimited = true;
  form.greatest = INT32_MAX;
  form.greatestNegated = uint64_t{1} << 31;
  const BuiltLanguage language = integers(form, Extent::Prefix);
  Rng rng(1);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = numberLike(rng);
    bool isAccepted = true;
    try {
      (void)std::stoi(text);
    } catch (const std::logic_error&) {
      isAccepted = false;
    }
    ASSERT_EQ(language.distance(text) == 0, isAccepted) << text;
  }
}

template <class Number>
void compareWithFromChars(unsigned base) {
  IntegerForm form;
  form.base = base;
  form.skipsBlanks = form.allowsPlus = form.allowsPrefix = false;
  form.allowsMinus = std::is_signed_v<Number>;
  form.isLimited = true;
  form.greatest = std::numeric_limits<Number>::max();
  form.greatestNegated = static_cast<uint64_t>(form.greatest) + 1;
  const BuiltLanguage language = integers(form, Extent::Prefix);
  Rng rng(base);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = numberLike(rng);
    Number number = 0;
    const auto result =
        std::from_chars(text.data(), text.data() + text.size(), number, static_cast<int>(base));
    ASSERT_EQ(language.distance(text) == 0, result.ec == std::errc()) << text;
  }
}

TEST(IntegerText, IsWhatFromCharsAccepts) {
  for (const unsigned base : {2, 10, 16, 36}) {
    compareWithFromChars<int>(base);
    compareWithFromChars<unsigned char>(base);
    compareWithFromChars<int64_t>(base);
  }
}

template <class Number>
void compareWithStream(unsigned base, std::ios_base& (*manipulator)(std::ios_base&)) {
  IntegerForm form;
  form.base = base;
  form.isLimited = form.isGreedy = true;
  form.greatest = std::numeric_limits<Number>::max();
  form.greatestNegated = std::is_signed_v<Number> ? form.greatest + 1 : form.greatest;
  const BuiltLanguage language = integers(form, Extent::Prefix);
  Rng rng(base);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = numberLike(rng);
    std::istringstream stream(text);
    Number number = 0;
    stream >> manipulator >> number;
    ASSERT_EQ(language.distance(text) == 0, !stream.fail()) << base << ": '" << text << "'";
  }
}

TEST(IntegerText, IsWhatStreamsRead) {
  const auto asWritten = [](std::ios_base& stream) -> std::ios_base& {
    stream.unsetf(std::ios_base::basefield);
    return stream;
  };
  compareWithStream<int>(10, std::dec);
  compareWithStream<short>(10, std::dec);
  compareWithStream<uint64_t>(10, std::dec);
  compareWithStream<int>(8, std::oct);
  compareWithStream<int>(16, std::hex);
  compareWithStream<unsigned>(0, asWritten);
}

const std::string kFloats[] = {"3.14159", "-1e10",      "+.5e-3", "0x1.8p3", "inf", "-Infinity",
                               "nan",     "nan(abc_1)", "1.",     ".",       "1e",  "0x.p1",
                               " 7",      "infinit",    "0x",     "1e+"};
constexpr std::string_view kFloatBytes = "0123456789.eEpPxXinfatyINF()+- _ab";

std::string floatLike(Rng& rng) {
  if (rng.chance(0.2)) return randomText(rng, kFloatBytes, 12);
  return mutated(rng, kFloats[rng.below(std::size(kFloats))], kFloatBytes);
}

TEST(FloatText, IsWhatStrtodReads) {
  const BuiltLanguage whole([](LanguageBuilder& builder) { return floatText(builder, {}, Extent::Whole); });
  const BuiltLanguage prefix([](LanguageBuilder& builder) { return floatText(builder, {}, Extent::Prefix); });
  Rng rng(1);
  for (int i = 0; i < kTexts * 3; ++i) {
    const std::string text = floatLike(rng);
    char* end = nullptr;
    strtod(text.c_str(), &end);
    ASSERT_EQ(prefix.distance(text) == 0, end != text.c_str()) << text;
    ASSERT_EQ(whole.distance(text) == 0, end != text.c_str() && end == text.c_str() + text.size()) << text;
  }
}

TEST(FloatText, IsWhatFromCharsAccepts) {
  FloatForm form;
  form.skipsBlanks = form.allowsPlus = form.allowsHexadecimal = false;
  const BuiltLanguage language(
      [&](LanguageBuilder& builder) { return floatText(builder, form, Extent::Prefix); });
  Rng rng(1);
  for (int i = 0; i < kTexts * 3; ++i) {
    const std::string text = floatLike(rng);
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (result.ec == std::errc::result_out_of_range) continue;
    ASSERT_EQ(language.distance(text) == 0, result.ec == std::errc()) << text;
  }
}

TEST(IntegerText, KnowsHowFarItIsAndWhere) {
  const BuiltLanguage language = integers({}, Extent::Whole);
  EXPECT_EQ(language.distance("12a4"), uint64_t{'a' - '9'});
  EXPECT_EQ(language.position("12a4"), 2u);
  EXPECT_EQ(language.distance(""), kGap);
  EXPECT_EQ(language.distance("-"), uint64_t{'0' - '-'});
}

TEST(FloatText, IsWhatStreamsRead) {
  FloatForm form;
  form.allowsHexadecimal = form.allowsNames = false;
  form.isGreedy = true;
  const BuiltLanguage language(
      [&](LanguageBuilder& builder) { return floatText(builder, form, Extent::Prefix); });
  Rng rng(1);
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = floatLike(rng);
    std::istringstream stream(text);
    long double number = 0;
    stream >> number;
    const bool isOutOfRange = std::abs(number) == std::numeric_limits<long double>::max();
    if (!isOutOfRange) ASSERT_EQ(language.distance(text) == 0, !stream.fail()) << "'" << text << "'";
  }
}

}  // namespace

}  // namespace covolve::distance
