// The runtime alone, its probes called as instrumented code calls them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "covolve/protocol.h"

namespace covolve {

namespace {

class Probes : public testing::Test {
 protected:
  Probes() {
    // Copies of one module: each registration adds sites.
    __covolve_register(kText.data(), kText.size(), kSites, &base_);
    shared().touchedCount = 0;
    shared().stepsLeft = 0;
  }

  static abi::Shared& shared() { return *__covolve_shared; }
  static char* bytes() { return reinterpret_cast<char*>(__covolve_shared); }
  const abi::SiteState& state(uint32_t local) const {
    return reinterpret_cast<abi::SiteState*>(bytes() + abi::kStatesOffset)[base_ + local];
  }
  std::vector<uint32_t> touched() const {
    const auto* const list = reinterpret_cast<uint32_t*>(bytes() + abi::kTouchedOffset);
    std::vector<uint32_t> local(list, list + shared().touchedCount);
    for (uint32_t& site : local) site -= base_;
    return local;
  }

  void watch(uint32_t local, uint8_t sides) const {
    reinterpret_cast<uint8_t*>(bytes() + abi::kWatchedOffset)[base_ + local] = sides;
  }
  const abi::Operands& operands(uint32_t local) const {
    return reinterpret_cast<abi::Operands*>(bytes() + abi::kOperandsOffset)[base_ + local];
  }
  bool hasOperands(uint32_t local) const {
    return operands(local).kind != static_cast<uint8_t>(abi::OperandKind::None);
  }

  static constexpr uint32_t kSites = 10;
  const std::string kText = "one\ntwo\n";
  uint32_t base_ = 0;
};

}  // namespace

TEST_F(Probes, RegistrationAppendsSitesAndText) {
  const uint32_t sitesBefore = shared().siteCount;
  const uint32_t textBefore = shared().siteTextBytes;
  uint32_t base = 0;
  __covolve_register("three\n", 6, 4, &base);
  EXPECT_EQ(shared().magic, abi::kMagic);
  EXPECT_EQ(base, sitesBefore);
  EXPECT_EQ(shared().siteCount, sitesBefore + 4);
  EXPECT_EQ(std::string(bytes() + abi::kSiteTextOffset + textBefore, 6), "three\n");
}

TEST_F(Probes, FreshSitesWereNeverReached) {
  EXPECT_EQ(state(0).toTrue, abi::kNever);
  EXPECT_EQ(state(0).toFalse, abi::kNever);
  EXPECT_TRUE(touched().empty());
}

TEST_F(Probes, BlocksAreTouchedOnce) {
  __covolve_block(base_ + 3);
  __covolve_block(base_ + 1);
  __covolve_block(base_ + 3);
  EXPECT_EQ(touched(), (std::vector<uint32_t>{3, 1}));
  EXPECT_EQ(state(3).toTrue, 0u);
  EXPECT_EQ(state(3).toFalse, abi::kNever);
  EXPECT_EQ(shared().lastBlock, base_ + 3);
}

TEST_F(Probes, ComparesKeepTheSmallestOfEachSide) {
  __covolve_compare_signed(base_, abi::Less, 30, 10);
  __covolve_compare_signed(base_, abi::Less, 15, 10);
  __covolve_compare_signed(base_, abi::Less, 50, 10);
  EXPECT_EQ(state(0).toTrue, 6u);
  EXPECT_EQ(state(0).toFalse, 0u);
  __covolve_compare_signed(base_, abi::Less, 3, 10);
  EXPECT_EQ(state(0).toTrue, 0u);
  EXPECT_EQ(touched(), std::vector<uint32_t>{0});
}

TEST_F(Probes, EveryKindOfCompareReports) {
  __covolve_compare_unsigned(base_ + 0, abi::Greater, 1, ~uint64_t{0});
  __covolve_compare_wide(base_ + 1, abi::Equal, true, 1, 0, 5, 0);
  __covolve_compare_pointer(base_ + 2, abi::Equal, &base_, nullptr);
  __covolve_compare_double(base_ + 3, abi::Equal, 1.0, 1.0);
  __covolve_compare_long_double(base_ + 4, abi::NotEqual, 1.0L, 1.0L);
  __covolve_boolean(base_ + 5, false);
  EXPECT_EQ(state(0).toTrue, ~uint64_t{0} - 1);
  EXPECT_EQ(state(1).toTrue, 4u);
  EXPECT_EQ(state(2).toTrue, 1u);
  EXPECT_EQ(state(3).toTrue, 0u);
  EXPECT_EQ(state(3).toFalse, 1u);
  EXPECT_EQ(state(4).toTrue, 1u);
  EXPECT_EQ(state(5).toTrue, 1u);
  EXPECT_EQ(state(5).toFalse, 0u);
  EXPECT_EQ(touched().size(), 6u);
}

TEST_F(Probes, ASwitchReportsAllCasesAndTheDefault) {
  const int64_t cases[] = {-5, 10, 12};
  __covolve_switch(base_ + 2, 11, cases, 3);
  EXPECT_EQ(touched(), (std::vector<uint32_t>{2, 3, 4, 5}));
  EXPECT_EQ(state(2).toTrue, 16u);
  EXPECT_EQ(state(3).toTrue, 1u);
  EXPECT_EQ(state(4).toTrue, 1u);
  EXPECT_EQ(state(5).toTrue, 0u);
  __covolve_switch(base_ + 2, 12, cases, 3);
  EXPECT_EQ(state(4).toTrue, 0u);
  EXPECT_EQ(state(5).toTrue, 0u);
  EXPECT_EQ(state(4).toFalse, abi::kNever);
}

TEST_F(Probes, WatchingChangesNoDistance) {
  const int64_t cases[] = {7, 20};
  for (const uint32_t first : {0u, 5u}) {
    if (first == 5) {
      for (uint32_t i = 5; i < 10; ++i) watch(i, abi::kWatchTrue | abi::kWatchFalse);
    }
    for (const int64_t left : {30, 15, 50, 3}) {
      __covolve_compare_signed(base_ + first, abi::Less, left, 10);
      __covolve_compare_double(base_ + first + 1, abi::Equal, static_cast<double>(left), 14.5);
      __covolve_switch(base_ + first + 2, left, cases, 2);
    }
  }
  for (uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(state(i).toTrue, state(i + 5).toTrue) << i;
    EXPECT_EQ(state(i).toFalse, state(i + 5).toFalse) << i;
  }
}

TEST_F(Probes, OnlyWatchedSitesKeepOperands) {
  watch(1, abi::kWatchTrue);
  __covolve_compare_signed(base_, abi::Equal, 1, 2);
  __covolve_compare_signed(base_ + 1, abi::Equal, 1, 2);
  EXPECT_FALSE(hasOperands(0));
  EXPECT_TRUE(hasOperands(1));
  EXPECT_EQ(operands(1).site, base_ + 1);
}

TEST_F(Probes, OperandsBelongToTheSmallestDistanceOfTheWantedSide) {
  watch(0, abi::kWatchTrue);
  for (const int64_t left : {30, 15, 50}) __covolve_compare_signed(base_, abi::Less, left, 10);
  EXPECT_EQ(operands(0).left[0], 15u);
  watch(1, abi::kWatchFalse);
  for (const int64_t left : {-30, 8, -50}) __covolve_compare_signed(base_ + 1, abi::Less, left, 10);
  EXPECT_EQ(operands(1).left[0], 8u);
}

TEST_F(Probes, AComparisonWithNaNKeepsItsOperandsUntilThereIsABetterOne) {
  watch(0, abi::kWatchTrue);
  __covolve_compare_double(base_, abi::Less, __builtin_nan(""), 1);
  ASSERT_TRUE(hasOperands(0));
  __covolve_compare_double(base_, abi::Less, 2.5, 1);
  EXPECT_EQ(operands(0).left[0], __builtin_bit_cast(uint64_t, 2.5));
}

TEST_F(Probes, TruthValuesAndPointersHaveNoOperands) {
  watch(0, abi::kWatchTrue);
  watch(1, abi::kWatchTrue);
  __covolve_boolean(base_, false);
  __covolve_compare_pointer(base_ + 1, abi::Equal, &base_, nullptr);
  EXPECT_FALSE(hasOperands(0));
  EXPECT_FALSE(hasOperands(1));
}

TEST_F(Probes, OutputsAreTouchedOnceAndAreNoBlocks) {
  __covolve_block(base_);
  __covolve_output(base_ + 4);
  __covolve_output(base_ + 4);
  EXPECT_EQ(touched(), (std::vector<uint32_t>{0, 4}));
  EXPECT_EQ(state(4).toTrue, 0u);
  EXPECT_EQ(shared().lastBlock, base_);
  __covolve_output(abi::kNoSite - 3);  // of a harness that did not fit
  EXPECT_EQ(touched().size(), 2u);
}

TEST_F(Probes, ATruthValueKeepsTheSmallestOfItsOwnDistances) {
  watch(1, abi::kWatchTrue | abi::kWatchFalse);
  __covolve_truth(base_ + 1, 13, 0);
  __covolve_truth(base_ + 1, 4, 0);
  __covolve_truth(base_ + 1, abi::kFarthest, 0);
  EXPECT_EQ(state(1).toTrue, 4u);
  EXPECT_EQ(state(1).toFalse, 0u);
  __covolve_truth(base_ + 1, 0, 9);
  EXPECT_EQ(state(1).toTrue, 0u);
  EXPECT_EQ(touched(), std::vector<uint32_t>{1});
  EXPECT_FALSE(hasOperands(1));             // there is no pair of them that a test could be given
  __covolve_truth(abi::kNoSite - 3, 1, 0);  // of a module that did not fit
  EXPECT_EQ(touched().size(), 1u);
}

TEST_F(Probes, DistancesAreThoseThatTheProbesRecord) {
  const auto expectRecorded = [&](uint32_t site, abi::Distances distances) {
    EXPECT_EQ(distances.toTrue, state(site).toTrue);
    EXPECT_EQ(distances.toFalse, state(site).toFalse);
  };
  __covolve_compare_signed(base_, abi::Less, 7, -3);
  expectRecorded(0, __covolve_distance_signed(abi::Less, 7, -3));
  __covolve_compare_unsigned(base_ + 1, abi::GreaterOrEqual, 7, ~uint64_t{0});
  expectRecorded(1, __covolve_distance_unsigned(abi::GreaterOrEqual, 7, ~uint64_t{0}));
  __covolve_compare_wide(base_ + 2, abi::Equal, true, 5, 1, 9, 0);
  expectRecorded(2, __covolve_distance_wide(abi::Equal, true, 5, 1, 9, 0));
  __covolve_compare_pointer(base_ + 3, abi::NotEqual, nullptr, this);
  expectRecorded(3, __covolve_distance_pointer(abi::NotEqual, nullptr, this));
  __covolve_compare_double(base_ + 4, abi::Greater, 1.0, 1.5);
  expectRecorded(4, __covolve_distance_double(abi::Greater, 1.0, 1.5));
  __covolve_compare_long_double(base_ + 5, abi::Equal, 1.0L, 1.5L);
  expectRecorded(5, __covolve_distance_long_double(abi::Equal, 1.0L, 1.5L));
}

TEST_F(Probes, AModuleThatDoesNotFitRecordsNothing) {
  const uint32_t before = shared().siteCount;
  uint32_t base = 0;
  __covolve_register("x\n", 2, abi::kMaximumSites, &base);
  EXPECT_EQ(shared().siteCount, before);
  __covolve_block(base);
  __covolve_block(base + abi::kMaximumSites - 1);
  __covolve_boolean(base + 5, true);
  const int64_t cases[] = {1};
  __covolve_switch(base + 7, 1, cases, 1);
  EXPECT_TRUE(touched().empty());
}

TEST_F(Probes, StepsAreCountedOnlyWithALimit) {
  __covolve_block(base_);
  EXPECT_EQ(shared().stepsLeft, 0u);
  shared().stepsLeft = 10;
  __covolve_block(base_);
  __covolve_boolean(base_ + 1, true);
  __covolve_compare_signed(base_ + 2, abi::Equal, 1, 2);
  const int64_t cases[] = {1};
  __covolve_switch(base_ + 3, 1, cases, 1);
  EXPECT_EQ(shared().stepsLeft, 6u);
}

TEST_F(Probes, TheLastStepEndsTheProcess) {
  EXPECT_EXIT(
      {
        std::atexit([] { std::abort(); });  // must not run
        shared().stepsLeft = 3;
        for (;;) __covolve_block(base_);
      },
      testing::ExitedWithCode(99), "");
}

}  // namespace covolve
