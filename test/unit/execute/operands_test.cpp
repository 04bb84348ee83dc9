// Watched comparisons keep their operands; which ones are watched belongs to a
// batch, whatever happens to its worker and whenever it gets there.
#include <gtest/gtest.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::kWatchFalse;
using abi::kWatchTrue;
using abi::OperandKind;

constexpr uint32_t kNumbers = 1, kReals = 2, kPointers = 3, kFirstCase = 4, kSecondCase = 5, kDefault = 6;
constexpr uint8_t kBoth = kWatchTrue | kWatchFalse;

ExecutorOptions quick() {
  ExecutorOptions options;
  options.hangLimit = std::chrono::milliseconds(2000);
  return options;
}

Bench comparing(ExecutorOptions options = quick()) {
  return Bench(options, {}, builtHarness("comparing.cpp"));
}

/// The left operands of the watched comparison of numbers; nothing when it is not watched.
std::vector<int64_t> numbers(const std::vector<Seen>& seen) {
  std::vector<int64_t> left;
  for (const Seen& one : seen) {
    for (const abi::Operands& operands : one.operands) left.push_back(static_cast<int64_t>(operands.left[0]));
  }
  return left;
}

TEST(Operands, UnwatchedSitesReportNone) {
  Bench bench = comparing();
  bench.executor().watch(kReals, kBoth);
  const Seen seen = bench.runOne("numbers 3 50");
  EXPECT_TRUE(seen.operands.empty());
  EXPECT_EQ(seen.sites, (std::vector<uint32_t>{0, kNumbers}));
}

TEST(Operands, TheExecutionNearestToTheWantedSideIsKept) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrue);
  EXPECT_EQ(numbers(bench.run({"numbers 500 17 90"})), (std::vector<int64_t>{17}));
  bench.executor().watch(kNumbers, kWatchFalse);
  EXPECT_EQ(numbers(bench.run({"numbers -500 4 -90"})), (std::vector<int64_t>{4}));
}

TEST(Operands, OfTwoWantedSidesTheOneNotYetReachedDecides) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kBoth);
  EXPECT_EQ(numbers(bench.run({"numbers 500 17 90"})), (std::vector<int64_t>{17}));
  EXPECT_EQ(numbers(bench.run({"numbers -500 4 -90"})), (std::vector<int64_t>{4}));
}

TEST(Operands, EachTestHasItsOwn) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kWatchTrue);
  const std::vector<Seen> seen = bench.run({"numbers 11", "numbers 99", "pointer", "numbers 40"});
  EXPECT_EQ(numbers(seen), (std::vector<int64_t>{11, 99, 40}));
  EXPECT_TRUE(seen[2].operands.empty());
}

TEST(Operands, ARecordTellsSitePredicateAndBothNumbers) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kBoth);
  const std::vector<Seen> seen = bench.run({"numbers -3", "unsigned", "wide"});
  const abi::Operands& small = seen[0].operands.at(0);
  EXPECT_EQ(small.site, kNumbers);
  EXPECT_EQ(small.kind, static_cast<uint8_t>(OperandKind::Signed));
  EXPECT_EQ(small.predicate, abi::Less);
  EXPECT_EQ(small.left[0], static_cast<uint64_t>(-3));
  EXPECT_EQ(small.left[1], ~uint64_t{0}) << "sign-extended";
  EXPECT_EQ(small.right[0], 10u);
  EXPECT_EQ(small.right[1], 0u);
  const abi::Operands& large = seen[1].operands.at(0);
  EXPECT_EQ(large.kind, static_cast<uint8_t>(OperandKind::Unsigned));
  EXPECT_EQ(large.right[0], ~uint64_t{0});
  EXPECT_EQ(large.right[1], 0u) << "zero-extended";
  const abi::Operands& wide = seen[2].operands.at(0);
  EXPECT_EQ(wide.kind, static_cast<uint8_t>(OperandKind::Signed));
  EXPECT_EQ(wide.left[0], 1u);
  EXPECT_EQ(wide.left[1], 2u);
  EXPECT_EQ(wide.right[1], ~uint64_t{0});
}

TEST(Operands, RealNumbersAreDoubles) {
  Bench bench = comparing();
  bench.executor().watch(kReals, kBoth);
  const std::vector<Seen> seen = bench.run({"double", "long-double"});
  const abi::Operands& real = seen[0].operands.at(0);
  EXPECT_EQ(real.kind, static_cast<uint8_t>(OperandKind::Floating));
  EXPECT_EQ(real.predicate, abi::Less | abi::kTrueIfUnordered);
  EXPECT_EQ(std::bit_cast<double>(real.left[0]), 1.5);
  EXPECT_EQ(std::bit_cast<double>(real.right[0]), -2.25);
  EXPECT_EQ(std::bit_cast<double>(seen[1].operands.at(0).right[0]), 3.0);
}

TEST(Operands, PointersAreNotKept) {
  Bench bench = comparing();
  bench.executor().watch(kPointers, kBoth);
  const Seen seen = bench.runOne("pointer");
  EXPECT_EQ(seen.sites, (std::vector<uint32_t>{0, kPointers}));
  EXPECT_TRUE(seen.operands.empty());
}

TEST(Operands, ASwitchKeepsTheNearestValueOfEachWatchedCase) {
  Bench bench = comparing();
  bench.executor().watch(kFirstCase, kWatchTrue);
  bench.executor().watch(kSecondCase, kWatchTrue);
  bench.executor().watch(kDefault, kWatchTrue);
  const Seen seen = bench.runOne("switch 40 7 80 6000");
  ASSERT_EQ(seen.operands.size(), 3u);
  for (const abi::Operands& one : seen.operands)
    EXPECT_EQ(one.kind, static_cast<uint8_t>(OperandKind::Switch));
  EXPECT_EQ(seen.operands[0].left[0], 7u);
  EXPECT_EQ(seen.operands[0].right[0], 5u) << "the label";
  EXPECT_EQ(seen.operands[1].left[0], 80u);
  EXPECT_EQ(seen.operands[1].right[0], 90u);
  EXPECT_EQ(seen.operands[2].left[0], 40u) << "the first that reached the default";
}

TEST(Operands, AllSitesCanBeSetAtOnceAndUnset) {
  Bench bench = comparing();
  const std::vector<uint8_t> all(bench.executor().sites().size(), kBoth);
  bench.executor().watch(all);
  EXPECT_EQ(bench.runOne("switch 40").operands.size(), 3u);
  bench.executor().watch(kFirstCase, 0);
  EXPECT_EQ(bench.runOne("switch 40").operands.size(), 2u);
  bench.executor().watch(std::vector<uint8_t>{});
  EXPECT_TRUE(bench.runOne("switch 40").operands.empty());
}

/// What the second batch watches is decided while the first one runs, waits or is done.
TEST(Operands, EachBatchKeepsTheSetItWasSubmittedWith) {
  Bench bench = comparing();
  const std::vector<std::string> tests(500, "numbers 30");
  for (int round = 0; round < 20; ++round) {
    bench.executor().watch(kNumbers, kWatchTrue);
    bench.submit(tests);
    bench.executor().watch(kNumbers, 0);
    bench.submit(tests);
    bench.executor().watch(kNumbers, kWatchFalse);
    EXPECT_EQ(numbers(bench.collect()), std::vector<int64_t>(500, 30)) << round;
    EXPECT_TRUE(numbers(bench.collect()).empty()) << round;
  }
}

TEST(Operands, ABatchKeepsItsSetThroughEveryReplacementOfItsWorker) {
  ExecutorOptions options = quick();
  options.testsPerWorker = 7;
  options.recoveriesPerWorker = 0;
  Bench bench = comparing(options);
  std::vector<std::string> tests;
  for (int i = 0; i < 30; ++i) tests.push_back(i % 10 == 5 ? "numbers-abort 30" : "numbers 30");
  bench.executor().watch(kNumbers, kWatchTrue);
  bench.submit(tests);
  bench.executor().watch(kNumbers, 0);
  bench.submit(tests);
  EXPECT_EQ(numbers(bench.collect()), std::vector<int64_t>(30, 30));
  EXPECT_TRUE(numbers(bench.collect()).empty());
  EXPECT_GE(bench.executor().statistics().workers, 10u);
}

TEST(Operands, ADeathMakesNoDifferenceWhetherItIsSurvivedOrNot) {
  ExecutorOptions dying = quick();
  dying.recoveriesPerWorker = 0;
  Bench first = comparing();
  Bench second = comparing(dying);
  const std::vector<std::string> tests(6, "numbers-abort 500 17 90");
  for (Bench* bench : {&first, &second}) {
    bench->executor().watch(kNumbers, kWatchTrue);
    const std::vector<Seen> seen = bench->run(tests);
    EXPECT_EQ(numbers(seen), std::vector<int64_t>(6, 17));
    for (const Seen& one : seen) EXPECT_TRUE(one.death);
  }
  EXPECT_GE(first.executor().statistics().recoveries, 4u);
  EXPECT_EQ(second.executor().statistics().recoveries, 0u);
}

TEST(Operands, RecordsThatMakeNoSenseAreDropped) {
  Bench bench = comparing();
  bench.executor().watch(kNumbers, kBoth);
  const std::vector<Seen> seen = bench.run({"numbers-scribble 3", "numbers 3"});
  EXPECT_FALSE(seen[0].death);
  EXPECT_TRUE(seen[0].operands.empty());
  EXPECT_EQ(seen[1].operands.size(), 1u);
}

}  // namespace
}  // namespace covolve::execute
