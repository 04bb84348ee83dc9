#include "base/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace covolve {
namespace {

using std::chrono_literals::operator""ms;

Completed shell(const std::string& script) {
  auto completed = run({.arguments = {"sh", "-c", script}});
  EXPECT_TRUE(completed) << completed.error().message;
  return completed.value_or(Completed{});
}

TEST(Process, BothOutputsAndTheStatusAreCaptured) {
  const Completed completed = shell("echo out; echo err >&2; exit 3");
  EXPECT_EQ(completed.output, "out\n");
  EXPECT_EQ(completed.errors, "err\n");
  EXPECT_EQ(completed.status, 3);
  EXPECT_EQ(completed.signal, 0);
  EXPECT_FALSE(completed.succeeded());
}

TEST(Process, MuchOutputOnBothSidesDoesNotBlock) {
  const Completed completed =
      shell("i=0; while [ $i -lt 3000 ]; do printf %0100d 1; printf %0100d 2 >&2; i=$((i+1)); done");
  EXPECT_EQ(completed.output.size(), 300'000u);
  EXPECT_EQ(completed.errors.size(), 300'000u);
}

TEST(Process, ASignalIsToldApartFromAStatus) {
  const Completed completed = shell("kill -SEGV $$");
  EXPECT_EQ(completed.signal, SIGSEGV);
  EXPECT_FALSE(completed.succeeded());
}

TEST(Process, ATimeoutEndsTheProgramAndWhatItStarted) {
  const auto completed =
      run({.arguments = {"sh", "-c", "echo before; sleep 1000 & sleep 1000"}, .timeout = 200ms});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
  EXPECT_FALSE(completed->succeeded());
  EXPECT_EQ(completed->output, "before\n");
}

TEST(Process, ATimeoutAlsoEndsAProgramThatClosedItsOutput) {
  const auto completed = run({.arguments = {"sh", "-c", "exec >&- 2>&-; sleep 1000"}, .timeout = 200ms});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
}

TEST(Process, ATimeoutDoesNotWaitForWhatLeftTheGroup) {
  const auto completed =
      run({.arguments = {"sh", "-c", "setsid sleep 5 & echo started; sleep 1000"}, .timeout = 200ms});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
  EXPECT_EQ(completed->output, "started\n");
}

TEST(Process, ATimeoutEndsAProgramThatNeverStopsPrinting) {
  const auto completed = run({.arguments = {"yes"}, .timeout = 200ms, .outputLimit = 1000});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
  EXPECT_EQ(completed->signal, SIGKILL);
}

TEST(Process, AStopEndsTheProgramAndWhatItStarted) {
  std::atomic<bool> stop = false;
  std::jthread user([&stop] {
    std::this_thread::sleep_for(200ms);
    stop = true;
  });
  const auto completed =
      run({.arguments = {"sh", "-c", "echo before; sleep 1000 & sleep 1000"}, .stop = &stop});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->stopped);
  EXPECT_FALSE(completed->timedOut);
  EXPECT_FALSE(completed->succeeded());
  EXPECT_EQ(completed->output, "before\n");
}

TEST(Process, AStopAskedForBeforehandIsNotMissed) {
  const std::atomic<bool> stop = true;
  const auto completed = run({.arguments = {"sleep", "1000"}, .stop = &stop});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->stopped);
}

TEST(Process, AnEndSignalLetsTheProgramEndByItself) {
  const auto completed = run({.arguments = {"sh", "-c", "trap 'echo tidied; exit 5' TERM; sleep 1000 & wait"},
                              .timeout = 500ms,
                              .endSignal = SIGTERM});
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
  EXPECT_EQ(completed->output, "tidied\n");
  EXPECT_EQ(completed->status, 5);
}

TEST(Process, SignalsReachTheProgramAsBefore) {
  // Blocked between fork and exec only: a shell cannot unblock what it starts with.
  EXPECT_EQ(shell("kill -TERM $$; echo survived").signal, SIGTERM);
}

TEST(Process, DirectoryAndEnvironmentAreTheOnesAsked) {
  const auto completed = run(
      {.arguments = {"sh", "-c", "pwd; echo $COLOUR"}, .directory = "/", .environment = {{"COLOUR", "red"}}});
  ASSERT_TRUE(completed);
  EXPECT_EQ(completed->output, "/\nred\n");
}

TEST(Process, InputIsEmpty) { EXPECT_EQ(shell("cat | wc -c").output.find('0'), 0u); }

TEST(Process, AProgramThatDoesNotExistIsAnErrorWithItsName) {
  const auto completed = run({.arguments = {"no-such-program-of-covolve"}});
  ASSERT_FALSE(completed);
  EXPECT_EQ(completed.error().message, "cannot run no-such-program-of-covolve: No such file or directory");
}

TEST(Process, BeforeExecRunsInTheChild) {
  const auto completed = run({.arguments = {"true"}, .beforeExec = [] { _exit(42); }});
  ASSERT_TRUE(completed);
  EXPECT_EQ(completed->status, 42);
}

TEST(Process, ManyThreadsMayRunProgramsAtOnce) {
  std::vector<std::jthread> threads;
  std::vector<std::string> outputs(8);
  for (size_t i = 0; i < outputs.size(); ++i) {
    threads.emplace_back([&outputs, i] { outputs[i] = shell("echo " + std::to_string(i)).output; });
  }
  threads.clear();
  for (size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST(Process, KeepsTheEndOfEndlessOutput) {
  Command command;
  command.arguments = {"bash", "-c", "yes | head -c 3000000; echo the end"};
  command.outputLimit = 1000;
  const auto completed = run(command);
  ASSERT_TRUE(completed.has_value());
  EXPECT_LE(completed->output.size(), 2000u);
  EXPECT_TRUE(completed->output.ends_with("the end\n"));
}

}  // namespace
}  // namespace covolve
