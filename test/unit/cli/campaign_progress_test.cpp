#include "cli/campaign_progress.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "markup/text.h"

namespace covolve::cli {
namespace {

using campaign::CampaignProgress;

TEST(RoughDuration, IsAsExactAsAnEstimateDeserves) {
  EXPECT_EQ(roughDuration(0.2), "0 s");
  EXPECT_EQ(roughDuration(89), "89 s");
  EXPECT_EQ(roughDuration(91), "2 min");
  EXPECT_EQ(roughDuration(59 * 60), "59 min");
  EXPECT_EQ(roughDuration(3 * 3600 + 20 * 60), "3 h 20 min");
  EXPECT_EQ(roughDuration(52 * 3600), "2 d 4 h");
}

TEST(CampaignTable, TellsDoneRunningFailedAndTimeLeft) {
  CampaignProgress progress;
  progress.all = {20, 9, 1, 2};
  progress.configurations = {{"dynamosa", {10, 5, 0, 1}}, {"random", {10, 4, 1, 1}}};
  progress.secondsLeft = 600;
  EXPECT_EQ(campaignTable("try", progress),
            "try: 10 of 20 runs done, 2 running, 1 failed, about 10 min left\n"
            "  configuration  finished   running    failed   waiting\n"
            "  dynamosa              5         1         0         4\n"
            "  random                4         1         1         4\n");
}

TEST(CampaignTable, HasRoomForAScreenfulOfConfigurations) {
  CampaignProgress progress;
  progress.configurations.resize(500);
  const std::string text = campaignTable("many", progress);
  EXPECT_LT(std::ranges::count(text, '\n'), 22);
  EXPECT_NE(text.find("and 485 more"), std::string::npos);
}

TEST(CampaignTable, FitsIntoTheTerminalWhateverTheNames) {
  CampaignProgress progress;
  progress.all = {2000000, 999999, 1, 2};
  progress.secondsLeft = 1e7;
  for (int i = 0; i < 60; ++i)
    progress.configurations.push_back({std::string(200, 'x') + "\u00e4\u00f6", {}});
  for (const size_t columns : {20u, 40u, 80u, 300u}) {
    std::istringstream lines(campaignTable(std::string(300, 'n'), progress, columns));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(markup::lengthOf(line), columns) << line;
    }
  }
}

TEST(CampaignTable, PromisesNothingBeforeTheFirstRunIsDone) {
  CampaignProgress progress;
  progress.all = {20, 0, 0, 2};
  EXPECT_EQ(campaignTable("try", progress).find("left"), std::string::npos);
}

}  // namespace
}  // namespace covolve::cli
