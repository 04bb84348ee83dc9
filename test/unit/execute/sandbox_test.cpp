// What code under test cannot do. Victims are files and directories made for
// the purpose; deeds that would reach further first probe that they cannot.
#include "execute/sandbox.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <fstream>

#include "base/process.h"
#include "harness_fixture.h"

namespace covolve::execute {
namespace {

namespace fs = std::filesystem;

fs::path makeVictim(const Bench& bench) {
  const fs::path victim = bench.outside() / "victim";
  fs::create_directories(victim / "inner");
  std::ofstream(victim / "inner/file") << "precious";
  return victim;
}

bool isIntact(const fs::path& victim) { return readFile(victim / "inner/file").value_or("") == "precious"; }

Sandbox::Options with(const Mechanisms& mechanisms) {
  Sandbox::Options options;
  options.mechanisms = mechanisms;
  return options;
}

TEST(Sandbox, NamesEachProtectionWithASentence) {
  Bench bench;
  EXPECT_GE(bench.sandbox().protections().size(), 5u);
  for (const Protection& protection : bench.sandbox().protections()) {
    EXPECT_FALSE(protection.name.empty());
    EXPECT_EQ(protection.sentence.back(), '.');
  }
}

TEST(Sandbox, WhatTheKernelLacksIsNamed) {
  auto directory = ScratchDirectory::make("execute-test");
  ASSERT_TRUE(directory);
  Sandbox::Options options = with({false, false, false});
  options.scratch = directory->path();
  const auto nothing = Sandbox::prepare(options);
  ASSERT_TRUE(nothing);
  for (const Protection& protection : nothing->protections()) {
    EXPECT_EQ(protection.active, protection.name == "limits") << protection.sentence;
  }
  options.mechanisms.seccomp = true;
  const auto filtered = Sandbox::prepare(options);
  ASSERT_TRUE(filtered);
  EXPECT_FALSE(filtered->protections().front().active) << "files need more than seccomp";
}

/// Each promise holds also where one of the mechanisms is missing.
class Confined : public testing::TestWithParam<Mechanisms> {};

INSTANTIATE_TEST_SUITE_P(By, Confined,
                         testing::Values(Mechanisms{true, true, true}, Mechanisms{false, true, true},
                                         Mechanisms{true, false, true}),
                         [](const testing::TestParamInfo<Mechanisms>& info) -> std::string {
                           if (!info.param.namespaces) return "LandlockAndSeccomp";
                           return info.param.landlock ? "AllMechanisms" : "NamespacesAndSeccomp";
                         });

TEST_P(Confined, DirectoriesOutsideCannotBeRemoved) {
  Bench bench({}, with(GetParam()));
  const fs::path victim = makeVictim(bench);
  EXPECT_EQ(bench.runOne("remove-all " + victim.string()).observed, "refused");
  EXPECT_TRUE(isIntact(victim));
}

TEST_P(Confined, ProgramsCannotBeStarted) {
  Bench bench({}, with(GetParam()));
  const fs::path victim = makeVictim(bench);
  EXPECT_EQ(bench.runOne("system-rm " + victim.string()).observed, "refused");
  EXPECT_TRUE(isIntact(victim));
}

TEST_P(Confined, FilesOutsideCannotBeMadeChangedTruncatedMovedOrReopenedToOthers) {
  Bench bench({}, with(GetParam()));
  const fs::path victim = makeVictim(bench);
  const std::string file = (victim / "inner/file").string();
  chmod(file.c_str(), 0600);
  EXPECT_EQ(bench.runOne("write " + (victim / "new").string()).observed, "new refused");
  EXPECT_EQ(bench.runOne("write " + file).observed, "existed refused");
  EXPECT_EQ(bench.runOne("truncate " + file).observed, "refused");
  EXPECT_EQ(bench.runOne("rename " + file).observed, "refused");
  EXPECT_EQ(bench.runOne("chmod " + file).observed, "refused");
  EXPECT_TRUE(isIntact(victim));
  EXPECT_FALSE(fs::exists(victim / "new"));
  struct stat status;
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST_P(Confined, FilesInTheScratchDirectoryCanBeWritten) {
  Bench bench({}, with(GetParam()));
  EXPECT_EQ(bench.runOne("write " + (bench.scratch() / "own").string()).observed, "new succeeded");
}

TEST_P(Confined, ThereIsNoNetwork) {
  Bench bench({}, with(GetParam()));
  EXPECT_EQ(bench.runOne("connect").observed, "refused");
}

TEST_P(Confined, AForkBombMakesNoProcess) {
  Bench bench({}, with(GetParam()));
  EXPECT_EQ(bench.runOne("fork-bomb").observed, "0");
}

TEST_P(Confined, NobodyElseCanBeSignalled) {
  Bench bench({}, with(GetParam()));
  EXPECT_EQ(bench.runOne("kill-all").observed, "refused");
  EXPECT_EQ(bench.executor().statistics().serverStarts, 1u);
}

// Emitted tests run as programs of their own.
Completed runShell(const Sandbox& sandbox, const std::string& script) {
  Command command;
  command.arguments = {"bash", "-c", script};
  command.directory = sandbox.options().scratch;
  command.timeout = std::chrono::seconds(20);
  command.beforeExec = sandboxedExec(sandbox);
  auto completed = run(command);
  EXPECT_TRUE(completed) << completed.error().message;
  return completed.value_or(Completed{});
}

TEST_P(Confined, EmittedTestsPassOutputExitStatusAndSignalOn) {
  Bench bench({}, with(GetParam()));
  const Completed exited = runShell(bench.sandbox(), "echo out; echo err >&2; exit 5");
  EXPECT_EQ(exited.output, "out\n");
  EXPECT_EQ(exited.errors, "err\n");
  EXPECT_EQ(exited.status, 5);
  EXPECT_EQ(exited.signal, 0);
  EXPECT_EQ(runShell(bench.sandbox(), "kill -ABRT $$").signal, SIGABRT);
}

TEST_P(Confined, EmittedTestsWriteOnlyToTheScratchDirectory) {
  Bench bench({}, with(GetParam()));
  const fs::path victim = makeVictim(bench);
  const std::string file = (victim / "inner/file").string();
  EXPECT_NE(runShell(bench.sandbox(), "echo gone > " + file).status, 0);
  EXPECT_TRUE(isIntact(victim));
  EXPECT_EQ(runShell(bench.sandbox(), "echo here > own && echo null > /dev/null").status, 0);
  EXPECT_TRUE(fs::exists(bench.scratch() / "own"));
}

TEST_P(Confined, EmittedTestsStartNoOtherProcessAndNoConnection) {
  Bench bench({}, with(GetParam()));
  EXPECT_NE(runShell(bench.sandbox(), "/bin/true; exit $?").status, 0) << "needs a fork";
  EXPECT_NE(runShell(bench.sandbox(), "exec 3<>/dev/tcp/127.0.0.1/9").status, 0);
}

TEST_P(Confined, EmittedTestsCannotUseUpTheMemory) {
  Sandbox::Options options = with(GetParam());
  options.testAddressSpace = 256u << 20;
  Bench bench({}, options);
  const Completed completed = runShell(bench.sandbox(), "x=0123456789abcdef; while :; do x=$x$x; done");
  EXPECT_FALSE(completed.timedOut);
  EXPECT_FALSE(completed.succeeded());
}

TEST_P(Confined, EmittedTestsThatDoNotEndAreEndedWithAllTheyStarted) {
  Bench bench({}, with(GetParam()));
  Command command;
  command.arguments = {"bash", "-c", "while :; do :; done"};
  command.timeout = std::chrono::milliseconds(300);
  command.beforeExec = sandboxedExec(bench.sandbox());
  const auto completed = run(command);
  ASSERT_TRUE(completed);
  EXPECT_TRUE(completed->timedOut);
}

}  // namespace
}  // namespace covolve::execute
