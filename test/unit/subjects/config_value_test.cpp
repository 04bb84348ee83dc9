// The subject of overloads computes the right thing.
#include "../../../subjects/cpp/config_value.cpp"

#include <gtest/gtest.h>

#include <limits>

namespace cpp {
namespace {

TEST(ConfigValue, EveryTypeHasItsOwnText) {
  EXPECT_EQ(written(true), "yes");
  EXPECT_EQ(written('a'), "'a'");
  EXPECT_EQ(written('\''), "\"'\"");
  EXPECT_EQ(written(static_cast<short>(-1)), "short minus");
  EXPECT_EQ(written(1), "int");
  EXPECT_EQ(written(3000000000u), "unsigned high");
  EXPECT_EQ(written(-1L), "long minus");
  EXPECT_EQ(written(-1.0f), "float minus");
  EXPECT_EQ(written(std::numeric_limits<double>::quiet_NaN()), "none");
  EXPECT_EQ(written(static_cast<const char*>(nullptr)), "null");
  EXPECT_EQ(written(std::string()), "\"\"");
  EXPECT_EQ(written(std::vector<double>{}), "[.]");
}

TEST(ConfigValue, PaddingHasThreeForms) {
  EXPECT_EQ(padded(1), "as it is");
  EXPECT_EQ(padded(1, 4), "wide");
  EXPECT_EQ(padded(1, 0.5), "decimal");
  EXPECT_EQ(padded(10L, false), "two");
}

TEST(ConfigValue, TextsAreAdoptedInThreeWays) {
  std::string text = "abcdefgh";
  EXPECT_EQ(adopt(std::as_const(text)), 10);
  EXPECT_EQ(adopt(std::move(text)), 20);
  EXPECT_EQ(adopt(text), 3);
}

TEST(ConfigValue, SettingsCompute) {
  Setting setting(5000);
  EXPECT_EQ(setting.value(), 1000);
  EXPECT_EQ(Setting(1.0).value(), 30);
  setting = -3;
  EXPECT_TRUE(!setting);
  setting += 7;
  EXPECT_TRUE(setting++ == Setting(7));
  EXPECT_EQ(*(setting + Setting(3)), 11);
  EXPECT_EQ(std::as_const(setting)["k"], 0);
  EXPECT_EQ(setting(1, 4), 4);
  EXPECT_TRUE(3 * setting > 23);
  setting[4] = 60;
  EXPECT_EQ(static_cast<std::string>(setting), "large");
}

}  // namespace
}  // namespace cpp
