// What a run writes over, and what it leaves alone.
#include "report/output_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"

namespace covolve::report {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class OutputDirectoryTest : public testing::Test {
 protected:
  fs::path file() const { return scratch_.path() / "order_test.cpp"; }

  std::vector<std::string> write(const std::string& text, std::optional<std::string> before = {}) const {
    RunReport report;
    const auto written = OutputDirectory::open(scratch_.path())
                             ->write(report, {{"tests", "order_test.cpp", text, std::move(before)}});
    EXPECT_TRUE(written);
    return report.notes;
  }

  ScratchDirectory scratch_ = std::move(*ScratchDirectory::make("report-test"));
};

TEST_F(OutputDirectoryTest, WhatIsEmptyNowIsTakenAway) {
  write("old");
  write("");
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(OutputDirectoryTest, WhatSomebodyWroteMeanwhileStays) {
  write("edited");
  EXPECT_THAT(write("new", "old"), ElementsAre(HasSubstr("order_test.cpp was changed while covolve ran")));
  EXPECT_EQ(*readFile(file()), "edited");
  EXPECT_THAT(write("", "old").size(), 1u);
  EXPECT_EQ(*readFile(file()), "edited");
  EXPECT_THAT(write("new", "edited"), IsEmpty());
  EXPECT_EQ(*readFile(file()), "new");
}

TEST_F(OutputDirectoryTest, WhatWouldNotChangeIsNotTouched) {
  write("same");
  const fs::path elsewhere = scratch_.path() / "kept.cpp";
  fs::rename(file(), elsewhere);
  fs::create_symlink(elsewhere, file());
  write("same");
  EXPECT_TRUE(fs::is_symlink(file()));
}

}  // namespace
}  // namespace covolve::report
