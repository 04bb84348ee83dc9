// The page of results as a reader sees it.
#include "browsed_page.h"
#include "campaign/results/plots.h"
#include "campaign/results/results.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

class PageScreenshot : public BrowsedPage {
 protected:
  void SetUp() override {
    BrowsedPage::SetUp();
    if (HasFatalFailure() || IsSkipped()) return;
    const auto written = writeResults(example::madeUp(6, 8, 2), Measure::Branches, folder() / "results");
    ASSERT_TRUE(written.has_value()) << written.error().message;
  }
};

TEST_F(PageScreenshot, ShowsTheLinesOfEveryConfiguration) {
  const std::string others = styleOf(1, 0).colour + " " + styleOf(2, 0).colour;
  const auto light = pixelsOf("results/index.html", "light", others + " #ffffff #15181c");
  ASSERT_EQ(light.at("width"), 1200);
  ASSERT_EQ(light.at("height"), 1800);
  EXPECT_GT(light.at("colours"), 50);
  EXPECT_GT(light.at(styleOf(1, 0).colour), 300);
  EXPECT_GT(light.at(styleOf(2, 0).colour), 300);
  const double half = 1200 * 1800 / 2.0;
  EXPECT_GT(light.at("#ffffff"), half);

  const auto dark = pixelsOf("results/index.html", "dark", others + " #ffffff #15181c");
  EXPECT_GT(dark.at("#15181c"), half);
  EXPECT_LT(dark.at("#ffffff"), half / 50);
  EXPECT_GT(dark.at(styleOf(1, 0).colour), 300);
  EXPECT_GT(dark.at(styleOf(2, 0).colour), 300);
}

TEST_F(PageScreenshot, FitsNarrowAndWideWindows) {
  // Counts of tests are longer texts than times, and peers without progress are more to say below a plot.
  CampaignData counted = example::inEvaluations(example::madeUp(6, 8, 2));
  counted.configurations.push_back("peer");
  for (uint32_t i = 0; i < 12; ++i) {
    RunFigures& run = counted.runs.emplace_back();
    run.target = i / 2;
    run.budget = i % 2;
    run.configuration = 3;
    run.branches = {7, 30};
  }
  ASSERT_TRUE(writeResults(counted, Measure::Branches, folder() / "counted").has_value());
  for (const std::string which : {"results", "counted"}) {
    for (const int width : {400, 1400}) {
      SCOPED_TRACE(fmt::format("{}, {} wide", which, width));
      const auto report = measure(which + "/index.html", width);
      ASSERT_TRUE(report.contains("scrollWidth"));
      EXPECT_EQ(report.at("width"), width);
      EXPECT_LE(report.at("scrollWidth"), width);
      EXPECT_EQ(report.at("tooWide"), 0);
      EXPECT_EQ(report.at("drawings"), 2 * (3 + 2 * 6));
      EXPECT_GT(report.at("smallestText"), 9);  // pixels: still readable
      EXPECT_EQ(report.at("overlaps"), 0);
    }
  }
}

}  // namespace
}  // namespace covolve::campaign::results
