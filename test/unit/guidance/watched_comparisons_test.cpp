#include "guidance/watched_comparisons.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace covolve::guidance {
namespace {

using search::Comparison;
using search::Operand;

// A comparison, one of another file, a case.
constexpr const char* kText =
    "C\t0000000000000001\t3\t1\t-\t-\tmaximum\t/p/a.cpp\n"
    "C\t0000000000000002\t4\t9\t-\t-\tother\t/p/b.cpp\n"
    "S\t0000000000000003\t8\t2\t-7\t-\tchoose\t/p/a.cpp\n";

class WatchedComparisonsTest : public testing::Test {
 protected:
  std::vector<Comparison> read(const abi::Operands& operands) {
    const auto found = comparisons_.read({&operands, 1}, {});
    return {found.begin(), found.end()};
  }
  std::vector<Comparison> read(const abi::TextOperands& texts) {
    const auto found = comparisons_.read({}, {&texts, 1});
    return {found.begin(), found.end()};
  }

  const execute::SiteTable sites_ = execute::SiteTable::parse(kText).value();
  const TargetMap map_{sites_, {"/p/a.cpp"}};
  const search::TargetId whenTrue_ = map_.sidesOf(0).first;
  const search::TargetId whenFalse_ = map_.sidesOf(0).second;
  WatchedComparisons comparisons_{map_};
};

abi::Operands integers(uint32_t site, int64_t left, int64_t right) {
  const auto extended = [](int64_t number) { return number < 0 ? ~uint64_t{0} : 0; };
  return {
      site, static_cast<uint8_t>(abi::OperandKind::Signed), 0,
      0,    {static_cast<uint64_t>(left), extended(left)},  {static_cast<uint64_t>(right), extended(right)}};
}

abi::TextOperands texts(std::string_view left, std::string_view right, uint32_t compared) {
  abi::TextOperands record{};
  record.compared = compared;
  record.leftSize = static_cast<uint32_t>(left.size());
  record.rightSize = static_cast<uint32_t>(right.size());
  std::memcpy(record.left, left.data(), left.size());
  std::memcpy(record.right, right.data(), right.size());
  return record;
}

TEST_F(WatchedComparisonsTest, OnlyTheWatchedSidesAreRecorded) {
  EXPECT_EQ(comparisons_.watch({}), (std::vector<uint8_t>{0, 0, 0}));
  EXPECT_EQ(comparisons_.watch(std::vector{whenFalse_}), (std::vector<uint8_t>{abi::kWatchFalse, 0, 0}));
  EXPECT_EQ(comparisons_.watch(std::vector{whenTrue_, whenFalse_, map_.sidesOf(2).first}),
            (std::vector<uint8_t>{abi::kWatchTrue | abi::kWatchFalse, 0, abi::kWatchTrue}));
}

TEST_F(WatchedComparisonsTest, OperandsAreToldForTheWatchedSide) {
  comparisons_.watch(std::vector{whenFalse_});
  ASSERT_EQ(read(integers(0, -3, 700)).size(), 1u);
  EXPECT_EQ(read(integers(0, -3, 700))[0].target, whenFalse_);
  comparisons_.watch(std::vector{whenTrue_});
  const Comparison comparison = read(integers(0, -3, 700)).at(0);
  EXPECT_EQ(comparison.target, whenTrue_);
  EXPECT_TRUE(comparison.left.integer == -3);
  EXPECT_TRUE(comparison.right.integer == 700);
}

TEST_F(WatchedComparisonsTest, DecisionsWithoutTargetsTellNothing) {
  comparisons_.watch(std::vector{whenTrue_});
  EXPECT_TRUE(read(integers(1, 1, 2)).empty());
}

TEST_F(WatchedComparisonsTest, TextsOfAKnownCallAreToldForItsOpenAnswer) {
  auto record = texts("abc", "abd", abi::kWholeTexts);
  comparisons_.watch(std::vector{whenTrue_});
  EXPECT_EQ(read(record).at(0).target, whenTrue_);
  comparisons_.watch({});
  EXPECT_EQ(read(record).at(0).target, search::kNoTarget);
  for (const uint32_t site : {abi::kNoSite, 77u}) {  // nobody's, and one that the code under test made up
    record.site = site;
    comparisons_.watch(std::vector{whenTrue_});
    EXPECT_EQ(read(record).at(0).target, search::kNoTarget);
  }
}

TEST_F(WatchedComparisonsTest, TextsOfWhichTheBeginningWasComparedAreToldBothWays) {
  EXPECT_EQ(read(texts("abc", "abd", abi::kWholeTexts)).size(), 1u);
  const auto beginnings = texts("abcdef", "abd", 3);  // what is read points into it
  const auto both = read(beginnings);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].left.text, "abcdef");
  EXPECT_EQ(both[1].left.text, "abc");
}

TEST(LearnConstants, OperandsOfEveryKindButNothingThatComparesWithNothing) {
  Operand integer;
  integer.integer = 42;
  Operand floating;
  floating.kind = Operand::Kind::Floating;
  floating.floating = 2.5;
  Operand notANumber = floating;
  notANumber.floating = std::numeric_limits<double>::quiet_NaN();
  Operand text;
  text.kind = Operand::Kind::Text;
  text.text = "blue";
  Operand empty = text;
  empty.text = "";
  gene::Constants constants;
  learnConstants(std::vector<Comparison>{{0, integer, integer}, {0, floating, notANumber}, {0, text, empty}},
                 constants);
  EXPECT_EQ(constants.integers.size(), 1u);
  EXPECT_EQ(constants.floats.size(), 1u);
  EXPECT_EQ(constants.texts.size(), 1u);
}

}  // namespace
}  // namespace covolve::guidance
