#include "base/changed_files.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/process.h"

namespace covolve {

namespace {

namespace fs = std::filesystem;

class Repository {
 public:
  Repository() : scratch_(*ScratchDirectory::make("changed-files")) {
    git({"init", "-q"});
    write("same.cpp", "1");
    write("changed.cpp", "1");
    write("staged.cpp", "1");
    write("folder/gone.h", "1");
    write(".gitignore", "ignored.cpp\n");
    git({"add", "."});
    git({"-c", "user.name=a", "-c", "user.email=a@a", "commit", "-q", "-m", "first"});
  }

  fs::path path(const std::string& name = "") const { return scratch_.path() / name; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(path(name).parent_path());
    ASSERT_TRUE(replaceFile(path(name), text).has_value());
  }
  void git(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "git");
    const auto done = run({.arguments = arguments, .directory = scratch_.path()});
    ASSERT_TRUE(done && done->succeeded()) << done->errors;
  }

 private:
  ScratchDirectory scratch_;
};

}  // namespace

TEST(ChangedFiles, AreThoseThatDifferFromTheRevisionHoweverFarTheyCame) {
  const Repository repository;
  repository.write("changed.cpp", "2");
  repository.write("staged.cpp", "2");
  repository.git({"add", "staged.cpp"});
  repository.write("folder/new file.cpp", "2");
  repository.write("ignored.cpp", "2");
  fs::remove(repository.path("folder/gone.h"));
  const auto changed = changedSince("HEAD", repository.path("folder"));
  ASSERT_TRUE(changed.has_value()) << changed.error().message;
  for (const char* name : {"changed.cpp", "staged.cpp", "folder/new file.cpp", "folder/gone.h"})
    EXPECT_TRUE(changed->contains(repository.path(name))) << name;
  for (const char* name : {"same.cpp", "ignored.cpp", "folder/changed.cpp"})
    EXPECT_FALSE(changed->contains(repository.path(name))) << name;
  EXPECT_TRUE(changed->contains(repository.path("folder") / ".." / "changed.cpp"));
}

TEST(ChangedFiles, AreOfARevisionThatThereIs) {
  const Repository repository;
  for (const char* none : {"nonesuch", "--all", "HEAD~7"}) {
    const auto changed = changedSince(none, repository.path());
    ASSERT_FALSE(changed.has_value());
    EXPECT_TRUE(changed.error().message.contains("git knows no revision")) << changed.error().message;
  }
  const auto outside = ScratchDirectory::make("no-repository");
  const auto changed = changedSince("HEAD", outside->path());
  ASSERT_FALSE(changed.has_value());
  EXPECT_TRUE(changed.error().message.contains("is not in a repository of git")) << changed.error().message;
}

}  // namespace covolve
