#include "campaign/engine/slurm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "campaign/engine/slurm_batch.h"
#include "campaign/engine/slurm_commands.h"
#include "campaign/run/runner.h"
#include "fake_slurm.h"
#include "planned_script.h"

namespace covolve::campaign {
namespace {

namespace fs = std::filesystem;
using test::FakeSlurm;
using test::kSucceed;
using test::plannedScript;
using test::textOf;
using std::chrono_literals::operator""ms;

class SlurmEngine : public testing::Test {
 protected:
  std::unique_ptr<Engine> engine(SlurmPace pace = {1ms, 1ms, 1ms, 600'000ms}) {
    auto made =
        makeSlurm(folder_, "/opt/covolve", {.cores = 2, .memoryMegabytes = 512}, {"--partition=short"}, pace);
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : nullptr;
  }
  std::vector<PlannedRun> runs(uint64_t count) {
    std::vector<PlannedRun> planned;
    for (uint64_t seed = 1; seed <= count; ++seed) planned.push_back(plannedScript(folder_, kSucceed, seed));
    return planned;
  }
  std::vector<fs::path> batches() {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_ / "slurm", ignored))
      found.push_back(entry.path());
    return found;
  }
  fs::path onlyBatch() {
    EXPECT_EQ(batches().size(), 1u);
    return batches().empty() ? fs::path() : batches().front();
  }
  /// As the task would.
  void finish(const fs::path& batch, size_t task) {
    RunRecord record;
    record.key = taskOf(batch, task)->key;
    record.evaluations = 5;
    ASSERT_TRUE(replaceFile(resultFile(batch, task), toJson(record)));
    slurm_.setState(textOf(batch / "job"), task, "COMPLETED");
  }
  /// What several looks bring, by seed: "began", "ended", or the failure.
  std::map<uint64_t, std::vector<std::string>> look(Engine& engine, int times = 3) {
    std::map<uint64_t, std::vector<std::string>> seen;
    for (int i = 0; i < times; ++i) {
      std::this_thread::sleep_for(2ms);
      const auto events = engine.poll(2ms);
      EXPECT_TRUE(events) << events.error().message;
      for (const Event& event : *events) {
        seen[event.key.seed].push_back(!event.record            ? "began"
                                       : event.record->failed() ? event.record->failure
                                                                : "ended");
      }
    }
    return seen;
  }
  using Seen = std::map<uint64_t, std::vector<std::string>>;

  FakeSlurm slurm_;
  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path folder_ = scratch_.path();
};

TEST_F(SlurmEngine, SubmitsAnArrayWithWhatARunNeeds) {
  const auto slurm = engine();
  EXPECT_EQ(slurm->description(), "Slurm, job arrays of up to 1000 runs");
  ASSERT_TRUE(slurm->submit(runs(3)));
  const fs::path batch = onlyBatch();
  const std::string call = slurm_.calls("sbatch");
  for (const std::string option : {"--parsable", "--array=0-2 ", "--cpus-per-task=2 ", "--mem=512M ",
                                   "--time=62 ", "--requeue ", "--partition=short "}) {
    EXPECT_NE(call.find(option), std::string::npos) << option << " is not in " << call;
  }
  EXPECT_NE(call.find("--output=" + batch.string() + "/log-%a.txt"), std::string::npos);
  EXPECT_EQ(textOf(batch / "task.sh"),
            fmt::format("#!/bin/bash\nexec /opt/covolve campaign-task {}\n", batch.string()));
  EXPECT_EQ(textOf(batch / "job"), "101");
}

TEST_F(SlurmEngine, ReportsWhatBeginsAndWhatHasAResultAndRemovesWhatIsStored) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(3)));
  EXPECT_TRUE(look(*slurm).empty());
  const fs::path batch = onlyBatch();
  slurm_.setState("101", 1, "RUNNING");
  EXPECT_EQ(look(*slurm), (Seen{{2, {"began"}}}));
  finish(batch, 1);
  finish(batch, 2);
  EXPECT_EQ(look(*slurm), (Seen{{2, {"ended"}}, {3, {"ended"}}}));
  slurm->forget({runs(3)[1].key, runs(3)[2].key});
  EXPECT_FALSE(fs::exists(resultFile(batch, 1)));
  EXPECT_TRUE(fs::exists(batch));
  finish(batch, 0);
  EXPECT_EQ(look(*slurm), (Seen{{1, {"ended"}}}));
  slurm->forget({runs(3)[0].key});
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
}

TEST_F(SlurmEngine, ATaskThatIsRequeuedIsStillUnderWay) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(1)));
  for (const char* state :
       {"RUNNING", "NODE_FAIL", "COMPLETING", "REQUEUED", "PENDING", "PREEMPTED", "RUNNING", "SUSPENDED"}) {
    slurm_.setState("101", 0, state);
    const auto seen = look(*slurm, 4);
    EXPECT_TRUE(seen.empty() || seen == (Seen{{1, {"began"}}})) << state;
  }
  finish(onlyBatch(), 0);
  EXPECT_EQ(look(*slurm), (Seen{{1, {"ended"}}}));
}

TEST_F(SlurmEngine, ATaskThatEndedWithoutAResultFailedWithTheLastWordsOfItsLog) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(2)));
  std::ofstream(onlyBatch() / "log-0.txt") << "one\nerror: *** JOB 101 CANCELLED DUE TO TIME LIMIT ***\n\n";
  slurm_.setState("101", 0, "TIMEOUT");
  EXPECT_EQ(look(*slurm),
            (Seen{{1,
                   {"its Slurm task 101_0 ended without a result; its log ends with: error: *** JOB "
                    "101 CANCELLED DUE TO TIME LIMIT ***"}}}));
  slurm_.purge("101");
  EXPECT_EQ(look(*slurm),
            (Seen{{2, {"its Slurm task 101_1 ended without a result; its log does not exist"}}}));
  EXPECT_TRUE(look(*slurm).empty());
  slurm->forget({runs(2)[0].key, runs(2)[1].key});
  EXPECT_TRUE(batches().empty());
}

TEST_F(SlurmEngine, AResultMayBeSeenLateOnASharedFileSystem) {
  const auto slurm = engine({1ms, 1ms, 600'000ms, 600'000ms});
  ASSERT_TRUE(slurm->submit(runs(1)));
  slurm_.setState("101", 0, "COMPLETED");
  EXPECT_TRUE(look(*slurm, 5).empty());
  finish(onlyBatch(), 0);
  EXPECT_EQ(look(*slurm), (Seen{{1, {"ended"}}}));
}

TEST_F(SlurmEngine, AResultThatCannotBeReadIsAFailure) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(1)));
  std::ofstream(resultFile(onlyBatch(), 0)) << "{\"key\"";
  EXPECT_EQ(look(*slurm), (Seen{{1, {"this is no result of a run: it is no JSON object"}}}));
}

TEST_F(SlurmEngine, AHalfWrittenResultIsNotLookedAt) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(1)));
  std::ofstream(resultFile(onlyBatch(), 0).string() + ".XyZ123") << "{";
  EXPECT_TRUE(look(*slurm).empty());
}

TEST_F(SlurmEngine, ManyRunsAreSeveralArrays) {
  slurm_.setMaxArraySize(5);
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(10)));
  EXPECT_EQ(batches().size(), 3u);
  EXPECT_NE(slurm_.calls("sbatch").find("--array=0-3 "), std::string::npos);
  EXPECT_NE(slurm_.calls("sbatch").find("--array=0-1 "), std::string::npos);
  std::set<uint64_t> seeds;
  for (const fs::path& batch : batches()) {
    const auto files = SlurmBatch::open(batch);
    for (const RunKey& key : files->keys()) seeds.insert(key.seed);
  }
  EXPECT_EQ(seeds.size(), 10u);
}

TEST_F(SlurmEngine, WhatALimitRefusesIsSubmittedWhenThereIsRoom) {
  slurm_.setLimit(4);
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(6)));
  EXPECT_EQ(slurm_.queued(), 4u);
  EXPECT_TRUE(look(*slurm).empty());
  EXPECT_EQ(slurm_.queued(), 4u);
  const std::vector<fs::path> first = batches();
  for (const fs::path& batch : first) {
    for (size_t task = 0; task < SlurmBatch::open(batch)->keys().size(); ++task) finish(batch, task);
    slurm_.purge(textOf(batch / "job"));
  }
  EXPECT_EQ(look(*slurm).size(), 4u);
  EXPECT_EQ(slurm_.queued(), 2u);
  EXPECT_EQ(batches().size(), first.size() + 1);
}

TEST_F(SlurmEngine, ALimitThatTakesNothingAtAllIsAnErrorWithSlurmsWords) {
  slurm_.setLimit(0);
  const auto submitted = engine()->submit(runs(3));
  ASSERT_FALSE(submitted);
  EXPECT_EQ(submitted.error().message,
            "Slurm does not take the runs: AssocMaxSubmitJobLimit; Batch job submission failed: Job violates "
            "accounting/QOS policy (job submit limit)");
  EXPECT_EQ(submitted.error().blame, Error::Blame::User);
  EXPECT_TRUE(batches().empty());
}

TEST_F(SlurmEngine, ARefusalForAnotherReasonIsAnErrorAtOnce) {
  slurm_.refuse("Invalid partition name specified");
  const auto submitted = engine()->submit(runs(3));
  ASSERT_FALSE(submitted);
  EXPECT_EQ(submitted.error().message,
            "Slurm does not take the runs: Batch job submission failed: Invalid partition name specified");
  const std::string calls = slurm_.calls("sbatch");
  EXPECT_EQ(std::ranges::count(calls, '\n'), 1);
}

TEST_F(SlurmEngine, ANewProcessTakesOverWhatIsQueuedAndWhatHasResults) {
  ASSERT_TRUE(engine()->submit(runs(5)));
  const fs::path batch = onlyBatch();
  finish(batch, 0);
  finish(batch, 1);
  {
    const auto slurm = engine();
    ASSERT_EQ(slurm->adopt()->size(), 5u);
    EXPECT_EQ(look(*slurm).size(), 2u);
    slurm->forget({runs(1)[0].key});  // task 1 is reported but not stored when this process is killed
  }
  slurm_.setState("101", 4, "");  // gone without a trace: to be submitted again
  const auto slurm = engine();
  const auto adopted = slurm->adopt();
  ASSERT_TRUE(adopted);
  std::set<uint64_t> seeds;
  for (const RunKey& key : *adopted) seeds.insert(key.seed);
  EXPECT_EQ(seeds, (std::set<uint64_t>{2, 3, 4}));
  EXPECT_EQ(look(*slurm), (Seen{{2, {"ended"}}}));
  finish(batch, 2);
  finish(batch, 3);
  EXPECT_EQ(look(*slurm), (Seen{{3, {"ended"}}, {4, {"ended"}}}));
  slurm->forget(*adopted);
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
}

TEST_F(SlurmEngine, AJobWhoseNumberWasNotWrittenDownIsFoundByItsName) {
  ASSERT_TRUE(engine()->submit(runs(2)));
  fs::remove(onlyBatch() / "job");
  const auto slurm = engine();
  EXPECT_EQ(slurm->adopt()->size(), 2u);
  EXPECT_EQ(textOf(onlyBatch() / "job"), "101");
}

TEST_F(SlurmEngine, ABatchThatWasNeverSubmittedIsRemoved) {
  fs::create_directories(folder_ / "slurm/batch-half");
  ASSERT_TRUE(SlurmBatch::create(folder_ / "slurm", runs(2)));
  const auto slurm = engine();
  EXPECT_TRUE(slurm->adopt()->empty());
  EXPECT_TRUE(batches().empty());
}

TEST_F(SlurmEngine, WhatCannotBeReadIsNotTakenForNothing) {
  std::ofstream(folder_ / "slurm") << "no folder";
  const auto adopted = engine()->adopt();
  ASSERT_FALSE(adopted);
  EXPECT_EQ(adopted.error().message,
            fmt::format("cannot read {}: Not a directory", (folder_ / "slurm").string()));
}

TEST_F(SlurmEngine, ABatchWhoseTasksCannotBeReadStays) {
  ASSERT_TRUE(engine()->submit(runs(2)));
  const fs::path batch = onlyBatch();
  fs::remove(batch / "job");
  const std::string tasks = textOf(batch / "tasks.jsonl");
  fs::remove(batch / "tasks.jsonl");
  fs::create_symlink("tasks.jsonl", batch / "tasks.jsonl");  // it is there, and reading it fails
  EXPECT_FALSE(engine()->adopt());
  ASSERT_TRUE(fs::exists(batch));
  fs::remove(batch / "tasks.jsonl");
  std::ofstream(batch / "tasks.jsonl") << tasks;
  EXPECT_EQ(engine()->adopt()->size(), 2u);
  fs::remove(batch / "job");
  fs::create_symlink("job", batch / "job");
  EXPECT_FALSE(engine()->adopt());
}

TEST_F(SlurmEngine, CancelEndsTheJobsAndLeavesOnlyResultsNobodyHasStored) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(3)));
  finish(onlyBatch(), 2);
  slurm->cancel();
  EXPECT_EQ(slurm_.calls("scancel"), "scancel 101\n");
  EXPECT_EQ(look(*slurm), (Seen{{3, {"ended"}}}));
  // The next process finds that result and nothing else, though Slurm still knows of the cancelled tasks.
  const auto next = engine();
  const auto adopted = next->adopt();
  ASSERT_EQ(adopted->size(), 1u);
  EXPECT_EQ(adopted->front().seed, 3u);
  next->forget(*adopted);
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
}

TEST_F(SlurmEngine, CancelWithoutAnythingStoredLeavesNothing) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(3)));
  slurm->cancel();
  EXPECT_FALSE(fs::exists(folder_ / "slurm"));
}

TEST_F(SlurmEngine, WhenSlurmCannotBeToldToCancelALaterProcessTakesOver) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(3)));
  slurm_.setDown(true);
  slurm->cancel();
  slurm_.setDown(false);
  EXPECT_EQ(engine()->adopt()->size(), 3u);
}

TEST_F(SlurmEngine, AControllerThatIsRestartedIsWaitedFor) {
  const auto slurm = engine();
  ASSERT_TRUE(slurm->submit(runs(2)));
  slurm_.setDown(true);
  EXPECT_TRUE(look(*slurm).empty());
  finish(onlyBatch(), 0);
  EXPECT_EQ(look(*slurm), (Seen{{1, {"ended"}}}));
  slurm_.setDown(false);
  EXPECT_TRUE(look(*slurm).empty());
}

TEST_F(SlurmEngine, AControllerThatStaysAwayIsAnErrorWithSlurmsWords) {
  const auto slurm = engine({1ms, 1ms, 1ms, 1ms});
  ASSERT_TRUE(slurm->submit(runs(2)));
  slurm_.setDown(true);
  ASSERT_TRUE(slurm->poll(1ms));
  std::this_thread::sleep_for(5ms);
  const auto events = slurm->poll(1ms);
  ASSERT_FALSE(events);
  EXPECT_EQ(events.error().message,
            "Slurm does not answer: Unable to contact slurm controller (connect failure)");
}

TEST_F(SlurmEngine, AControllerThatIsNotThereIsAnErrorBeforeAnythingIsDone) {
  slurm_.setDown(true);
  const auto made = makeSlurm(folder_, "/opt/covolve", {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message,
            "Slurm does not answer: Unable to contact slurm controller (connect failure)");
  EXPECT_EQ(made.error().blame, Error::Blame::User);
}

TEST_F(SlurmEngine, WithoutSbatchThereIsNoSlurm) {
  setenv("PATH", "/nowhere", 1);  // the fixture restores it
  const auto made = makeSlurm(folder_, "/opt/covolve", {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message,
            "there is no sbatch on this machine: --engine slurm needs Slurm's client programs");
}

TEST_F(SlurmEngine, WithoutArraysThereIsNoEngine) {
  slurm_.setMaxArraySize(0);
  const auto made = makeSlurm(folder_, "/opt/covolve", {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "this Slurm does not allow job arrays (MaxArraySize)");
}

class SlurmTask : public SlurmEngine {
 protected:
  ~SlurmTask() override { unsetenv("SLURM_ARRAY_TASK_ID"); }
};

TEST_F(SlurmTask, LeavesTheResultOfItsRunAndIsNotRunAgain) {
  const auto batch = SlurmBatch::create(
      folder_ / "slurm", {plannedScript(folder_, "exit 1", 1),
                          plannedScript(folder_, std::string("echo >> starts; ") + kSucceed, 2)});
  ASSERT_TRUE(batch);
  setenv("SLURM_ARRAY_TASK_ID", "1", 1);
  for (int again = 0; again < 2; ++again) {
    const auto done = runSlurmTask(batch->folder());
    ASSERT_TRUE(done) << done.error().message;
  }
  EXPECT_EQ(textOf(folder_ / "starts"), "\n");
  EXPECT_EQ(batch->results(), std::vector<size_t>{1});
  const RunRecord record = batch->result(1);
  EXPECT_EQ(record.failure, "");
  EXPECT_EQ(record.key.seed, 2u);
  EXPECT_EQ(record.evaluations, 7u);
  EXPECT_FALSE(record.provenance.host.empty());
  // Stored already: what requeued it came late.
  batch->close(1);
  ASSERT_TRUE(runSlurmTask(batch->folder()));
  EXPECT_EQ(textOf(folder_ / "starts"), "\n");
}

TEST_F(SlurmTask, AFailedRunHasAResultToo) {
  const auto batch = SlurmBatch::create(folder_ / "slurm", {plannedScript(folder_, "exit 1")});
  setenv("SLURM_ARRAY_TASK_ID", "0", 1);
  ASSERT_TRUE(runSlurmTask(batch->folder()));
  EXPECT_EQ(batch->result(0).failure, "exit status 1");
}

TEST_F(SlurmTask, OutsideSlurmThereIsNothingToDo) {
  EXPECT_EQ(runSlurmTask(folder_).error().message,
            "campaign-task is for Slurm, which sets SLURM_ARRAY_TASK_ID");
  setenv("SLURM_ARRAY_TASK_ID", "7", 1);
  EXPECT_FALSE(runSlurmTask(folder_));
  const auto batch = SlurmBatch::create(folder_ / "slurm", runs(2));
  EXPECT_EQ(runSlurmTask(batch->folder()).error().message, batch->folder().string() + " has no task 7");
}

TEST(SlurmCommands, NumbersOfTasksAreReadAsSlurmWritesThem) {
  EXPECT_EQ(parseTaskList("[0-3,7,9-10%4]"), (std::vector<size_t>{0, 1, 2, 3, 7, 9, 10}));
  EXPECT_EQ(parseTaskList("2-3"), (std::vector<size_t>{2, 3}));
  EXPECT_EQ(parseTaskList("5"), std::vector<size_t>{5});
  EXPECT_TRUE(parseTaskList("N/A").empty());
  EXPECT_TRUE(parseTaskList("").empty());
}

TEST(SlurmCommands, TheNumberOfAJobMayNameItsCluster) {
  EXPECT_EQ(parseJobId("123\n"), "123");
  EXPECT_EQ(parseJobId("123;north\n"), "123");
  EXPECT_EQ(parseJobId("Submitted batch job 123"), std::nullopt);
  EXPECT_EQ(parseJobId(""), std::nullopt);
}

TEST(SlurmCommands, TheQueueIsReadByJobAndTask) {
  const TaskStates states = parseQueue("7|2-3|PENDING\n7|0|RUNNING\n8|N/A|RUNNING\n7|1|COMPLETED\n");
  ASSERT_EQ(states.size(), 1u);
  EXPECT_EQ(
      states.at("7"),
      (std::map<size_t, TaskState>{
          {0, TaskState::Running}, {1, TaskState::Over}, {2, TaskState::Waiting}, {3, TaskState::Waiting}}));
}

TEST(SlurmCommands, PathsWithBlanksAndPercentSignsSurvive) {
  const SlurmJob job{"name", "/a b/100%", "/my programs/it's covolve", 4, {}, {}};
  EXPECT_EQ(slurmScript(job),
            "#!/bin/bash\nexec '/my programs/it'\\''s covolve' campaign-task '/a b/100%'\n");
  const auto arguments = sbatchArguments(job, "/a b/100%/task.sh");
  EXPECT_NE(std::ranges::find(arguments, "--output=/a b/100%%/log-%a.txt"), arguments.end());
  EXPECT_EQ(arguments.back(), "/a b/100%/task.sh");
}

TEST(SlurmCommands, LimitsAreToldFromMistakes) {
  EXPECT_TRUE(isLimit("Job violates accounting/QOS policy"));
  EXPECT_TRUE(isLimit("QOSMaxSubmitJobPerUserLimit"));
  EXPECT_TRUE(isLimit("Slurm temporarily unable to accept job"));
  EXPECT_FALSE(isLimit("Invalid partition name specified"));
  EXPECT_FALSE(isLimit("Unable to contact slurm controller"));
}

}  // namespace
}  // namespace covolve::campaign
