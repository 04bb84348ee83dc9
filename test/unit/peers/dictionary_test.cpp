#include "dictionary.h"

#include <gtest/gtest.h>

namespace covolve::peers {

TEST(Dictionary, NumbersStandBehindTheByteThatAnnouncesThem) {
  analysis::Constants constants;
  constants.integers = {-1, __int128{1} << 40};
  EXPECT_EQ(dictionaryText(constants),
            "\"\\x01\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00\"\n"
            "\"\\x01\\xff\\xff\\xff\\xff\"\n"
            "\"\\x01\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\"\n");
}

TEST(Dictionary, TextsComeWithAndWithoutTheirEnd) {
  analysis::Constants constants;
  constants.texts = {"a\\"};
  EXPECT_EQ(dictionaryText(constants), "\"\\x61\\x5c\\x5c\"\n\"\\x61\\x5c\\x5c\\x5c\\x0a\"\n");
}

TEST(Dictionary, WhatIsTooLongForTheFuzzersIsLeftOut) {
  analysis::Constants constants;
  constants.texts = {std::string(65, 'x')};
  EXPECT_EQ(dictionaryText(constants), "");
}

TEST(Dictionary, WithoutConstantsItIsEmpty) { EXPECT_EQ(dictionaryText({}), ""); }

}  // namespace covolve::peers
