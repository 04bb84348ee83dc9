#include "campaign/coordinator.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "campaign/folder.h"

namespace covolve::campaign {
namespace {

PlannedRun planned(const std::string& configuration, uint64_t seed) {
  PlannedRun run;
  run.key = {"order", configuration, "1s", seed};
  return run;
}

RunRecord result(const RunKey& key, const std::string& failure = "") {
  RunRecord record;
  record.key = key;
  record.failure = failure;
  return record;
}

/// Finishes whatever it is given, a run a poll.
class ObedientEngine final : public Engine {
 public:
  std::string description() const override { return "in this test"; }
  Result<std::vector<RunKey>> adopt() override { return adopted; }
  Result<void> submit(std::vector<PlannedRun> runs) override {
    for (PlannedRun& run : runs) submitted.push_back(run.key);
    waiting.insert(waiting.end(), submitted.begin(), submitted.end());
    return {};
  }
  Result<std::vector<Event>> poll(std::chrono::milliseconds) override {
    ++polls;
    if (failsAtPoll == polls) return userError("the machine is on fire");
    std::vector<Event> events;
    if (waiting.empty()) return events;
    const RunKey key = waiting.front();
    waiting.erase(waiting.begin());
    events.push_back({key, std::nullopt});
    events.push_back({key, result(key, key.seed == failingSeed ? "it broke" : "")});
    return events;
  }
  void forget(const std::vector<RunKey>& stored) override {
    forgotten.insert(forgotten.end(), stored.begin(), stored.end());
  }
  void cancel() override {
    isCancelled = true;
    waiting.resize(std::min<size_t>(waiting.size(), doneInTheLastMoment));
  }

  std::vector<RunKey> adopted;
  std::vector<RunKey> submitted;
  std::vector<RunKey> waiting;
  std::vector<RunKey> forgotten;
  uint64_t failingSeed = 0;
  int polls = 0;
  int failsAtPoll = 0;
  bool isCancelled = false;
  size_t doneInTheLastMoment = 0;
};

class Coordinator : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = Store::open(scratch_->path() / "campaign.db");
    ASSERT_TRUE(opened) << opened.error().message;
    store_.emplace(std::move(*opened));
    Definition definition;
    definition.name = "try";
    definition.targets = {{"order", "", {"order.cpp"}, {}, false}};
    definition.configurations = {{"one", "", {}}, {"two", "", {}}};
    definition.budgets = {{"1s", {"--budget", "1s"}}};
    definition.seeds = {1, 2, 3};
    definition.baseline = "one";
    ASSERT_TRUE(store_->define(definition));
    for (uint64_t seed = 1; seed <= 3; ++seed) {
      runs_.push_back(planned("one", seed));
      runs_.push_back(planned("two", seed));
    }
  }

  Result<CampaignProgress> conductWith(Engine& engine, bool retryFailed = false) {
    return conduct({runs_, *store_, engine, retryFailed, stop_,
                    [this](const CampaignProgress& progress) { shown_.push_back(progress); }});
  }

  Result<ScratchDirectory> scratch_ = ScratchDirectory::make("test");
  std::optional<Store> store_;
  std::vector<PlannedRun> runs_;
  std::vector<CampaignProgress> shown_;
  std::atomic<bool> stop_ = false;
};

TEST_F(Coordinator, StoresEveryRunBeforeTheEngineMayForgetIt) {
  ObedientEngine engine;
  const auto progress = conductWith(engine);
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->all.finished, 6u);
  EXPECT_EQ(progress->all.running, 0u);
  EXPECT_EQ(store_->finished()->size(), 6u);
  EXPECT_EQ(engine.forgotten.size(), 6u);
  EXPECT_EQ(progress->configurations[1].first, "two");
  EXPECT_EQ(progress->configurations[1].second.finished, 3u);
}

TEST_F(Coordinator, NeverRepeatsAFinishedRun) {
  ASSERT_TRUE(store_->add(result(runs_[0].key)));
  ObedientEngine engine;
  ASSERT_TRUE(conductWith(engine));
  EXPECT_EQ(engine.submitted.size(), 5u);
  EXPECT_EQ(std::ranges::count(engine.submitted, runs_[0].key), 0);
}

TEST_F(Coordinator, RepeatsFailedRunsOnlyWhenAsked) {
  ASSERT_TRUE(store_->add(result(runs_[0].key, "no luck")));
  ObedientEngine first;
  const auto progress = conductWith(first);
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->all.failed, 1u);
  EXPECT_EQ(first.submitted.size(), 5u);
  ObedientEngine second;
  ASSERT_TRUE(conductWith(second, true));
  EXPECT_EQ(second.submitted, std::vector{runs_[0].key});
  EXPECT_EQ(store_->finished()->size(), 6u);
}

TEST_F(Coordinator, WaitsForRunsThatASchedulerAlreadyHas) {
  ObedientEngine engine;
  engine.adopted = {runs_[2].key};
  engine.waiting = {runs_[2].key};
  ASSERT_TRUE(conductWith(engine));
  EXPECT_EQ(engine.submitted.size(), 5u);
  EXPECT_EQ(store_->finished()->size(), 6u);
}

TEST_F(Coordinator, CountsWhatFailedAndGoesOn) {
  ObedientEngine engine;
  engine.failingSeed = 2;
  const auto progress = conductWith(engine);
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->all.failed, 2u);
  EXPECT_EQ(progress->all.finished, 4u);
  EXPECT_EQ(store_->failed()->size(), 2u);
}

TEST_F(Coordinator, StopsWhenToldAndCancelsTheRest) {
  ObedientEngine engine;
  const auto progress = conduct({runs_, *store_, engine, false, stop_, [this](const CampaignProgress& now) {
                                   if (now.all.finished == 2) stop_ = true;
                                 }});
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->all.finished, 2u);
  EXPECT_TRUE(engine.isCancelled);
  EXPECT_EQ(store_->finished()->size(), 2u);
}

TEST_F(Coordinator, StoresWhatWasDoneInTheLastMoment) {
  ObedientEngine engine;
  engine.doneInTheLastMoment = 1;
  stop_ = true;
  ASSERT_TRUE(conductWith(engine));
  EXPECT_EQ(store_->finished()->size(), 1u);
}

TEST_F(Coordinator, AnEngineThatBreaksEndsItWithWhatIsStored) {
  ObedientEngine engine;
  engine.failsAtPoll = 3;
  const auto progress = conductWith(engine);
  ASSERT_FALSE(progress);
  EXPECT_EQ(progress.error().message, "the machine is on fire");
  EXPECT_TRUE(engine.isCancelled);
  EXPECT_EQ(store_->finished()->size(), 2u);
}

TEST_F(Coordinator, EstimatesTheTimeLeftOnceARunIsDone) {
  ObedientEngine engine;
  ASSERT_TRUE(conductWith(engine));
  EXPECT_FALSE(shown_.front().secondsLeft);
  EXPECT_TRUE(shown_[1].secondsLeft);
}

TEST(Folder, BelongsToOneProcessAtATime) {
  const auto scratch = ScratchDirectory::make("test");
  ASSERT_TRUE(scratch);
  {
    const auto first = Folder::open(scratch->path() / "new/campaign");
    ASSERT_TRUE(first);
    const auto second = Folder::open(scratch->path() / "new/campaign");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another covolve is working"), std::string::npos);
  }
  EXPECT_TRUE(Folder::open(scratch->path() / "new/campaign"));
}

}  // namespace
}  // namespace covolve::campaign
