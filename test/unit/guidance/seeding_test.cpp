#include "guidance/seeding.h"

#include <gtest/gtest.h>

#include <regex>

namespace covolve::guidance {
namespace {

size_t matching(const gene::Constants& constants, const std::string& pattern) {
  Rng rng(1);
  size_t count = 0;
  for (int i = 0; i < 200; ++i)
    count += std::regex_match(constants.texts.pick(rng), std::regex(pattern)) ? 1 : 0;
  return count;
}

TEST(Seeding, ConstantsAreTakenOver) {
  Rng rng(1);
  const gene::Constants constants = seedConstants({{-5, 700}, {2.5}, {"hello"}}, rng);
  EXPECT_EQ(constants.integers.size(), 2u);
  EXPECT_EQ(constants.floats.size(), 1u);
  EXPECT_EQ(constants.texts.size(), 1u);
}

TEST(Seeding, PatternsGiveTextsThatMatchThem) {
  Rng rng(1);
  const std::string date = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
  const gene::Constants constants = seedConstants({{}, {}, {date, "plain text"}}, rng);
  EXPECT_GT(constants.texts.size(), 4u);
  EXPECT_GT(matching(constants, date), 50u);
}

TEST(Seeding, TextsThatOnlyLookLikePatternsDoNoHarm) {
  Rng rng(1);
  const gene::Constants constants = seedConstants({{}, {}, {"index[", "[a", "(", "a{2", "\\d{3,1}"}}, rng);
  EXPECT_GE(constants.texts.size(), 5u);
}

}  // namespace
}  // namespace covolve::guidance
