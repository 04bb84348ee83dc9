// What one test changes, the next one does not see.
#include <gtest/gtest.h>

#include <fstream>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

TEST(Reset, GlobalsStaticsThreadLocalsAndTheHeapTheyOwnAreAsAfterInitialisation) {
  Bench bench;
  const std::vector<Seen> seen = bench.run(std::vector<std::string>(20, "state"));
  for (const Seen& one : seen) EXPECT_EQ(one.observed, "1 1 4 2 41 54 1 2 1");
}

TEST(Reset, ALeakOfAMegabyteInEachOfTenThousandTestsCostsNothing) {
  Bench bench;
  const std::vector<Seen> seen = bench.run(std::vector<std::string>(10'000, "leak"));
  for (const Seen& one : seen) {
    ASSERT_FALSE(one.death);
    ASSERT_EQ(one.observed, seen[0].observed) << "the address repeats";
  }
  EXPECT_EQ(bench.executor().statistics().workers, 1u);
}

TEST(Reset, FreshMemoryHoldsNothingOfTheLastTest) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(5, "uninitialised")))
    EXPECT_EQ(one.observed, "0");
}

TEST(Reset, EveryAllocationFunctionWorks) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(200, "allocations"))) {
    ASSERT_FALSE(one.death) << one.death->text;
    EXPECT_EQ(one.observed, "succeeded");
  }
}

TEST(Reset, ThreadsWorkAndAddressesRepeatAfterThem) {
  Bench bench;
  std::vector<std::string> tests;
  for (int i = 0; i < 20; ++i) {
    tests.push_back("threads 4");
    tests.push_back("leak");
  }
  const std::vector<Seen> seen = bench.run(tests);
  for (size_t i = 0; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].observed, "400");
    EXPECT_EQ(seen[i + 1].observed, seen[1].observed);
  }
}

TEST(Reset, AThreadLeftBehindCostsItsWorkerOnly) {
  Bench bench;
  const std::vector<Seen> seen = bench.run({"state", "thread-left", "state"});
  EXPECT_EQ(seen[1].observed, "detached");
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(bench.executor().statistics().workers, 2u);
  EXPECT_EQ(bench.executor().statistics().deaths, 0u);
}

TEST(Reset, DescriptorsDirectoryMaskEnvironmentLocaleTimersHandlersAndRandomNumbersAreRepaired) {
  Bench bench;
  const std::vector<Seen> seen =
      bench.run({"surroundings", "disturb", "surroundings", "segv", "surroundings"});
  EXPECT_EQ(seen[1].observed, "disturbed");
  EXPECT_EQ(seen[2].observed, seen[0].observed);
  EXPECT_EQ(seen[4].observed, seen[0].observed);
  ASSERT_TRUE(seen[3].death) << "the handler is in place again";
  EXPECT_EQ(seen[3].death->ending, abi::Ending::Signal);
}

TEST(Reset, ClosingAllDescriptorsDisturbsNobody) {
  Bench bench;
  const std::vector<Seen> seen = bench.run({"surroundings", "close-all", "surroundings", "print"});
  EXPECT_EQ(seen[2].observed, seen[0].observed);
  EXPECT_EQ(seen[3].observed, "succeeded");
}

TEST(Reset, FilesOfOneTestAreGoneForTheNext) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(5, "write made.txt"))) {
    EXPECT_EQ(one.observed, "new succeeded");
  }
  EXPECT_TRUE(std::filesystem::is_empty(bench.scratch()));
}

TEST(Reset, TheStandardLibrarysOwnStateIsRestoredToo) {
  Bench bench;
  // Often enough for its pages to change from guarded to compared.
  for (const Seen& one : bench.run(std::vector<std::string>(60, "locale"))) {
    ASSERT_FALSE(one.death);
    EXPECT_EQ(one.observed, "1.5 1,5 3");
  }
  EXPECT_EQ(bench.executor().statistics().workers, 1u);
}

TEST(Reset, ATestMayHandleSegmentationFaultsItself) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(5, "own-handler"))) {
    ASSERT_FALSE(one.death);
    EXPECT_EQ(one.observed, "1.5 1,5 3");
  }
}

TEST(Reset, ALongjmpOutOfAHandlerLeavesNoException) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(5, "longjmp"))) EXPECT_EQ(one.observed, "0");
}

TEST(Reset, FilesThatStayOpenDoNotUseUpDescriptors) {
  Bench bench;
  for (const Seen& one : bench.run(std::vector<std::string>(2000, "open-file")))
    ASSERT_EQ(one.observed, "succeeded");
}

TEST(Reset, TwoRunsSeeTheSame) {
  std::vector<std::string> tests;
  for (int i = 0; i < 300; ++i) {
    const char* deeds[] = {"compare 5", "state",       "leak",          "segv",   "exit",
                           "throw",     "allocations", "uninitialised", "write x"};
    tests.push_back(deeds[i * 7 % 9]);
  }
  Bench first;
  Bench second;
  const std::vector<Seen> before = first.run(tests);
  const std::vector<Seen> after = second.run(tests);
  EXPECT_EQ(before, after);
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i].death) {
      EXPECT_EQ(before[i].death->frames, after[i].death->frames) << tests[i];
    }
  }
}

}  // namespace
}  // namespace covolve::execute
