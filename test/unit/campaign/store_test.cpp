#include "campaign/store/store.h"

#include <gtest/gtest.h>

#include <limits>

#include "store_records.h"

namespace covolve::campaign {
namespace {

using stored::contains;
using stored::definition;
using stored::failure;
using stored::record;

class StoreRuns : public stored::StoreTest {};
class StoreDefinition : public stored::StoreTest {};
class StoreLoad : public stored::StoreTest {};

TEST_F(StoreRuns, ARecordComesBackWhole) {
  Store store = open();
  ASSERT_TRUE(store.add(record(1)));
  ASSERT_TRUE(store.add(record(2)));
  EXPECT_EQ(store.record(record(1).key), record(1));
  EXPECT_EQ(open().record(record(2).key), record(2));
}

TEST_F(StoreRuns, AnyBytesInTextsAndAnyNumbersComeBack) {
  const std::string odd =
      std::string("it's \"quoted\"; DROP TABLE run; --\n\tzażółć 日本 \xff\xfe", 45) + '\0' + "%s";
  RunRecord odder = record({odd, odd + "2", odd + "3", std::numeric_limits<uint64_t>::max()}, odd);
  odder.options = odd;
  odder.files[0].name = odd;
  odder.evaluations = std::numeric_limits<uint64_t>::max();
  odder.seconds = 1e-300;
  odder.progress = {{0, 0, 0}, {1, 1, std::numeric_limits<int64_t>::max()}};
  Store store = open();
  ASSERT_TRUE(store.add(odder));
  EXPECT_EQ(store.record(odder.key), odder);
  EXPECT_EQ(store.finished(), std::set{odder.key});
}

TEST_F(StoreRuns, AFinishedRunIsNeverOverwritten) {
  Store store = open();
  ASSERT_TRUE(store.add(record(1, "first")));
  EXPECT_TRUE(store.add(record(1, "second")));
  EXPECT_TRUE(store.add(failure(1, "out of memory")));
  EXPECT_EQ(store.record(record(1).key), record(1, "first"));
  EXPECT_EQ(store.failed()->size(), 0u);
}

TEST_F(StoreRuns, AFailedRunIsOverwrittenByAFailureAndByASuccess) {
  Store store = open();
  RunRecord first = failure(1, "out of memory");
  first.faults = record(1).faults;
  ASSERT_TRUE(store.add(first));
  EXPECT_EQ(store.record(first.key), first);
  EXPECT_EQ(store.failed(), std::set{first.key});
  ASSERT_TRUE(store.add(failure(1, "took too long")));
  EXPECT_EQ(store.record(first.key), failure(1, "took too long"));
  ASSERT_TRUE(store.add(record(1)));
  EXPECT_EQ(store.record(first.key), record(1));
  EXPECT_EQ(store.finished(), std::set{first.key});
  EXPECT_EQ(store.failed(), std::set<RunKey>{});
}

TEST_F(StoreRuns, KeysDifferInEachOfTheirParts) {
  Store store = open();
  std::set<RunKey> keys;
  for (const char* target : {"a", "b"}) {
    for (const char* configuration : {"a", "b"}) {
      for (const char* budget : {"a", "b"}) {
        for (const uint64_t seed : {1u, 2u}) keys.insert({target, configuration, budget, seed});
      }
    }
  }
  for (const RunKey& key : keys) ASSERT_TRUE(store.add(record(key, key.target)));
  EXPECT_EQ(store.finished(), keys);
  for (const RunKey& key : keys) EXPECT_EQ(store.record(key), record(key, key.target));
}

TEST_F(StoreRuns, LongProgressIsThinnedTo64PointsWithItsEnds) {
  RunRecord full = record(1);
  full.progress.clear();
  for (uint64_t i = 0; i < 5'000; ++i) full.progress.push_back({i, i * 10, i / 2});
  Store store = open();
  ASSERT_TRUE(store.add(full));
  const auto kept = store.record(full.key);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->progress.size(), 64u);
  EXPECT_EQ(kept->progress.front(), full.progress.front());
  EXPECT_EQ(kept->progress.back(), full.progress.back());
}

TEST_F(StoreRuns, ARunThatIsNotThereIsAnError) {
  const auto none = open().record(record(7).key);
  ASSERT_FALSE(none);
  EXPECT_TRUE(contains(none.error().message, describe(record(7).key))) << none.error().message;
}

TEST_F(StoreRuns, AStoreIsEmptyUntilItIsGivenARunOrADefinition) {
  {
    Store store = open();
    EXPECT_EQ(store.isEmpty(), true);
    ASSERT_TRUE(store.add(record(1)));
    EXPECT_EQ(store.isEmpty(), false);
  }
  std::filesystem::remove(file_);
  Store store = open();
  EXPECT_EQ(store.isEmpty(), true);
  ASSERT_TRUE(store.define(definition()));
  EXPECT_EQ(store.isEmpty(), false);
}

TEST_F(StoreRuns, AMovedStoreGoesOn) {
  Store first = open();
  Store second = std::move(first);
  ASSERT_TRUE(second.add(record(1)));
  first = std::move(second);
  EXPECT_EQ(first.record(record(1).key), record(1));
}

TEST_F(StoreDefinition, TheSameAgainAndMoreNamesAndSeedsAreFine) {
  Store store = open();
  Definition grown = definition();
  ASSERT_TRUE(store.define(grown));
  ASSERT_TRUE(store.define(grown));
  grown.targets.insert(grown.targets.begin(), {"new", "", {"new.cpp"}, {}, false});
  grown.configurations.push_back({"mosa", "", {"--algorithm", "mosa"}});
  grown.budgets.push_back({"60s", {"--budget", "60s"}});
  grown.seeds.push_back(1'000);
  grown.baseline = "mosa";
  ASSERT_TRUE(store.define(grown));
  const auto data = store.load();
  ASSERT_TRUE(data);
  EXPECT_EQ(data->targets[0].name, "new");
  EXPECT_EQ(data->targets[1].name, "triangle");
  EXPECT_EQ(data->configurations, (std::vector<std::string>{"random", "mio", "mosa"}));
  EXPECT_EQ(data->budgets, (std::vector<std::string>{"30s", "60s"}));
  EXPECT_EQ(data->baseline, "mosa");
  EXPECT_EQ(data->planned, 3u * 3 * 2 * 101);
}

/// The definition with one change is refused, in words that have the name in them, and nothing of it is kept.
void expectRefused(Store& store, const std::string& name, void (*change)(Definition&)) {
  ASSERT_TRUE(store.define(definition()));
  Definition changed = definition();
  changed.name = "changed";
  change(changed);
  const auto refused = store.define(changed);
  ASSERT_FALSE(refused) << name;
  EXPECT_EQ(refused.error().blame, Error::Blame::User);
  EXPECT_TRUE(contains(refused.error().message, name)) << refused.error().message;
  EXPECT_EQ(store.load()->name, "small");
  EXPECT_EQ(store.load()->budgets.size(), 1u);
}

TEST_F(StoreDefinition, ANameThatMeansSomethingElseIsRefused) {
  Store store = open();
  expectRefused(store, "\"stack\"", [](Definition& it) { it.targets[1].arguments = {"other.cpp"}; });
  expectRefused(store, "\"stack\"", [](Definition& it) { it.targets[1].hasFlags = true; });
  expectRefused(store, "\"triangle\"", [](Definition& it) { it.targets[0].flags = {"-O2"}; });
  expectRefused(store, "\"mio\"", [](Definition& it) { it.configurations[1].options = {}; });
  expectRefused(store, "\"mio\"", [](Definition& it) { it.configurations[1].program = "peer"; });
  expectRefused(store, "\"30s\"", [](Definition& it) { it.budgets[0].arguments = {"--budget", "31s"}; });
  expectRefused(store, "covolve rest", [](Definition& it) { it.command = "rest"; });
}

TEST_F(StoreDefinition, ANameThatWasRemovedKeepsItsMeaning) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  Definition changed = definition();
  changed.targets.pop_back();
  ASSERT_TRUE(store.define(changed));
  changed.targets.push_back({"stack", "", {"other.cpp"}, {}, false});
  EXPECT_FALSE(store.define(changed));
  EXPECT_TRUE(store.define(definition()));
}

TEST_F(StoreDefinition, WhatItDoesNotStandForMayChange) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  Definition changed = definition();
  changed.targets[1].group = "classes";
  changed.needs.cores = 9;
  changed.name = "large";
  ASSERT_TRUE(store.define(changed));
  EXPECT_EQ(store.load()->targets[1].group, "classes");
  EXPECT_EQ(store.load()->name, "large");
}

TEST_F(StoreDefinition, ANameThatWasAddedBeforeAnyDefinitionGetsItsMeaning) {
  Store store = open();
  ASSERT_TRUE(store.add(record(1)));
  EXPECT_TRUE(store.load()->runs.empty());
  ASSERT_TRUE(store.define(definition()));
  EXPECT_EQ(store.load()->runs.size(), 1u);
}

TEST_F(StoreLoad, OfNothingIsNothing) {
  const auto data = open().load();
  ASSERT_TRUE(data);
  EXPECT_TRUE(data->targets.empty());
  EXPECT_TRUE(data->runs.empty());
  EXPECT_EQ(data->planned, 0u);
}

TEST_F(StoreLoad, HasTheFiguresOfARun) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  ASSERT_TRUE(store.add(record(3)));
  const auto data = store.load();
  ASSERT_TRUE(data);
  ASSERT_EQ(data->runs.size(), 1u);
  const RunFigures& run = data->runs[0];
  const RunRecord expected = record(3);
  EXPECT_EQ(data->targets[run.target].name, "triangle");
  EXPECT_EQ(data->targets[run.target].group, "numeric");
  EXPECT_EQ(data->configurations[run.configuration], "random");
  EXPECT_EQ(data->budgets[run.budget], "30s");
  EXPECT_EQ(run.seed, 3u);
  EXPECT_EQ(run.seconds, expected.seconds);
  EXPECT_EQ(run.searchSeconds, expected.searchSeconds);
  EXPECT_EQ(run.evaluations, expected.evaluations);
  EXPECT_EQ(run.tests, expected.tests);
  EXPECT_EQ(run.faults, 2u);
  EXPECT_EQ(run.lines, expected.lines);
  EXPECT_EQ(run.branches, expected.branches);
  EXPECT_EQ(run.functions, expected.functions);
  EXPECT_EQ(run.targets, expected.targets);
  EXPECT_EQ(std::vector(data->progress.begin() + run.progressBegin, data->progress.begin() + run.progressEnd),
            expected.progress);
}

TEST_F(StoreLoad, OrdersRunsByBudgetTargetConfigurationAndSeedOfTheDefinition) {
  Definition wide = definition();  // its names are not in the alphabet's order
  wide.budgets.push_back({"10s", {"--budget", "10s"}});
  constexpr uint64_t kLarge = uint64_t{1} << 63;
  wide.seeds = {kLarge, 2, 10};
  Store store = open();
  ASSERT_TRUE(store.define(wide));
  std::vector<RunKey> expected;
  for (const Budget& budget : wide.budgets) {
    for (const Target& target : wide.targets) {
      for (const Configuration& configuration : wide.configurations) {
        for (const uint64_t seed : {uint64_t{2}, uint64_t{10}, kLarge}) {
          expected.push_back({target.name, configuration.name, budget.name, seed});
        }
      }
    }
  }
  // 7 and the number of runs have no common divisor: each is added once.
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_TRUE(store.add(record(expected[i * 7 % expected.size()])));
  }
  const auto data = store.load();
  ASSERT_TRUE(data);
  std::vector<RunKey> loaded;
  for (const RunFigures& run : data->runs) {
    loaded.push_back({data->targets[run.target].name, data->configurations[run.configuration],
                      data->budgets[run.budget], run.seed});
    ASSERT_EQ(run.progressEnd - run.progressBegin, 20u);
    EXPECT_EQ(data->progress[run.progressBegin + 1].evaluations, 1'000 + run.seed);
  }
  EXPECT_EQ(loaded, expected);
}

TEST_F(StoreLoad, LeavesOutWhatTheDefinitionHasNoLonger) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  RunRecord ofOtherMachine = record({"stack", "mio", "30s", 1}, "other machine");
  ASSERT_TRUE(store.add(record(1)));
  ASSERT_TRUE(store.add(ofOtherMachine));
  ASSERT_TRUE(store.add(record(2)));
  ASSERT_TRUE(store.add(record(50)));
  ASSERT_TRUE(store.add(failure(51, "out of memory")));
  Definition smaller = definition();
  smaller.targets.pop_back();
  smaller.seeds = {1, 2};
  ASSERT_TRUE(store.define(smaller));
  auto data = store.load();
  ASSERT_TRUE(data);
  ASSERT_EQ(data->runs.size(), 2u);
  EXPECT_EQ(data->runs[1].seed, 2u);
  EXPECT_EQ(data->progress.size(), 40u);
  EXPECT_EQ(data->targets.size(), 1u);
  EXPECT_EQ(data->provenances, (std::vector<Provenance>{record(1).provenance}));
  EXPECT_TRUE(data->failures.empty());
  EXPECT_EQ(store.finished()->size(), 4u);

  ASSERT_TRUE(store.define(definition()));
  data = store.load();
  ASSERT_TRUE(data);
  EXPECT_EQ(data->runs.size(), 4u);
  EXPECT_EQ(data->provenances.size(), 3u);
  EXPECT_EQ(data->failures.size(), 1u);
}

TEST_F(StoreLoad, ListsFailuresInOrderWithTheirCommands) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  RunRecord ofStack = failure(1, "crashed");
  ofStack.key.target = "stack";
  ASSERT_TRUE(store.add(ofStack));
  ASSERT_TRUE(store.add(failure(2, "took too long")));
  ASSERT_TRUE(store.add(failure(1, "out of memory")));
  const auto data = store.load();
  ASSERT_TRUE(data);
  EXPECT_TRUE(data->runs.empty());
  ASSERT_EQ(data->failures.size(), 3u);
  EXPECT_EQ(data->failures[0].reason, "out of memory");
  EXPECT_EQ(data->failures[0].command, "covolve unit");
  EXPECT_EQ(data->failures[1].key, failure(2, "").key);
  EXPECT_EQ(data->failures[2].key, ofStack.key);
}

TEST_F(StoreLoad, TargetsWhoseSourcesChangedAreNamed) {
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  const auto add = [&](const char* target, uint64_t seed, const std::string& inputs,
                       const std::string& failed = "") {
    RunRecord run = record({target, "random", "30s", seed});
    run.inputs = inputs;
    run.failure = failed;
    ASSERT_TRUE(store.add(run));
  };
  add("triangle", 1, "aa");
  add("triangle", 2, "aa");
  add("triangle", 3, "");              // unknown
  add("triangle", 4, "bb", "broken");  // in no figure
  add("triangle", 1'000, "bb");        // not in the definition
  add("stack", 1, "aa");
  EXPECT_TRUE(store.load()->changedTargets.empty());
  add("stack", 2, "cc");
  EXPECT_EQ(store.load()->changedTargets, std::vector<std::string>{"stack"});
  add("triangle", 5, "bb");
  EXPECT_EQ(store.load()->changedTargets, (std::vector<std::string>{"triangle", "stack"}));
}

}  // namespace
}  // namespace covolve::campaign
