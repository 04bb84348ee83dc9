#include "base/utf8.h"

#include <gtest/gtest.h>

namespace covolve {
namespace {

TEST(Utf8, CharactersOfAllLengthsComeBack) {
  for (const char32_t character :
       {0x0u, 0x7Fu, 0x80u, 0x7FFu, 0x800u, 0xD7FFu, 0xE000u, 0xFFFDu, 0xFFFFu, 0x10000u, 0x10FFFFu}) {
    std::string text;
    appendCharacter(text, character);
    EXPECT_TRUE(isUtf8(text)) << std::hex << static_cast<unsigned>(character);
    std::string_view rest = text;
    EXPECT_EQ(takeCharacter(rest), character);
    EXPECT_TRUE(rest.empty());
  }
}

TEST(Utf8, WhatIsMalformedIsNone) {
  for (const char* text : {"\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3(", "\xe0\x9f\xbf", "\xed\xa0\x80",
                           "\xe2\x82", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_FALSE(isUtf8(text));
    EXPECT_FALSE(isUtf8(std::string("a") + text + "b"));
  }
  EXPECT_TRUE(isUtf8(""));
  EXPECT_TRUE(isUtf8("\xef\xbf\xbd"));  // U+FFFD itself
}

TEST(Utf8, OneByteAtATimeIsGivenUp) {
  std::string_view rest = "\xe2\x82x";
  EXPECT_EQ(takeCharacter(rest), kReplacementCharacter);
  EXPECT_EQ(takeCharacter(rest), kReplacementCharacter);
  EXPECT_EQ(takeCharacter(rest), U'x');
  EXPECT_TRUE(rest.empty());
}

}  // namespace
}  // namespace covolve
