// What a limit strikes is chance: what does not end must have one name.
#include <gtest/gtest.h>

#include <set>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::Ending;

class Hanging : public testing::Test {
 protected:
  static ExecutorOptions limits() {
    ExecutorOptions options;
    options.stepsPerTest = 100'000;
    options.heapLimit = 64u << 20;
    return options;
  }

  /// Where the test's loop begins: function and line; "-" where no loop was told.
  std::string loopOf(const Seen& seen) {
    EXPECT_TRUE(seen.death);
    if (!seen.death || seen.death->lastBlock == abi::kNoSite) return "-";
    const Site& site = bench_.executor().sites()[seen.death->lastBlock];
    return site.function + ":" + std::to_string(site.line);
  }

  Bench bench_{limits(), {}, builtHarness("hanging.cpp", {"-O1"}, Compiler::Instrumenting)};
};

TEST_F(Hanging, OneLoopHasOneNameWhereverItIsLeftAndWhoeverCallsIt) {
  std::set<std::string> loops;
  for (const char* test : {"a1", "a2", "a3", "a11", "a1000", "b1", "b2", "b3", "b50", "b-7"}) {
    const Seen seen = bench_.runOne(test);
    ASSERT_TRUE(seen.death) << test;
    EXPECT_EQ(seen.death->ending, Ending::OutOfSteps) << test;
    loops.insert(loopOf(seen));
  }
  EXPECT_EQ(loops.size(), 1u) << testing::PrintToString(loops);
  EXPECT_NE(loops.begin()->find("spin:"), std::string::npos) << *loops.begin();
}

TEST_F(Hanging, TwoLoopsHaveTwoNames) {
  EXPECT_NE(loopOf(bench_.runOne("c3")).find("spinElsewhere:"), std::string::npos);
  EXPECT_NE(loopOf(bench_.runOne("d5")).find("spinInRecursion:"), std::string::npos);
  EXPECT_EQ(loopOf(bench_.runOne("d5")), loopOf(bench_.runOne("d-5")));
}

TEST_F(Hanging, CallsWithoutEndAreNoLoop) { EXPECT_EQ(loopOf(bench_.runOne("e60")), "-"); }

TEST_F(Hanging, ATestIsCutEarlyOnlyIfItMayBe) {
  Executor& executor = bench_.executor();
  executor.cutAfter(1000);
  const auto run = [&](const std::string& test, Steps steps) {
    executor.add({reinterpret_cast<const uint8_t*>(test.data()), test.size()}, steps);
    EXPECT_TRUE(executor.submit(false));
    return bench_.collect().at(0);
  };
  EXPECT_FALSE(run("f30000", Steps::InFull).death);
  const Seen cut = run("f30000", Steps::CutEarly);
  ASSERT_TRUE(cut.death);
  EXPECT_EQ(cut.death->ending, Ending::OutOfSteps);
  EXPECT_FALSE(run("f10", Steps::CutEarly).death);
  // Its loop is known to end late: no other one gets more.
  executor.expectSlowLoops(std::vector{cut.death->lastBlock});
  EXPECT_FALSE(run("f30000", Steps::CutEarly).death);
  EXPECT_TRUE(run("a1", Steps::CutEarly).death);
  EXPECT_TRUE(run("f1000000", Steps::CutEarly).death);
}

TEST_F(Hanging, StepsOfATestAreTold) {
  Executor& executor = bench_.executor();
  const auto steps = [&](const std::string& test) {
    executor.add({reinterpret_cast<const uint8_t*>(test.data()), test.size()});
    EXPECT_TRUE(executor.submit(false));
    const auto executions = executor.collect();
    return executions ? (*executions)[0].steps : 0;
  };
  const uint64_t few = steps("f1000");
  EXPECT_GE(few, 1000u);
  EXPECT_GT(steps("f2000"), few + 999);
}

TEST_F(Hanging, ARecursionIsNamedByTheFunctionsThatCallEachOther) {
  const Seen one = bench_.runOne("g1");
  const Seen other = bench_.runOne("g7");
  const Seen alone = bench_.runOne("h1");
  for (const Seen& seen : {one, other, alone}) {
    ASSERT_TRUE(seen.death);
    EXPECT_EQ(seen.death->ending, Ending::StackOverflow);
    EXPECT_FALSE(seen.death->recursion.empty());
  }
  std::vector<uint64_t> common;
  std::ranges::set_intersection(one.death->recursion, other.death->recursion, std::back_inserter(common));
  EXPECT_FALSE(common.empty());
  common.clear();
  std::ranges::set_intersection(one.death->recursion, alone.death->recursion, std::back_inserter(common));
  EXPECT_TRUE(common.empty());
}

TEST_F(Hanging, RunawayAllocationHasTheNameOfItsLoop) {
  const Seen one = bench_.runOne("i1");
  const Seen other = bench_.runOne("i200");
  ASSERT_TRUE(one.death && other.death);
  EXPECT_EQ(one.death->ending, Ending::OutOfMemory);
  EXPECT_NE(loopOf(one).find("grow:"), std::string::npos) << loopOf(one);
  EXPECT_EQ(loopOf(one), loopOf(other));
}

TEST_F(Hanging, WhatAnotherMachineMayGrantIsNotRefused) {
  EXPECT_EQ(bench_.runOne("j1").executedActions, 1u);
  const Seen seen = bench_.runOne("j1000");
  ASSERT_TRUE(seen.death);
  EXPECT_EQ(seen.death->ending, Ending::BeyondMemory);
  // No machine has that much: bad_alloc everywhere.
  const Seen refused = bench_.runOne("j1000000000");
  EXPECT_FALSE(refused.death);
  EXPECT_EQ(refused.executedActions, 0u);
}

}  // namespace
}  // namespace covolve::execute
