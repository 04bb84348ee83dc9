#include "cli/progress.h"

#include <gtest/gtest.h>

namespace covolve::cli {
namespace {

TEST(ProgressText, TellsTheRateInItsUnit) {
  EXPECT_EQ(progressText({"searching", 2.5, 500, "tests", 37, 41, 1}),
            "searching  2.5 s  200 tests/s  37/41 targets  1 fault");
  EXPECT_EQ(progressText({"searching", 2.5, 500, "requests", 37, 41, 2}),
            "searching  2.5 s  200 requests/s  37/41 targets  2 faults");
}

TEST(ProgressText, OfAPhaseWithoutFiguresIsItsName) {
  EXPECT_EQ(progressText({"reading", 0, 0, "tests", 0, 0, 0}), "reading");
}

TEST(ProgressText, TellsWhatIsBeingDoneAndForHowLong) {
  generate::Progress progress;
  progress.phase = "verifying";
  progress.detail = "run 2 of 6";
  EXPECT_EQ(progressText(progress), "verifying  run 2 of 6");
  progress.seconds = 20.4;
  EXPECT_EQ(progressText(progress), "verifying  run 2 of 6  20 s");
}

TEST(ProgressText, HasNoRateBeforeTheFirstMoment) {
  EXPECT_EQ(progressText({"searching", 0, 0, "tests", 0, 41, 0}),
            "searching  0.0 s  0 tests/s  0/41 targets");
}

}  // namespace
}  // namespace covolve::cli
