#include "base/path_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/files.h"

namespace covolve {
namespace {

namespace fs = std::filesystem;

class PathSearch : public testing::Test {
 protected:
  PathSearch() {
    fs::create_directories(folder_ / "one/tool");  // a folder is no program
    fs::create_directories(folder_ / "two");
    std::ofstream(folder_ / "two/tool") << "#!/bin/sh\n";
    fs::permissions(folder_ / "two/tool", fs::perms(0755));
    std::ofstream(folder_ / "two/text") << "text";
    fs::permissions(folder_ / "two/text", fs::perms(0644));
    setenv("PATH", ((folder_ / "one").string() + ":" + (folder_ / "two").string()).c_str(), 1);
  }
  ~PathSearch() override { setenv("PATH", path_.c_str(), 1); }

  std::string path_ = std::getenv("PATH");
  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
  fs::path folder_ = scratch_.path();
};

TEST_F(PathSearch, FindsTheFirstFileThatCanBeExecuted) {
  EXPECT_EQ(findProgram("tool"), folder_ / "two/tool");
  EXPECT_EQ(findProgram("text"), std::nullopt);
  EXPECT_EQ(findProgram("none"), std::nullopt);
  EXPECT_EQ(findProgram(""), std::nullopt);
}

TEST_F(PathSearch, ANameWithASlashIsAPath) {
  EXPECT_EQ(findProgram("two/tool", folder_), folder_ / "two/tool");
  EXPECT_EQ(findProgram((folder_ / "two/tool").string(), "/elsewhere"), folder_ / "two/tool");
  EXPECT_EQ(findProgram("./tool", folder_), std::nullopt);
  EXPECT_EQ(findProgram("two/text", folder_), std::nullopt);
}

TEST_F(PathSearch, AnEmptyPartOfPathIsTheWorkingDirectory) {
  setenv("PATH", "/nowhere:", 1);
  EXPECT_EQ(findProgram("tool", folder_ / "two"), folder_ / "two/" / "tool");
  unsetenv("PATH");
  EXPECT_TRUE(findProgram("sh"));
}

}  // namespace
}  // namespace covolve
