// Each way for code under test to end its process: the cause is attributed to
// its test, and the tests before and behind it have their results.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "harness_fixture.h"

namespace covolve::execute {
namespace {

using abi::Ending;
using abi::Outcome;

ExecutorOptions quick() {
  ExecutorOptions options;
  options.stepsPerTest = 100'000;
  options.hangLimit = std::chrono::milliseconds(700);
  options.heapLimit = 64u << 20;
  return options;
}

/// Runs the deed between others, checks those, returns its own result.
Seen amongOthers(Bench& bench, const std::string& deed) {
  const std::vector<Seen> seen = bench.run({"compare 1", "state", deed, "compare 42", "state", "compare 7"});
  EXPECT_EQ(seen[0].distances, (std::vector<uint64_t>{0, 41})) << "before " << deed;
  EXPECT_EQ(seen[3].sites, (std::vector<uint32_t>{0, 1, 3})) << "behind " << deed;
  EXPECT_EQ(seen[5].distances, (std::vector<uint64_t>{0, 35})) << "behind " << deed;
  EXPECT_EQ(seen[1].observed, seen[4].observed) << "state around " << deed;
  for (const size_t other : {0u, 1u, 3u, 4u, 5u}) {
    EXPECT_FALSE(seen[other].death) << other;
    EXPECT_FALSE(seen[other].unstable) << other;
    EXPECT_EQ(seen[other].outcome, Outcome::Returned) << other;
  }
  return seen[2];
}

struct Deadly {
  const char* deed;
  Ending ending;
  int signal;
  int exitStatus;
  const char* text;
};

class Isolation : public testing::TestWithParam<Deadly> {};

TEST_P(Isolation, AttributesTheDeathAndLosesNoOtherResult) {
  const Deadly& deadly = GetParam();
  Bench bench(quick());
  const Seen seen = amongOthers(bench, deadly.deed);
  ASSERT_TRUE(seen.death);
  EXPECT_EQ(seen.death->ending, deadly.ending);
  EXPECT_EQ(seen.death->signal, deadly.signal);
  EXPECT_EQ(seen.death->exitStatus, deadly.exitStatus);
  EXPECT_NE(seen.death->text.find(deadly.text), std::string::npos) << seen.death->text;
  EXPECT_FALSE(seen.unstable);
  EXPECT_EQ(seen.executedActions, 1u);
  ASSERT_FALSE(seen.sites.empty()) << "coverage up to the death";
  EXPECT_EQ(seen.sites[0], 0u);
  const ExecutorStatistics statistics = bench.executor().statistics();
  EXPECT_EQ(statistics.tests, 6u);
  EXPECT_EQ(statistics.deaths, 1u);
  EXPECT_EQ(statistics.deathsBy.at(deadly.ending), 1u);
  EXPECT_EQ(statistics.serverStarts, 1u);
}

INSTANTIATE_TEST_SUITE_P(
    EveryWay, Isolation,
    testing::Values(
        Deadly{"segv", Ending::Signal, SIGSEGV, 0, ""}, Deadly{"null-call", Ending::Signal, SIGSEGV, 0, ""},
        Deadly{"fpe", Ending::Signal, SIGFPE, 0, ""}, Deadly{"abort", Ending::Signal, SIGABRT, 0, ""},
        Deadly{"assert", Ending::Signal, SIGABRT, 0, "assertion failed: zero == 1"},
        Deadly{"exit", Ending::Exit, 0, 7, "exit"}, Deadly{"_exit", Ending::Exit, 0, 8, "_exit"},
        Deadly{"quick_exit", Ending::Exit, 0, 9, "quick_exit"}, Deadly{"raw-exit", Ending::Exit, 0, 10, ""},
        Deadly{"pthread_exit", Ending::Exit, 0, 0, "pthread_exit"},
        Deadly{"destructor", Ending::Terminate, 0, 0, "runtime_error"},
        Deadly{"noexcept", Ending::Terminate, 0, 0, "logic_error"},
        Deadly{"stack", Ending::StackOverflow, SIGSEGV, 0, ""},
        Deadly{"large-frame", Ending::StackOverflow, SIGSEGV, 0, ""},
        Deadly{"loop", Ending::OutOfSteps, 0, 0, ""}, Deadly{"blind-loop", Ending::OutOfTime, 0, 0, ""},
        Deadly{"sleep", Ending::OutOfTime, 0, 0, ""}, Deadly{"allocate", Ending::OutOfMemory, 0, 0, ""},
        Deadly{"double-free", Ending::HeapCorruption, 0, 0, "twice"},
        Deadly{"invalid-free", Ending::HeapCorruption, 0, 0, "freed"},
        Deadly{"stack-free", Ending::HeapCorruption, 0, 0, "never returned"},
        Deadly{"overflow", Ending::HeapCorruption, 0, 0, "end was overwritten"},
        Deadly{"leaked-overflow", Ending::HeapCorruption, 0, 0, "end was overwritten"},
        Deadly{"aligned-overflow", Ending::HeapCorruption, 0, 0, "end was overwritten"},
        Deadly{"underflow", Ending::HeapCorruption, 0, 0, "header was overwritten"},
        Deadly{"thread-crash", Ending::Signal, SIGSEGV, 0, ""},
        Deadly{"kill-self", Ending::Signal, SIGKILL, 0, ""}),
    [](const testing::TestParamInfo<Deadly>& info) {
      std::string name = info.param.deed;
      std::replace_if(name.begin(), name.end(), [](char c) { return !isalnum(c); }, '_');
      return name.front() == '_' ? "under" + name : name;
    });

TEST(Isolation, FramesLeadToTheDeed) {
  Bench bench(quick());
  for (const char* deed : {"segv", "null-call", "fpe", "abort", "stack", "double-free", "exit"}) {
    const Seen seen = bench.runOne(deed);
    ASSERT_TRUE(seen.death) << deed;
    EXPECT_GE(seen.death->frames.size(), 4u) << deed;
  }
}

TEST(Isolation, AStrayWriteOverTheSharedMemoryIsSurvived) {
  Bench bench(quick());
  const std::vector<Seen> seen = bench.run({"compare 1", "stray-write", "compare 42"});
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[2].sites, (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_TRUE(seen[1].death || seen[1].unstable);
}

TEST(Isolation, AHundredDeathsInOneBatchAllHaveTheirCause) {
  Bench bench(quick());
  std::vector<std::string> tests;
  for (int i = 0; i < 100; ++i) {
    tests.push_back("compare " + std::to_string(i));
    tests.push_back(i % 2 == 0 ? "segv" : "exit");
  }
  const std::vector<Seen> seen = bench.run(tests);
  for (size_t i = 0; i < 100; ++i) {
    EXPECT_FALSE(seen[2 * i].death) << i;
    ASSERT_TRUE(seen[2 * i + 1].death) << i;
    EXPECT_EQ(seen[2 * i + 1].death->ending, i % 2 == 0 ? Ending::Signal : Ending::Exit) << i;
  }
  EXPECT_EQ(bench.executor().statistics().deaths, 100u);
}

TEST(Isolation, ADeathInTheSecondLaneLeavesTheFirstAlone) {
  Bench bench(quick());
  Executor& executor = bench.executor();
  const auto submit = [&](const std::vector<std::string>& tests) {
    for (const std::string& test : tests) {
      ASSERT_TRUE(executor.add({reinterpret_cast<const uint8_t*>(test.data()), test.size()}));
    }
    ASSERT_TRUE(executor.submit(true));
  };
  const auto endings = [&] {
    std::vector<Ending> result;
    const auto executions = executor.collect();
    EXPECT_TRUE(executions.has_value());
    for (const Execution& execution : *executions) {
      result.push_back(execution.death != nullptr ? execution.death->ending : Ending::None);
    }
    return result;
  };
  const std::vector<Ending> first = {Ending::None, Ending::Signal, Ending::None};
  const std::vector<Ending> second = {Ending::Exit, Ending::None, Ending::Exit};
  submit({"nothing", "fpe", "nothing"});
  for (int round = 0; round < 10; ++round) {
    submit({"exit", "nothing", "exit"});
    EXPECT_EQ(endings(), first);
    submit({"nothing", "fpe", "nothing"});
    EXPECT_EQ(endings(), second);
  }
  EXPECT_EQ(endings(), first);
  EXPECT_FALSE(executor.hasSubmitted());
}

TEST(Isolation, ATestThatDiesOnlyBehindAnotherIsUnstableNotBlamed) {
  Bench bench(quick());
  const std::vector<Seen> seen = bench.run({"poison", "crash-if-poisoned", "nothing"});
  EXPECT_FALSE(seen[1].death);
  EXPECT_TRUE(seen[1].unstable);
  EXPECT_EQ(seen[1].observed, "fine");
  EXPECT_FALSE(seen[2].unstable);
  EXPECT_EQ(bench.executor().statistics().unstable, 1u);
  EXPECT_EQ(bench.executor().statistics().deaths, 0u);
}

TEST(Isolation, AfterTooManyUnstableTestsEachGetsAProcessOfItsOwn) {
  ExecutorOptions options = quick();
  options.unstableInARow = 5;
  Bench bench(options);
  std::vector<std::string> tests;
  for (int i = 0; i < 20; ++i) {
    tests.push_back("poison");
    tests.push_back("crash-if-poisoned");
  }
  const std::vector<Seen> seen = bench.run(tests);
  for (const Seen& one : seen) EXPECT_EQ(one.observed, "fine");
  EXPECT_EQ(bench.executor().statistics().unstable, 6u);
  EXPECT_TRUE(bench.executor().statistics().processPerTest);
  EXPECT_FALSE(bench.run({"segv"})[0].unstable);
}

TEST(Isolation, AForkServerThatIsKilledIsStartedAgain) {
  Sandbox::Options open;
  open.enabled = false;  // inside it nobody can
  Bench bench(quick(), open);
  const std::vector<Seen> seen = bench.run({"compare 1", "kill-server", "compare 42"});
  EXPECT_EQ(seen[0].distances, (std::vector<uint64_t>{0, 41}));
  EXPECT_TRUE(seen[1].death);
  EXPECT_EQ(seen[2].sites, (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_GE(bench.executor().statistics().serverStarts, 2u);
}

/// Is any process running this executable?
bool isRunning(const std::filesystem::path& executable) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code ignored;
    if (std::filesystem::read_symlink(entry.path() / "exe", ignored) == executable) return true;
  }
  return false;
}

TEST(Isolation, WhenTheEngineIsKilledNothingOfItsRunsOn) {
  auto directory = ScratchDirectory::make("execute-test");
  ASSERT_TRUE(directory);
  const std::filesystem::path harness = std::filesystem::canonical(directory->path()) / "harness";
  std::filesystem::copy_file(builtHarness("subject.cpp"), harness);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t engine = fork();
  if (engine == 0) {
    ExecutorOptions options;
    options.hangLimit = std::chrono::hours(1);
    Sandbox::Options sandboxOptions;
    Bench bench(options, sandboxOptions, harness);
    bench.run({"nothing"});
    if (write(ends[1], "r", 1) == 1) bench.run({"blind-loop"});
    _exit(0);
  }
  char ready = 0;
  ASSERT_EQ(read(ends[0], &ready, 1), 1);
  EXPECT_TRUE(isRunning(harness));
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  for (int i = 0; i < 500 && isRunning(harness); ++i) usleep(20'000);
  EXPECT_FALSE(isRunning(harness));
}

TEST(Isolation, OneRequestBeyondTheLimitIsABadAllocNotADeath) {
  Bench bench(quick());
  EXPECT_EQ(amongOthers(bench, "one-huge-block").observed, "bad_alloc");
}

TEST(Isolation, ResultsThatFillTheLaneAreContinuedBehindIt) {
  Bench bench(quick());
  std::vector<std::string> tests(150, "many-bytes 700000");
  tests.insert(tests.begin() + 70, "segv");
  const std::vector<Seen> seen = bench.run(tests);
  ASSERT_EQ(seen.size(), 151u);
  for (size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].death.has_value(), i == 70) << i;
    EXPECT_EQ(seen[i].observed.size(), i == 70 ? 0u : 700'000u) << i;
  }
}

TEST(Isolation, ABatchThatDoesNotFitIsRefusedNotCut) {
  Bench bench(quick());
  const std::vector<uint8_t> large(abi::kLaneInputCapacity - 4, 'x');
  EXPECT_TRUE(bench.executor().add(large));
  EXPECT_FALSE(bench.executor().add(std::vector<uint8_t>{}));
  ASSERT_TRUE(bench.executor().submit(false));
  EXPECT_EQ(bench.executor().collect()->size(), 1u);
}

TEST(Isolation, WorkersAreReplacedByCountWithoutLosingResults) {
  ExecutorOptions options = quick();
  options.testsPerWorker = 7;
  Bench bench(options);
  const std::vector<Seen> seen = bench.run(std::vector<std::string>(50, "state"));
  for (const Seen& one : seen) EXPECT_EQ(one, seen[0]);
  EXPECT_GE(bench.executor().statistics().workers, 7u);
}

TEST(Start, ASubjectWhoseStaticInitialisationFailsIsAnErrorWithTheReason) {
  auto directory = ScratchDirectory::make("execute-test");
  ASSERT_TRUE(directory);
  Sandbox::Options options;
  options.scratch = directory->path() / "scratch";
  auto sandbox = Sandbox::prepare(options);
  ASSERT_TRUE(sandbox);
  const std::pair<const char*, const char*> cases[] = {
      {"-DABORTS", "signal 6"}, {"-DEXITS", "exit"}, {"-DCRASHES", "signal 11"}};
  for (const auto& [flag, expected] : cases) {
    auto executor = Executor::start(builtHarness("bad_start.cpp", {flag}), *sandbox);
    ASSERT_FALSE(executor) << flag;
    EXPECT_NE(executor.error().message.find(expected), std::string::npos) << executor.error().message;
  }
  EXPECT_TRUE(Executor::start(builtHarness("bad_start.cpp", {}), *sandbox));
  EXPECT_FALSE(Executor::start(directory->path() / "missing", *sandbox));
}

TEST(Start, ALibraryWithASymbolThatNobodyDefinesIsNoHindrance) {
  const std::filesystem::path library = builtHarness("missing_symbol.cpp", {"-DLIBRARY", "-shared", "-fPIC"});
  const std::filesystem::path harness =
      builtHarness("missing_symbol.cpp", {library.string(), "-Wl,-rpath," + library.parent_path().string(),
                                          "-Wl,--allow-shlib-undefined", "-Wl,-z,lazy"});
  Bench bench({}, {}, harness);
  for (const Seen& seen : bench.run({"abc", "abcd"})) EXPECT_FALSE(seen.death);
  EXPECT_EQ(bench.runOne("ab").executedActions, 3u);
}

}  // namespace
}  // namespace covolve::execute
