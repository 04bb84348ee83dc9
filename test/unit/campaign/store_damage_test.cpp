// Files that are no stores, or no longer, and disks that fail.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>

#include "base/rng.h"
#include "child_process.h"
#include "disk_accidents.h"
#include "store_records.h"

namespace covolve::campaign {
namespace {

namespace fs = std::filesystem;
using stored::contains;
using stored::definition;
using stored::failure;
using stored::record;

constexpr size_t kPage = 4096;

class StoreFile : public stored::StoreTest {
 protected:
  /// With what others use to change SQLite files.
  void executeRaw(const std::string& sql) const {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(file_.c_str(), &connection), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(connection);
    sqlite3_close(connection);
  }
  void write(const std::string& bytes) const { std::ofstream(file_, std::ios::binary) << bytes; }
  std::string read() const { return *readFile(file_); }
  void fill(uint64_t runs) const {
    Store store = open();
    ASSERT_TRUE(store.define(definition()));
    for (uint64_t seed = 1; seed <= runs; ++seed) {
      ASSERT_TRUE(store.add(seed % 5 == 0 ? failure(seed, "out of memory") : record(seed)));
    }
  }
};

class StoreDisk : public StoreFile {
 protected:
  stored::DiskAccidents disk_;
};

TEST_F(StoreFile, OfNoBytesCountsAsNew) {
  write("");
  EXPECT_EQ(open().isEmpty(), true);
}

TEST_F(StoreFile, ThatIsNoDatabaseIsRefusedAndStays) {
  for (const std::string& text : {std::string("xy"), std::string("name: campaign\n"),
                                  std::string(10'000, '\0'), std::string(10'000, 'x')}) {
    write(text);
    EXPECT_TRUE(contains(errorOfOpening(), "not an SQLite database"));
    EXPECT_TRUE(read() == text);
  }
}

TEST_F(StoreFile, OfAnotherProgramIsRefusedAndStays) {
  for (const char* sql : {"CREATE TABLE run (id)", "PRAGMA application_id = 7; CREATE TABLE t (id)",
                          "PRAGMA application_id = 7"}) {
    fs::remove(file_);
    executeRaw(sql);
    const std::string before = read();
    EXPECT_TRUE(contains(errorOfOpening(), "another program")) << sql;
    EXPECT_TRUE(read() == before);
  }
}

TEST_F(StoreFile, OfALaterFormatIsRefusedAndStays) {
  fill(1);
  executeRaw("PRAGMA user_version = 2");
  const std::string before = read();
  EXPECT_TRUE(contains(errorOfOpening(), "later version of covolve"));
  EXPECT_TRUE(read() == before);
}

TEST_F(StoreFile, WithoutOneOfItsTablesIsDamaged) {
  fill(1);
  executeRaw("DROP TABLE progress");
  EXPECT_TRUE(contains(errorOfOpening(), "damaged"));
}

TEST_F(StoreFile, ThatIsAFolderOrInNoFolderIsTheUsersError) {
  fs::create_directory(file_);
  EXPECT_TRUE(contains(errorOfOpening(), "not a file"));
  file_ = scratch_.path() / "none" / "campaign.db";
  EXPECT_TRUE(contains(errorOfOpening(), "No such file or directory"));
}

TEST_F(StoreFile, MayHaveAnyName) {
  for (const char* name : {":memory:", "file:x?mode=memory", "it's a \"store\" 100%.db", "żółw.db"}) {
    file_ = scratch_.path() / name;
    ASSERT_TRUE(open().add(record(1)));
    EXPECT_TRUE(fs::is_regular_file(file_));
    EXPECT_EQ(open().record(record(1).key), record(1));
  }
}

TEST_F(StoreFile, CutOffAnywhereIsAnError) {
  fill(10);
  const std::string whole = read();
  // To SQLite one byte is none: it may have left that itself when it made the file.
  for (size_t bytes = 2; bytes < whole.size(); bytes += bytes < 200 ? 33 : 1'111) {
    write(whole.substr(0, bytes));
    const std::string message = errorOfOpening();
    EXPECT_TRUE(contains(message, "damaged")) << bytes << ": " << message;
  }
}

TEST_F(StoreFile, WithGarbageForAHeaderIsAnError) {
  fill(10);
  std::string bytes = read();
  for (size_t i = 0; i < 100; ++i) bytes[i] = static_cast<char>(i * 37 + 1);
  write(bytes);
  EXPECT_TRUE(contains(errorOfOpening(), "damaged"));
}

TEST_F(StoreFile, WithAnyPageOverwrittenIsAnErrorAtOpening) {
  fill(30);
  const std::string whole = read();
  Rng rng(1);
  for (size_t page = 0; page < whole.size() / kPage; ++page) {
    std::string bytes = whole;
    for (size_t i = 0; i < kPage; ++i) bytes[page * kPage + i] = static_cast<char>(rng.below(256));
    write(bytes);
    EXPECT_TRUE(contains(errorOfOpening(), "damaged")) << "page " << page;
  }
}

struct Everything {
  Result<CampaignData> data;
  Result<std::set<RunKey>> finished;
  std::vector<Result<RunRecord>> records;
};

Everything everythingOf(const Store& store) {
  Everything all{store.load(), store.finished(), {}};
  for (uint64_t seed = 1; seed <= 30; ++seed) all.records.push_back(store.record(record(seed).key));
  return all;
}

/// Either the same as before, or an Error about damage.
template <class T, class Same>
bool sameOrDamaged(const Result<T>& now, const Result<T>& before, Same same) {
  if (now) return same(*now, *before);
  EXPECT_EQ(now.error().blame, Error::Blame::User) << now.error().message;
  return contains(now.error().message, "damaged");
}

bool sameFigures(const CampaignData& one, const CampaignData& other) {
  const auto sameRun = [](const RunFigures& a, const RunFigures& b) {
    return a.seed == b.seed && a.seconds == b.seconds && a.evaluations == b.evaluations &&
           a.branches == b.branches && a.progressBegin == b.progressBegin && a.progressEnd == b.progressEnd;
  };
  return std::ranges::equal(one.runs, other.runs, sameRun) && one.progress == other.progress &&
         one.failures.size() == other.failures.size() && one.provenances == other.provenances;
}

// As in a store too large to be looked through when it is opened.
TEST_F(StoreFile, WithAPageOverwrittenLaterGivesAnErrorOrWhatItHad) {
  fill(30);
  const std::string whole = read();
  const Store store = open();
  const Everything before = everythingOf(store);
  ASSERT_TRUE(before.data);
  Rng rng(2);
  unsigned noticed = 0;
  char version = 100;
  for (size_t page = 1; page < whole.size() / kPage; ++page) {
    std::string bytes = whole;
    for (size_t i = 0; i < kPage; ++i) bytes[page * kPage + i] = static_cast<char>(rng.below(256));
    bytes[27] = bytes[95] = ++version;  // so that the connection does not use what it remembers
    {
      std::fstream file(file_, std::ios::binary | std::ios::in | std::ios::out);
      file << bytes;
    }
    const Everything now = everythingOf(store);
    EXPECT_TRUE(sameOrDamaged(now.data, before.data, sameFigures)) << "page " << page;
    EXPECT_TRUE(sameOrDamaged(now.finished, before.finished, std::equal_to<>())) << "page " << page;
    for (size_t i = 0; i < now.records.size(); ++i) {
      EXPECT_TRUE(sameOrDamaged(now.records[i], before.records[i], std::equal_to<>())) << "page " << page;
    }
    if (!now.data) ++noticed;
  }
  EXPECT_GT(noticed, 5u);
}

TEST_F(StoreFile, WithRowsMissingIsDamagedEvenIfSqliteIsContent) {
  fill(3);
  executeRaw("DELETE FROM progress WHERE run = 2 AND covered > 30");
  const Store store = open();
  const auto data = store.load();
  ASSERT_FALSE(data);
  EXPECT_TRUE(contains(data.error().message, "damaged"));
  EXPECT_FALSE(store.record(record(2).key));
  EXPECT_EQ(store.record(record(1).key), record(1));
}

TEST_F(StoreFile, TakesNoTextsForNumbers) {
  fill(1);
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite3_open(file_.c_str(), &connection), SQLITE_OK);
  for (const char* sql : {"UPDATE run SET evaluations = 'many'", "UPDATE run SET seconds = 'long'",
                          "UPDATE progress SET covered = 1.5", "UPDATE campaign SET planned = x'00'"}) {
    EXPECT_EQ(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_CONSTRAINT) << sql;
  }
  sqlite3_close(connection);
}

TEST_F(StoreFile, WithAValueOfTheWrongTypeIsDamaged) {
  fill(3);
  const std::string whole = read();
  for (const char* sql : {"UPDATE run SET evaluations = 'many'", "UPDATE run SET branches_total = 1.5",
                          "UPDATE run SET seconds = 'long'", "UPDATE run SET command = x'00', failure = 'f'",
                          "UPDATE progress SET covered = 'all' WHERE covered = 57",
                          "UPDATE campaign SET planned = 'all'", "UPDATE provenance SET host = x'00'"}) {
    write(whole);
    const Store store = open();
    executeRaw(std::string("PRAGMA ignore_check_constraints = ON; ") + sql);
    const auto data = store.load();
    ASSERT_FALSE(data) << sql;
    EXPECT_TRUE(contains(data.error().message, "damaged")) << data.error().message;
    if (contains(sql, "campaign")) continue;
    const auto one = store.record(record(1).key);
    ASSERT_FALSE(one) << sql;
    EXPECT_TRUE(contains(one.error().message, "damaged")) << one.error().message;
  }
}

TEST_F(StoreFile, ThatMayOnlyBeReadIsReadAndNotChanged) {
  fill(2);
  chmod(scratch_.path().c_str(), 0555);
  chmod(file_.c_str(), 0444);
  const std::string said = stored::outputOfUnprivilegedChild([&]() -> std::string {
    auto store = Store::open(file_);
    if (!store) return "not opened: " + store.error().message;
    if (!store->load() || store->load()->runs.size() != 2) return "not loaded";
    const auto defined = store->define(definition());
    if (defined) return "defined";
    const auto added = store->add(record(3));
    return added ? "added" : added.error().message;
  });
  EXPECT_TRUE(contains(said, "may only be read")) << said;
  EXPECT_TRUE(contains(said, file_.string())) << said;
  chmod(scratch_.path().c_str(), 0700);
}

TEST_F(StoreFile, ThatCannotBeMadeIsTheUsersError) {
  chmod(scratch_.path().c_str(), 0555);
  const std::string said = stored::outputOfUnprivilegedChild([&]() -> std::string {
    const auto store = Store::open(file_);
    return store ? "opened" : store.error().message;
  });
  EXPECT_TRUE(contains(said, "cannot open " + file_.string())) << said;
  chmod(scratch_.path().c_str(), 0700);
}

TEST_F(StoreFile, OnceInAnotherJournalModeIsSetBack) {
  fill(1);
  executeRaw("PRAGMA journal_mode = WAL");
  Store store = open();
  ASSERT_TRUE(store.add(record(2)));
  EXPECT_FALSE(fs::exists(file_.string() + "-wal"));
  EXPECT_EQ(store.finished()->size(), 2u);
}

TEST_F(StoreDisk, LockedForTooLongIsAnError) {
  fill(1);
  Store store = open();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr), SQLITE_OK);
  const auto added = store.add(record(2));
  ASSERT_FALSE(added);
  EXPECT_TRUE(contains(added.error().message, "in use by another process")) << added.error().message;
  EXPECT_EQ(added.error().blame, Error::Blame::User);
  EXPECT_FALSE(store.load());
  sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_TRUE(store.add(record(2)));
  EXPECT_EQ(store.finished()->size(), 2u);
}

TEST_F(StoreDisk, AReaderInTheWayOfACommitIsAnErrorAndTheRunCanBeAddedLater) {
  fill(1);
  Store store = open();
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN; SELECT * FROM run", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_FALSE(store.add(record(2)));
  sqlite3_exec(other, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  EXPECT_EQ(store.finished()->size(), 1u);
  EXPECT_TRUE(store.add(record(2)));
  EXPECT_EQ(store.record(record(2).key), record(2));
}

/// For each change that an add makes on the disk: what if that one fails?
void failEachChange(stored::DiskAccidents& disk, const fs::path& file, bool isLasting, int code,
                    const std::string& words) {
  int changes = 0;
  for (;; ++changes) {
    {
      auto store = Store::open(file);
      ASSERT_TRUE(store) << changes << ": " << store.error().message;
      disk.plan(changes, isLasting, [code] { return code; });
      const auto added = store->add(record(100));
      if (!disk.hasHappened()) {
        EXPECT_TRUE(added);
        disk.planNone();
        break;
      }
      if (!added) {
        EXPECT_TRUE(contains(added.error().message, words)) << added.error().message;
        EXPECT_TRUE(contains(added.error().message, file.string())) << added.error().message;
        EXPECT_TRUE(contains(added.error().message, "--resume")) << added.error().message;
        EXPECT_EQ(added.error().blame, Error::Blame::User);
      }
      disk.planNone();
    }
    auto store = Store::open(file);
    ASSERT_TRUE(store) << changes << ": " << store.error().message;
    for (const uint64_t seed : {1u, 2u, 3u}) ASSERT_EQ(store->record(record(seed).key), record(seed));
    ASSERT_EQ(store->finished()->size(), 3u) << "after " << changes;
    ASSERT_EQ(store->load()->runs.size(), 3u);
  }
  EXPECT_GT(changes, 10);
  EXPECT_EQ(Store::open(file)->record(record(100).key), record(100));
}

TEST_F(StoreDisk, FullDuringAnAddLosesOnlyThatRun) {
  fill(3);
  failEachChange(disk_, file_, false, SQLITE_FULL, "is full");
}

TEST_F(StoreDisk, FullFromThenOnLosesOnlyThatRun) {
  fill(3);
  failEachChange(disk_, file_, true, SQLITE_FULL, "is full");
}

TEST_F(StoreDisk, FailingFromThenOnLosesOnlyThatRun) {
  fill(3);
  failEachChange(disk_, file_, true, SQLITE_IOERR_WRITE, "cannot be read or written");
}

TEST_F(StoreDisk, FullWhenTheStoreIsMadeLeavesNothingThatCannotBeOpened) {
  for (int changes = 0;; ++changes) {
    fs::remove(file_);
    disk_.plan(changes, true, [] { return SQLITE_FULL; });
    const auto store = Store::open(file_);
    disk_.planNone();
    if (store) break;
    EXPECT_TRUE(contains(store.error().message, "is full")) << store.error().message;
    EXPECT_EQ(open().isEmpty(), true);
  }
}

}  // namespace
}  // namespace covolve::campaign
