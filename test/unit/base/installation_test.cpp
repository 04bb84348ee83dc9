#include "base/installation.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace covolve {
namespace {

namespace fs = std::filesystem;

TEST(Installation, IsFoundFromTheExecutableUpwards) {
  const auto scratch = ScratchDirectory::make("test");
  ASSERT_TRUE(scratch);
  const fs::path root = scratch->path();
  const Installation expected{root};
  fs::create_directories(expected.headers());
  for (const fs::path& part :
       {expected.pass(), expected.mutationPass(), expected.mutationRuntime(), expected.mutantWorker(),
        expected.concolicPass(), expected.concolicRuntime(), expected.concolicLibrary(), expected.smtSolver(),
        expected.runtime(), expected.worker()}) {
    ASSERT_TRUE(replaceFile(part, ""));
  }
  const auto found = locateInstallation(root / "bin/covolve");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->root, root);
  EXPECT_EQ(found->wrapper(true), root / "bin/covolve-c++");
  EXPECT_EQ(found->wrapper(false), root / "bin/covolve-cc");
}

TEST(Installation, AMissingPartIsOurErrorAndNamed) {
  const auto scratch = ScratchDirectory::make("test");
  ASSERT_TRUE(scratch);
  const auto found = locateInstallation(scratch->path() / "bin/covolve");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().blame, Error::Blame::Covolve);
  EXPECT_NE(found.error().message.find("covolve_pass.so is missing"), std::string::npos);
}

}  // namespace
}  // namespace covolve
