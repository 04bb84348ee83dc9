// Several processes on one store, and some that do not live long.
#include <gtest/gtest.h>

#include <csignal>

#include "child_process.h"
#include "disk_accidents.h"
#include "store_records.h"

namespace covolve::campaign {
namespace {

using stored::Child;
using stored::definition;
using stored::record;

class StoreProcesses : public stored::StoreTest {
 protected:
  /// Adds runs until it is done or killed; a byte for each that is stored.
  std::function<void(int)> adding(uint64_t first, uint64_t last, std::string maker) const {
    return [this, first, last, maker](int end) {
      auto store = Store::open(file_);
      if (!store) _exit(1);
      for (uint64_t seed = first; seed <= last; ++seed) {
        if (!store->add(record(seed, maker))) _exit(2);
        stored::send(end, "+");
      }
    };
  }
};

TEST_F(StoreProcesses, WhatAKilledOneHadStoredIsThere) {
  uint64_t acknowledged = 0;
  for (int round = 1; round <= 5; ++round) {
    Child child(adding(acknowledged + 1, 1'000'000, ""));
    char byte = 0;
    for (int i = 0; i < 4 * round; ++i) {
      ASSERT_TRUE(child.read(byte));
      ++acknowledged;
    }
    child.kill();
    acknowledged += child.readAll().size();
    EXPECT_TRUE(WIFSIGNALED(child.wait()));

    Store store = open();
    const auto finished = store.finished();
    ASSERT_TRUE(finished);
    // The last one may have been stored and not have been acknowledged.
    EXPECT_GE(finished->size(), acknowledged);
    EXPECT_LE(finished->size(), acknowledged + 1);
    acknowledged = finished->size();
    for (uint64_t seed = 1; seed <= acknowledged; ++seed) {
      EXPECT_EQ(store.record(record(seed).key), record(seed));
    }
  }
}

TEST_F(StoreProcesses, KilledAtAnyChangeOnTheDiskARunIsThereWholeOrNotAtAll) {
  ASSERT_TRUE(open().define(definition()));
  ASSERT_TRUE(open().add(record(1)));
  stored::DiskAccidents disk;
  int changes = 0;
  for (bool wasKilled = true; wasKilled; ++changes) {
    Child child([&](int) {
      auto store = Store::open(file_);
      if (!store) _exit(1);
      disk.plan(changes, false, [] { return raise(SIGKILL); });
      if (!store->add(record(2))) _exit(2);
    });
    const int status = child.wait();
    wasKilled = WIFSIGNALED(status);
    ASSERT_TRUE(wasKilled || WEXITSTATUS(status) == 0) << status;
    const Store store = open();
    const bool isThere = store.finished()->contains(record(2).key);
    if (!wasKilled || isThere) {
      EXPECT_EQ(store.record(record(2).key), record(2));
    }
    EXPECT_EQ(store.record(record(1).key), record(1));
    EXPECT_EQ(store.load()->runs.size(), isThere ? 2u : 1u);
    if (isThere) break;
  }
  EXPECT_GT(changes, 10);
}

TEST_F(StoreProcesses, KilledWhileTheStoreIsMadeItCanBeMadeAgain) {
  stored::DiskAccidents disk;
  int changes = 0;
  for (bool wasKilled = true; wasKilled; ++changes) {
    std::filesystem::remove(file_);
    std::filesystem::remove(file_.string() + "-journal");
    Child child([&](int) {
      disk.plan(changes, false, [] { return raise(SIGKILL); });
      if (!Store::open(file_)) _exit(1);
    });
    wasKilled = WIFSIGNALED(child.wait());
    EXPECT_EQ(open().isEmpty(), true);
  }
  EXPECT_GT(changes, 5);
}

TEST_F(StoreProcesses, TwoThatAddTheSameAndOtherRunsDoNotDisturbEachOther) {
  Child one(adding(1, 25, "one"));
  Child other(adding(10, 35, "other"));
  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(other.wait(), 0);
  Store store = open();
  ASSERT_TRUE(store.define(definition()));
  EXPECT_EQ(store.finished()->size(), 35u);
  for (uint64_t seed = 1; seed <= 35; ++seed) {
    const auto kept = store.record(record(seed).key);
    ASSERT_TRUE(kept);
    const std::string maker = kept->command.ends_with("one") ? "one" : "other";
    if (seed < 10) EXPECT_EQ(maker, "one");
    if (seed > 25) EXPECT_EQ(maker, "other");
    EXPECT_EQ(*kept, record(seed, maker));
  }
  const auto data = store.load();
  ASSERT_TRUE(data);
  EXPECT_EQ(data->runs.size(), 35u);
  EXPECT_EQ(data->provenances.size(), 2u);
}

TEST_F(StoreProcesses, AReaderSeesWholeRunsWhileAnotherAdds) {
  ASSERT_TRUE(open().define(definition()));
  Child child(adding(1, 30, ""));
  const Store store = open();
  size_t seen = 0;
  while (seen < 30) {
    const auto data = store.load();
    ASSERT_TRUE(data) << data.error().message;
    ASSERT_GE(data->runs.size(), seen);
    seen = data->runs.size();
    ASSERT_EQ(data->progress.size(), seen * 20);
    char byte = 0;
    if (!child.read(byte)) break;
  }
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(store.finished()->size(), 30u);
}

TEST_F(StoreProcesses, SeveralMayMakeTheStoreAtOnce) {
  Child one(adding(1, 1, ""));
  Child other(adding(2, 2, ""));
  Child third(adding(3, 3, ""));
  for (Child* child : {&one, &other, &third}) EXPECT_EQ(child->wait(), 0);
  EXPECT_EQ(open().finished()->size(), 3u);
}

}  // namespace
}  // namespace covolve::campaign
