// With a Slurm that schedules, starts, requeues and ends tasks: the one that
// SLURM_CONF points to, or one of our own for the length of a test.
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>

#include "base/process.h"
#include "campaign/engine/slurm.h"
#include "planned_script.h"
#include "repository.h"

namespace covolve::campaign {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using test::hasEnded;
using test::kSucceed;
using test::plannedScript;
using test::textOf;
using std::chrono_literals::operator""ms;

const fs::path kControl = covolve::test::repository() / ".ci/slurm";

class RealSlurm : public testing::Test {
 protected:
  void SetUp() override {
    if (getenv("SLURM_CONF") == nullptr) {
      const bool installed =
          call({"bash", "-c", "PATH=$PATH:/usr/sbin; command -v slurmctld slurmd munged"}).succeeded();
      ASSERT_TRUE(installed || getenv("COVOLVE_CI") == nullptr) << "CI must have Slurm";
      if (!installed) GTEST_SKIP() << "Slurm is not installed";
      const Completed started =
          call({kControl.string(), "start", (folder_ / "slurm-daemons").string(), std::to_string(getpid())});
      ASSERT_TRUE(started.succeeded()) << started.errors;
      ours_ = true;
      setenv("SLURM_CONF", (folder_ / "slurm-daemons/slurm.conf").c_str(), 1);
    }
    // Stands in for `covolve campaign-task BATCH`.
    std::ofstream(folder_ / "covolve")
        << "#!/bin/bash\nexport COVOLVE_TEST_BATCH=$2\nexec " << fs::read_symlink("/proc/self/exe").string()
        << " --gtest_also_run_disabled_tests --gtest_filter=*InsteadOfCampaignTask\n";
    fs::permissions(folder_ / "covolve", fs::perms(0755));
    auto made = makeSlurm(folder_, folder_ / "covolve", {.cores = 1, .memoryMegabytes = 16}, {},
                          {50ms, 200ms, 2000ms, 60'000ms});
    ASSERT_TRUE(made) << made.error().message;
    engine_ = std::move(*made);
  }
  void TearDown() override {
    if (engine_) engine_->cancel();
    if (!ours_) return;
    EXPECT_TRUE(call({kControl.string(), "stop", (folder_ / "slurm-daemons").string()}).succeeded());
    unsetenv("SLURM_CONF");
  }

  static Completed call(const std::vector<std::string>& command) {
    Completed failed;
    failed.status = 127;
    return run({.arguments = command, .timeout = std::chrono::minutes(2)}).value_or(failed);
  }
  void submit(const std::vector<PlannedRun>& runs) {
    const auto submitted = engine_->submit(runs);
    ASSERT_TRUE(submitted) << submitted.error().message;
  }
  /// Number of the only job.
  std::string job() {
    for (const auto& batch : fs::directory_iterator(folder_ / "slurm")) return textOf(batch.path() / "job");
    return "";
  }
  /// Stores what comes until so many runs have ended: failures by seed.
  std::map<uint64_t, std::string> collect(size_t count) {
    std::map<uint64_t, std::string> ended;
    EXPECT_TRUE(eventually([&] {
      const auto events = engine_->poll(200ms);
      EXPECT_TRUE(events) << events.error().message;
      for (const Event& event : *events) {
        if (!event.record) continue;
        ended[event.key.seed] = event.record->failure;
        engine_->forget({event.key});
      }
      return ended.size() >= count;
    })) << call({"bash", "-c", "squeue; scontrol show job; tail " + folder_.string() + "/slurm/*/log*"})
               .output;
    return ended;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path folder_ = scratch_.path();
  std::unique_ptr<Engine> engine_;
  bool ours_ = false;
};

TEST(SlurmNode, DISABLED_InsteadOfCampaignTask) {
  const char* batch = getenv("COVOLVE_TEST_BATCH");
  if (batch == nullptr) GTEST_SKIP() << "started by Slurm only";
  const auto done = runSlurmTask(batch);
  EXPECT_TRUE(done) << done.error().message;
}

TEST_F(RealSlurm, RunsAnArrayAndGathersItsResults) {
  std::vector<PlannedRun> runs;
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    runs.push_back(plannedScript(folder_, seed == 3 ? "echo sorry >&2; exit 1" : kSucceed, seed));
  }
  submit(runs);
  EXPECT_EQ(collect(4),
            (std::map<uint64_t, std::string>{{1, ""}, {2, ""}, {3, "exit status 1: sorry"}, {4, ""}}));
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
  EXPECT_TRUE(fs::exists(folder_ / "runs/4"));
}

/// Does not end when it is started for the first time.
std::string succeedsTheSecondTime() {
  return std::string(
             "echo >> starts; if [[ $(wc -l < starts) == 1 ]]; then echo $$ > self; sleep 1000; fi; ") +
         kSucceed;
}

TEST_F(RealSlurm, ARequeuedTaskRunsAgainAndItsFirstEndIsNoResult) {
  submit({plannedScript(folder_, succeedsTheSecondTime())});
  ASSERT_TRUE(eventually([this] { return !textOf(folder_ / "self").empty(); }));
  const Completed requeued = call({"scontrol", "requeue", job() + "_0"});
  ASSERT_TRUE(requeued.succeeded()) << requeued.errors;
  EXPECT_EQ(collect(1), (std::map<uint64_t, std::string>{{1, ""}}));
  EXPECT_EQ(textOf(folder_ / "starts"), "\n\n");
  EXPECT_TRUE(hasEnded(folder_ / "self"));
}

TEST_F(RealSlurm, ATaskWhoseNodeFailedRunsAgain) {
  if (!ours_) GTEST_SKIP() << "not with a node that somebody else needs";
  submit({plannedScript(folder_, succeedsTheSecondTime())});
  ASSERT_TRUE(eventually([this] { return !textOf(folder_ / "self").empty(); }));
  const Completed failed = call({"scontrol", "update", "nodename=local", "state=down", "reason=test"});
  ASSERT_TRUE(failed.succeeded()) << failed.errors << failed.output << failed.status << failed.signal;
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "self"); }));
  call({"scontrol", "update", "nodename=local", "state=resume"});  // refused if it came back by itself
  EXPECT_EQ(collect(1), (std::map<uint64_t, std::string>{{1, ""}}));
  EXPECT_EQ(textOf(folder_ / "starts"), "\n\n");
}

TEST_F(RealSlurm, ATaskThatSomebodyElseCancelledIsAFailure) {
  submit({plannedScript(folder_, "echo $$ > self; sleep 1000")});
  ASSERT_TRUE(eventually([this] { return !textOf(folder_ / "self").empty(); }));
  const std::string number = job();
  ASSERT_TRUE(call({"scancel", number}).succeeded());
  const auto ended = collect(1);
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended.at(1).find("its Slurm task " + number + "_0 ended without a result; its log ends with: "),
            0u)
      << ended.at(1);
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "self"); }));
}

TEST_F(RealSlurm, CancelEndsTheProcessesOfTheRuns) {
  submit({plannedScript(folder_, "setsid sleep 1000 & echo $! > session; echo $$ > self; sleep 1000")});
  ASSERT_TRUE(eventually([this] { return !textOf(folder_ / "self").empty(); }));
  engine_->cancel();
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "self"); }));
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "session"); }));
}

TEST_F(RealSlurm, AnotherProcessTakesOver) {
  submit({plannedScript(folder_, std::string("until [[ -e go ]]; do sleep 0.1; done; ") + kSucceed, 1),
          plannedScript(folder_, kSucceed, 2)});
  auto next = makeSlurm(folder_, folder_ / "covolve", {}, {}, {50ms, 200ms, 2000ms, 60'000ms});
  ASSERT_TRUE(next);
  EXPECT_EQ((*next)->adopt()->size(), 2u);
  engine_ = std::move(*next);
  std::ofstream(folder_ / "go");
  EXPECT_EQ(collect(2), (std::map<uint64_t, std::string>{{1, ""}, {2, ""}}));
}

}  // namespace
}  // namespace covolve::campaign
