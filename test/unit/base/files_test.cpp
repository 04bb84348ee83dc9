#include "base/files.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

namespace covolve {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path file_ = scratch_.path() / "file";
};

size_t entriesOf(const fs::path& directory) {
  return static_cast<size_t>(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

TEST_F(Files, WhatIsWrittenIsRead) {
  const std::string text("a\0b\r\n", 5);
  ASSERT_TRUE(replaceFile(file_, text));
  EXPECT_EQ(readFile(file_), text);
  ASSERT_TRUE(replaceFile(file_, ""));
  EXPECT_EQ(readFile(file_), "");
  EXPECT_EQ(entriesOf(scratch_.path()), 1u);
}

TEST_F(Files, AReaderSeesTheOldTextOrTheNewNeverAPart) {
  const std::string first(200'000, 'a');
  const std::string second(100'000, 'b');
  ASSERT_TRUE(replaceFile(file_, first));
  std::atomic<bool> done = false;
  std::jthread writer([&] {
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(replaceFile(file_, i % 2 == 0 ? second : first));
    done = true;
  });
  while (!done) {
    const auto seen = readFile(file_);
    ASSERT_TRUE(seen);
    ASSERT_TRUE(*seen == first || *seen == second) << seen->size();
  }
}

TEST_F(Files, AFailedReplacementLeavesTheOldFileAndNothingElse) {
  fs::create_directory(file_);  // cannot be replaced by a file
  fs::create_directory(file_ / "inside");
  const auto replaced = replaceFile(file_, "text");
  ASSERT_FALSE(replaced);
  EXPECT_NE(replaced.error().message.find("cannot write " + file_.string()), std::string::npos);
  EXPECT_EQ(entriesOf(scratch_.path()), 1u);
}

TEST_F(Files, ReadingWhatIsNoFileIsTheUsersError) {
  for (const fs::path& path : {scratch_.path() / "none", scratch_.path()}) {
    const auto text = readFile(path);
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().blame, Error::Blame::User);
    EXPECT_NE(text.error().message.find(path.string()), std::string::npos);
  }
}

TEST_F(Files, ScratchDirectoriesVanishUnlessKept) {
  fs::path gone;
  fs::path kept;
  {
    auto first = *ScratchDirectory::make("test");
    auto second = *ScratchDirectory::make("test");
    gone = first.path();
    kept = second.path();
    EXPECT_NE(gone, kept);
    ASSERT_TRUE(replaceFile(gone / "file", "text"));
    second.keep();
    const ScratchDirectory moved = std::move(first);
    EXPECT_TRUE(fs::exists(gone));
  }
  EXPECT_FALSE(fs::exists(gone));
  EXPECT_TRUE(fs::exists(kept));
  fs::remove_all(kept);
}

TEST_F(Files, NumberedDirectoriesTakeTheLeastNumberThatIsFree) {
  const fs::path beginning = scratch_.path() / "part-";
  const auto next = [&] { return makeNumberedDirectory(beginning).value().filename().string(); };
  EXPECT_EQ(next(), "part-0");
  fs::create_symlink("/nowhere", scratch_.path() / "part-1");  // nobody is led elsewhere
  EXPECT_EQ(next(), "part-2");
  fs::remove(scratch_.path() / "part-0");
  EXPECT_EQ(next(), "part-0");
  EXPECT_EQ(fs::status(scratch_.path() / "part-0").permissions(), fs::perms::owner_all);
}

TEST_F(Files, NumberedDirectoriesAreSomebodysAlone) {
  constexpr size_t kEach = 50;
  std::vector<std::vector<fs::path>> made(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : made) {
      threads.emplace_back([&] {
        for (size_t i = 0; i < kEach; ++i)
          mine.push_back(makeNumberedDirectory(scratch_.path() / "x").value());
      });
    }
  }
  std::set<fs::path> all;
  for (const auto& mine : made) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), kEach * made.size());
}

TEST_F(Files, WhereNoDirectoryCanBeMadeIsTheUsersError) {
  const auto made = makeNumberedDirectory(scratch_.path() / "missing/part-");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("missing/part-0"), std::string::npos) << made.error().message;
}

TEST_F(Files, ScratchDirectoriesForTheSameFilesHaveTheSameNames) {
  const auto nameFor = [](const std::vector<fs::path>& files) {
    return ScratchDirectory::make("test-names", files)->path();
  };
  EXPECT_EQ(nameFor({"/a.cpp", "/b.cpp"}), nameFor({"/a.cpp", "/b.cpp"}));
  EXPECT_NE(nameFor({"/a.cpp", "/b.cpp"}), nameFor({"/a.cpp/b.cpp"}));
  const auto other = ScratchDirectory::make("test-names", {"/b.cpp"});
  EXPECT_TRUE(nameFor({"/a.cpp"}).filename().string().ends_with("-0"))
      << "one for other files does not count";
}

}  // namespace
}  // namespace covolve
