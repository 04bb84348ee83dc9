// Deaths that are known are survived in process: faster, and otherwise without
// any difference that a caller could see.
#include <gtest/gtest.h>
#include <signal.h>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::Ending;

ExecutorOptions withRecoveries(uint32_t perWorker) {
  ExecutorOptions options;
  options.stepsPerTest = 100'000;
  options.hangLimit = std::chrono::milliseconds(2000);
  options.heapLimit = 64u << 20;
  options.recoveriesPerWorker = perWorker;
  return options;
}
ExecutorOptions recovering() { return withRecoveries(10'000); }

/// Every way to die that leaves memory whole, on the main thread.
const std::vector<std::string> kSurvivable = {
    "segv",       "null-call",   "fpe",         "abort",         "assert",          "exit",
    "_exit",      "quick_exit",  "exit-with 3", "pthread_exit",  "destructor",      "noexcept",
    "stack",      "large-frame", "loop",        "allocate",      "strlen",          "print-strlen",
    "print-exit", "state-segv",  "sorted-segv", "round-up-segv", "thrown-in-catch", "threads-segv"};

std::vector<std::string> mixed(size_t count) {
  std::vector<std::string> tests;
  const std::vector<std::string> harmless = {"compare 5",     "state",      "throw",    "leak",
                                             "uninitialised", "exceptions", "rounding", "write x",
                                             "clock",         "print",      "disturb",  "locale"};
  const std::vector<std::string> others = {"double-free", "thread-crash", "locked-clock", "overflow"};
  for (size_t i = 0; tests.size() < count; ++i) {
    tests.push_back(harmless[i * 5 % harmless.size()]);
    tests.push_back(kSurvivable[i * 7 % kSurvivable.size()]);
    tests.push_back(i % 10 == 9 ? others[i / 10 % others.size()] : harmless[i * 7 % harmless.size()]);
  }
  return tests;
}

void expectSame(const std::vector<Seen>& a, const std::vector<Seen>& b,
                const std::vector<std::string>& tests) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(a[i] == b[i]) << i << " " << tests[i] << ": " << a[i].observed << " / " << b[i].observed;
    ASSERT_EQ(a[i].death.has_value(), b[i].death.has_value()) << i << " " << tests[i];
    if (!a[i].death) continue;
    EXPECT_EQ(a[i].death->signal, b[i].death->signal) << tests[i];
    EXPECT_EQ(a[i].death->exitStatus, b[i].death->exitStatus) << tests[i];
    EXPECT_EQ(a[i].death->text, b[i].death->text) << tests[i];
    EXPECT_EQ(a[i].death->lastBlock, b[i].death->lastBlock) << tests[i];
  }
}

TEST(Recovery, MakesNoDifferenceToAnyResult) {
  const std::vector<std::string> tests = mixed(300);
  Bench surviving(recovering());
  Bench dying(withRecoveries(0));
  const std::vector<Seen> survived = surviving.run(tests);
  expectSame(survived, dying.run(tests), tests);
  for (size_t i = 0; i < tests.size(); ++i) EXPECT_FALSE(survived[i].unstable) << tests[i];
  EXPECT_EQ(dying.executor().statistics().recoveries, 0u);
  EXPECT_EQ(surviving.executor().statistics().deaths, dying.executor().statistics().deaths);
  EXPECT_EQ(surviving.executor().statistics().deathsBy, dying.executor().statistics().deathsBy);
  EXPECT_GT(surviving.executor().statistics().recoveries, 50u);
}

TEST(Recovery, TwoRunsSurviveTheSameDeathsAndSeeTheSame) {
  const std::vector<std::string> tests = mixed(300);
  Bench first(recovering());
  Bench second(recovering());
  const std::vector<Seen> before = first.run(tests);
  const std::vector<Seen> after = second.run(tests);
  expectSame(before, after, tests);
  for (size_t i = 0; i < tests.size(); ++i) {
    if (before[i].death) {
      EXPECT_EQ(before[i].death->frames, after[i].death->frames) << tests[i];
    }
  }
  EXPECT_EQ(first.executor().statistics().recoveries, second.executor().statistics().recoveries);
  EXPECT_EQ(first.executor().statistics().workers, second.executor().statistics().workers);
}

TEST(Recovery, WhatThrewBeforeADeathIsKnownOfSurvivedDeathsToo) {
  Bench bench(recovering());
  const std::vector<Seen> seen = bench.run({"throw-segv", "throw-segv", "segv"});
  const ThrownSeen thrown{0, 2, "St13runtime_error"};
  EXPECT_EQ(seen[0].thrown, std::vector{thrown});
  EXPECT_EQ(seen[1].thrown, std::vector{thrown});
  EXPECT_TRUE(seen[2].thrown.empty());
  EXPECT_GE(bench.executor().statistics().recoveries, 1u);
}

class Survivable : public testing::TestWithParam<std::string> {};

TEST_P(Survivable, CostsNoMoreProcessesOnceItIsKnown) {
  Bench bench(recovering());
  std::vector<std::string> tests;
  for (int i = 0; i < 20; ++i) {
    tests.push_back(GetParam());
    tests.push_back("state");
  }
  const std::vector<Seen> seen = bench.run(tests);
  for (size_t i = 0; i < tests.size(); i += 2) {
    EXPECT_TRUE(seen[i] == seen[0]) << i;
    EXPECT_TRUE(seen[i].death);
    EXPECT_EQ(seen[i].executedActions, 1u);
    EXPECT_EQ(seen[i + 1].observed, seen[1].observed);
    EXPECT_FALSE(seen[i + 1].unstable);
  }
  // Once more where libc is on the stack and the test in between has changed libc's data.
  EXPECT_GE(bench.executor().statistics().recoveries, 18u);
  EXPECT_LE(bench.executor().statistics().workers, 4u);
}

INSTANTIATE_TEST_SUITE_P(EveryWay, Survivable,
                         testing::Values("segv", "throw-segv", "null-call", "fpe", "abort", "assert", "exit",
                                         "_exit", "quick_exit", "pthread_exit", "destructor", "noexcept",
                                         "stack", "large-frame", "loop", "allocate", "strlen", "print-strlen",
                                         "print-exit", "state-segv", "sorted-segv", "round-up-segv",
                                         "thrown-in-catch", "threads-segv"),
                         [](const testing::TestParamInfo<std::string>& info) {
                           std::string name = info.param;
                           for (char& c : name) c = isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name.front() == '_' ? "under" + name : name;
                         });

class Unsurvivable : public testing::TestWithParam<const char*> {};

TEST_P(Unsurvivable, EndsItsWorkerEachTime) {
  Bench bench(recovering());
  const std::vector<Seen> seen =
      bench.run({"nothing", GetParam(), "state", GetParam(), "clock", GetParam(), "print-in-thread"});
  for (const size_t i : {1u, 3u, 5u}) EXPECT_TRUE(seen[i].death) << i;
  for (const size_t i : {0u, 2u, 4u, 6u}) {
    EXPECT_FALSE(seen[i].death) << i;
    EXPECT_FALSE(seen[i].unstable) << i;
  }
  EXPECT_EQ(bench.executor().statistics().deaths, 3u);
  EXPECT_EQ(bench.executor().statistics().recoveries, 0u);
}

INSTANTIATE_TEST_SUITE_P(ForGoodReason, Unsurvivable,
                         testing::Values("double-free", "overflow", "leaked-overflow", "thread-crash",
                                         "thread-beside", "locked-clock", "locked-stream", "raw-exit",
                                         "kill-self"),
                         [](const testing::TestParamInfo<const char*>& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(Recovery, AnExitKeepsItsOwnStatus) {
  Bench bench(recovering());
  const std::vector<Seen> seen = bench.run({"exit-with 3", "exit-with 4", "exit-with 3", "exit-with 5"});
  const std::vector<int> expected = {3, 4, 3, 5};
  for (size_t i = 0; i < seen.size(); ++i) {
    ASSERT_TRUE(seen[i].death);
    EXPECT_EQ(seen[i].death->exitStatus, expected[i]);
    EXPECT_EQ(seen[i].death->text, "exit");
  }
  EXPECT_EQ(bench.executor().statistics().recoveries, 3u);
}

TEST(Recovery, WorkersAreReplacedAfterAsManyAsAllowed) {
  Bench bench(withRecoveries(10));
  const std::vector<Seen> seen = bench.run(std::vector<std::string>(101, "fpe"));
  for (const Seen& one : seen) EXPECT_TRUE(one == seen[0]);
  EXPECT_EQ(bench.executor().statistics().recoveries, 100u);
  EXPECT_EQ(bench.executor().statistics().workers, 11u);
}

TEST(Recovery, RoundingAndExceptionsAreAsBefore) {
  Bench bench(recovering());
  const std::vector<Seen> seen =
      bench.run({"round-up-segv", "thrown-in-catch", "destructor", "round-up-segv", "rounding",
                 "thrown-in-catch", "exceptions", "destructor", "exceptions", "round-up", "rounding"});
  EXPECT_EQ(bench.executor().statistics().recoveries, 3u);
  EXPECT_EQ(seen[4].observed, "1");
  EXPECT_EQ(seen[6].observed, "0 1");
  EXPECT_EQ(seen[8].observed, "0 1");
  EXPECT_EQ(seen[9].observed, "0");
  EXPECT_EQ(seen[10].observed, "1") << "also without a death";
}

TEST(Recovery, AnOverflowedStackLeavesNothingBehind) {
  Bench bench(recovering());
  const std::vector<Seen> seen = bench.run({"recurse-then-look", "stack", "stack", "recurse-then-look"});
  EXPECT_GE(bench.executor().statistics().recoveries, 1u);
  EXPECT_EQ(seen[0].observed, seen[3].observed);
}

TEST(Recovery, ResultsThatFillTheLaneAreContinuedBehindIt) {
  Bench bench(recovering());
  std::vector<std::string> tests;
  for (int i = 0; i < 100; ++i) {
    tests.push_back("many-bytes 900000");
    tests.push_back("segv");
  }
  const std::vector<Seen> seen = bench.run(tests);
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].death.has_value(), i % 2 == 1) << i;
    EXPECT_EQ(seen[i].observed.size(), i % 2 == 1 ? 0u : 900'000u) << i;
    EXPECT_FALSE(seen[i].sites.empty()) << i;
  }
  EXPECT_EQ(bench.executor().statistics().recoveries, 99u);
}

TEST(Recovery, AnUnstableDeathIsNotLearnt) {
  Bench bench(recovering());
  const std::vector<Seen> seen =
      bench.run({"poison", "crash-if-poisoned", "poison", "crash-if-poisoned", "abort", "abort"});
  EXPECT_TRUE(seen[1].unstable);
  EXPECT_TRUE(seen[3].unstable);
  EXPECT_TRUE(seen[4].death && seen[5].death);
  EXPECT_EQ(bench.executor().statistics().recoveries, 0u) << "abort looks the same: it cannot be trusted";
}

TEST(Recovery, StillGivesEachTestAProcessOfItsOwnWhereThatIsAsked) {
  ExecutorOptions options = recovering();
  options.testsPerWorker = 1;
  Bench bench(options);
  for (const Seen& one : bench.run(std::vector<std::string>(10, "segv"))) EXPECT_TRUE(one.death);
  EXPECT_GE(bench.executor().statistics().workers, 10u);
}

}  // namespace
}  // namespace covolve::execute
