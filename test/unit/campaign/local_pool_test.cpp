#include "campaign/engine/local_pool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <set>

#include "campaign/engine/machine_capacity.h"
#include "campaign/run/processors.h"
#include "child_process.h"
#include "planned_script.h"

namespace covolve::campaign {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using test::hasEnded;
using test::kSucceed;
using test::plannedScript;
using test::textOf;

constexpr std::chrono::milliseconds kPatience{200};

class LocalPool : public testing::Test {
 protected:
  std::unique_ptr<Engine> pool(unsigned jobs) {
    auto made = makeLocalPool({}, jobs, {});
    EXPECT_TRUE(made);
    return std::move(*made);
  }
  std::vector<PlannedRun> runs(const std::string& body, uint64_t count) {
    std::vector<PlannedRun> planned;
    for (uint64_t seed = 1; seed <= count; ++seed) planned.push_back(plannedScript(folder_, body, seed));
    return planned;
  }
  /// All events until so many runs have ended.
  std::vector<Event> collect(Engine& engine, size_t ends) {
    std::vector<Event> all;
    size_t ended = 0;
    eventually([&] {
      auto events = engine.poll(kPatience);
      EXPECT_TRUE(events);
      for (Event& event : *events) {
        if (event.record) ++ended;
        all.push_back(std::move(event));
      }
      return ended >= ends;
    });
    EXPECT_EQ(ended, ends);
    return all;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path folder_ = scratch_.path();
};

TEST_F(LocalPool, EveryRunBeginsAndThenEnds) {
  const auto engine = pool(2);
  EXPECT_EQ(engine->description(), "2 runs at a time on this machine");
  EXPECT_TRUE(engine->adopt()->empty());
  ASSERT_TRUE(engine->submit(runs(kSucceed, 5)));
  std::map<RunKey, std::string> history;
  for (const Event& event : collect(*engine, 5)) {
    history[event.key] += !event.record ? "begins " : event.record->failed() ? "fails" : "ends";
  }
  EXPECT_EQ(history.size(), 5u);
  for (const auto& [key, what] : history) EXPECT_EQ(what, "begins ends");
  EXPECT_TRUE(engine->poll(kPatience)->empty());
}

TEST_F(LocalPool, AFailureIsARecordAndTheNextRunGoesOn) {
  const auto engine = pool(1);
  std::vector<PlannedRun> both = runs(kSucceed, 2);
  both[0].command = {"false"};
  ASSERT_TRUE(engine->submit(both));
  const std::vector<Event> events = collect(*engine, 2);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[1].record->failure, "exit status 1");
  EXPECT_EQ(events[3].record->failure, "");
}

TEST_F(LocalPool, NoMoreRunsAtATimeThanJobs) {
  const auto engine = pool(1);
  ASSERT_TRUE(engine->submit(
      runs(std::string("mkdir alone || touch overlap; sleep 0.05; rmdir alone; ") + kSucceed, 4)));
  collect(*engine, 4);
  EXPECT_FALSE(fs::exists(folder_ / "overlap"));
}

TEST_F(LocalPool, RunsAtTheSameTimeHaveProcessorsOfTheirOwn) {
  const auto count = static_cast<unsigned>(allowedProcessors().size());
  const auto engine = pool(count);
  ASSERT_TRUE(engine->submit(
      runs(fmt::format("touch started-$$; until [[ $(ls started-* | wc -l) == {} ]]; do sleep 0.02; done;"
                       "sed -n 's/Cpus_allowed_list:\\t//p' /proc/self/status >> allowed; {}",
                       count, kSucceed),
           count)));
  collect(*engine, count);
  std::istringstream lines(textOf(folder_ / "allowed"));
  std::set<std::string> processors;
  for (std::string line; std::getline(lines, line);) processors.insert(line);
  EXPECT_EQ(processors.size(), count);
  for (const std::string& one : processors) EXPECT_EQ(one.find_first_of(",-"), std::string::npos) << one;
}

TEST_F(LocalPool, CancelEndsWhatRunsAndReportsNothingOfIt) {
  const auto engine = pool(2);
  ASSERT_TRUE(engine->submit(runs("setsid sleep 1000 & echo $! > child-$$; sleep 1000", 4)));
  const auto children = [this] {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (entry.path().filename().string().starts_with("child-")) files.push_back(entry.path());
    }
    return files;
  };
  ASSERT_TRUE(eventually([&] { return children().size() == 2; }));
  engine->cancel();
  EXPECT_EQ(children().size(), 2u);
  for (const fs::path& child : children()) EXPECT_TRUE(hasEnded(child));
  const auto events = engine->poll(kPatience);
  ASSERT_TRUE(events);
  for (const Event& event : *events) EXPECT_FALSE(event.record);
}

TEST_F(LocalPool, KillingTheCampaignLeavesNoProcess) {
  const pid_t campaign = fork();
  ASSERT_GE(campaign, 0);
  if (campaign == 0) {
    setenv("TMPDIR", folder_.c_str(), 1);  // what it leaves there goes with the test
    const auto engine = makeLocalPool({}, 2, {});
    (void)(*engine)->submit(runs("setsid sleep 1000 & echo $! > child; echo $$ > self; sleep 1000", 1));
    while (true) pause();
  }
  ASSERT_TRUE(eventually([this] { return !textOf(folder_ / "self").empty(); }));
  EXPECT_FALSE(hasEnded(folder_ / "self"));
  kill(campaign, SIGKILL);
  waitpid(campaign, nullptr, 0);
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "self"); }));
  EXPECT_TRUE(eventually([this] { return hasEnded(folder_ / "child"); }));
}

// On a small file system, which only a process with mounts of its own can have.
TEST_F(LocalPool, AFullDiskEndsItAndIsNoFailureOfARun) {
  const fs::path temporary = folder_ / "temporary";
  fs::create_directory(temporary);
  const stored::Child child([&](int end) {
    if (!test::mountSmallDisk(temporary)) return stored::send(end, "cannot mount");
    const test::TemporaryDirectory here(temporary);
    const auto engine = pool(1);
    std::vector<PlannedRun> both = runs(kSucceed, 1);
    both.push_back(plannedScript(folder_, "head -c 100M /dev/zero > $TMPDIR/filler; exit 1", 2));
    both.push_back(plannedScript(folder_, std::string("touch third; ") + kSucceed, 3));
    (void)engine->submit(both);
    for (bool goesOn = true; goesOn;) {
      const auto events = engine->poll(kPatience);
      goesOn = events.has_value();
      if (!events) stored::send(end, events.error().message.substr(0, 12));
      for (size_t i = 0; events && i < events->size(); ++i) {
        const Event& event = (*events)[i];
        if (event.record) stored::send(end, fmt::format("{} {}, ", event.key.seed, event.record->failure));
      }
    }
  });
  const std::string said = child.readAll();
  if (said == "cannot mount") GTEST_SKIP() << "this process may not mount a file system";
  EXPECT_EQ(said, "1 , no room left");
  EXPECT_FALSE(fs::exists(folder_ / "third"));
}

TEST_F(LocalPool, NeedsAtLeastOneJob) {
  const auto made = makeLocalPool({}, 0, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "a campaign needs at least one run at a time");
}

TEST(MachineCapacity, TheScarcerOfCoresAndMemoryDecides) {
  const RunNeeds needs{.cores = 2, .memoryMegabytes = 1000};
  EXPECT_EQ(slotsFor({{}, 8, 100'000}, needs), 4u);
  EXPECT_EQ(slotsFor({{}, 8, 2'999}, needs), 2u);
  EXPECT_EQ(slotsFor({{}, 3.9, 100'000}, needs), 1u);
  EXPECT_EQ(slotsFor({{}, 0.5, 10}, needs), 1u);
  EXPECT_EQ(slotsFor({{}, 8, 100'000}, {.cores = 0, .memoryMegabytes = 0}), 8u);
}

TEST(MachineCapacity, ThisMachineHasSome) {
  const Capacity here = capacityHere();
  EXPECT_FALSE(here.processors.empty());
  EXPECT_GT(here.cores, 0);
  EXPECT_LE(here.cores, static_cast<double>(here.processors.size()));
  EXPECT_GT(here.memoryMegabytes, 0u);
}

TEST(MachineCapacity, TheTightestControlGroupCounts) {
  const auto scratch = std::move(*ScratchDirectory::make("test"));
  const fs::path root = scratch.path();
  const fs::path group = root / "sys/fs/cgroup/outer/inner";
  fs::create_directories(group);
  fs::create_directories(root / "proc/self");
  std::ofstream(root / "proc/self/cgroup") << "9:cpu:/elsewhere\n0::/outer/inner\n";
  EXPECT_EQ(groupLimits(root).cores, std::numeric_limits<double>::infinity());
  EXPECT_EQ(groupLimits(root).memoryMegabytes, std::numeric_limits<uint64_t>::max());
  std::ofstream(group / "cpu.max") << "max 100000\n";
  std::ofstream(group / "memory.max") << (100 << 20) << "\n";
  std::ofstream(group / "memory.current") << (60 << 20) << "\n";
  std::ofstream(group / "memory.stat") << "anon 1\ninactive_file " << (20 << 20) << "\n";
  std::ofstream(group.parent_path() / "cpu.max") << "150000 100000\n";
  std::ofstream(group.parent_path() / "memory.max") << "max\n";
  EXPECT_EQ(groupLimits(root).cores, 1.5);
  EXPECT_EQ(groupLimits(root).memoryMegabytes, 60u);
}

TEST(Processors, ARunHasAsManyAsItNeedsAndNoMore) {
  using Parts = std::vector<std::vector<unsigned>>;
  EXPECT_EQ(divideProcessors({0, 1, 2, 3, 4, 5, 6, 7}, 3, 2), (Parts{{0, 1}, {2, 3}, {4, 5}}));
  EXPECT_EQ(divideProcessors({0, 1, 2, 3}, 1, 2), (Parts{{0, 1}}));
  EXPECT_EQ(divideProcessors({0, 1}, 1, 0), (Parts{{0}}));
}

TEST(Processors, AreDividedEvenlyWhereTheyAreTooFew) {
  using Parts = std::vector<std::vector<unsigned>>;
  EXPECT_EQ(divideProcessors({0, 1, 2, 3, 4}, 2, 3), (Parts{{0, 1}, {2, 3, 4}}));
  EXPECT_EQ(divideProcessors({4, 6}, 2, 2), (Parts{{4}, {6}}));
  EXPECT_EQ(divideProcessors({4, 6}, 3, 1), (Parts{{4}, {6}, {4}}));
  EXPECT_EQ(divideProcessors({}, 1, 1), (Parts{{}}));
}

}  // namespace
}  // namespace covolve::campaign
