#include "base/source_files.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/distinct_names.h"
#include "base/files.h"

namespace covolve {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;
using Names = std::vector<std::string>;

class SourceFiles : public testing::Test {
 protected:
  fs::path write(const std::string& name) const {
    const fs::path file = scratch_.path() / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "";
    return file;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("test"));
};

TEST_F(SourceFiles, AFolderStandsForTheSourcesBelowIt) {
  const Paths sources{write("a.cpp"), write("b/c d.c"), write("b/e/f.cxx")};
  write("a.h");
  write("b/readme.md");
  write(".git/hook.c");
  write("build/CMakeCache.txt");
  write("build/CMakeFiles/id.cpp");
  fs::create_directory_symlink(scratch_.path(), scratch_.path() / "b/around");
  EXPECT_EQ(sourcesBelow(scratch_.path()), sources);
  EXPECT_TRUE(sourcesBelow(scratch_.path() / "none").empty());
  EXPECT_EQ(sourcesIn(scratch_.path()), Paths{sources[0]});
  EXPECT_TRUE(sourcesIn(scratch_.path() / "none").empty());
}

TEST_F(SourceFiles, KnownFilesAreFoundThroughLinks) {
  const fs::path inside = write("src/a.cpp");
  const fs::path beside = write("src2/b.cpp");
  fs::create_directory_symlink(scratch_.path() / "src", scratch_.path() / "link");
  EXPECT_EQ(filesBelow(scratch_.path() / "src", {inside, beside}), Paths{inside});
  EXPECT_EQ(filesBelow(scratch_.path() / "link", {inside, beside}), Paths{inside});
}

TEST(DistinctNames, AreAsShortAsTheyCanBe) {
  EXPECT_EQ(distinctNames(Paths{"/p/order.cpp", "/p/cart.cpp"}), (Names{"order", "cart"}));
  EXPECT_EQ(distinctNames(Paths{"/p/order.cpp", "/p/order.h"}), (Names{"order.cpp", "order.h"}));
  EXPECT_EQ(distinctNames(Paths{"/p/core/order.cpp", "/p/ui/order.cpp", "/p/cart.cpp"}),
            (Names{"core/order", "ui/order", "cart"}));
  EXPECT_EQ(distinctNames(Paths{"/a/x/o.cpp", "/b/x/o.cpp"}), (Names{"a/x/o", "b/x/o"}));
}

TEST(DistinctNames, TheSameFileTwiceHasItsLongestName) {
  EXPECT_EQ(distinctNames(Paths{"/a/o.cpp", "/a/o.cpp"}), (Names{"a/o.cpp", "a/o.cpp"}));
}

}  // namespace
}  // namespace covolve
