#include <gtest/gtest.h>

#include <set>

#include "campaign/results/campaign_plots.h"
#include "campaign/results/plots.h"
#include "markup/svg.h"
#include "markup_check.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Two points in time, so that every coordinate can be worked out.
Curves twoPoints() {
  Curves curves;
  curves.points = {Effort::Milliseconds, false, {0, 10'000}};
  curves.bands.resize(2);
  curves.bands[0] = Band{{0, 40}, {0, 60}, {0, 80}};
  curves.bands[1] = Band{{0, 100}, {0, 100}, {0, 100}};
  return curves;
}

TEST(PlotOverTime, PointsStandWhereTheirValuesAre) {
  const std::string svg = plotOverTime({"T", ""}, twoPoints(), {"base", "other"}, 0, PlotSize::Full);
  // The area reaches from 0 to 10 s and from 0 to 100 %. Left: the margin of 12, three digits of 12 * 0.6
  // and 6. Right: 460 - 12 - 8. Top: the head of 12 + 14 + 8 and the axis' title of 12 + 14; 300 high.
  EXPECT_TRUE(contains(svg, "d=\"M39.6 360L440 180\"")) << svg;                    // 60 %: 360 - 0.6 * 300
  EXPECT_TRUE(contains(svg, "d=\"M39.6 360L440 60\"")) << svg;                     // 100 %
  EXPECT_TRUE(contains(svg, "d=\"M39.6 360L440 120L440 240L39.6 360Z\"")) << svg;  // from 80 % back to 40 %
}

TEST(PlotOverTime, EveryConfigurationIsNamedAndToldApartWithoutColour) {
  const std::string svg = plotOverTime({"T", ""}, twoPoints(), {"base", "other"}, 0, PlotSize::Full);
  EXPECT_TRUE(contains(svg, ">base</text>"));
  EXPECT_TRUE(contains(svg, ">other</text>"));
  EXPECT_TRUE(contains(svg, "Search time, s"));
  EXPECT_TRUE(contains(svg, "Search targets covered, %"));
  std::set<std::pair<std::string, size_t>> looks;
  std::set<std::pair<std::string, std::string>> colouredLooks;
  for (size_t i = 0; i < 6; ++i) looks.insert({styleOf(i, 0).dash, styleOf(i, 0).marker});
  EXPECT_EQ(looks.size(), 6);
  for (size_t i = 0; i < 31; ++i) colouredLooks.insert({styleOf(i, 3).dash, styleOf(i, 3).colour});
  EXPECT_EQ(colouredLooks.size(), 31);
}

TEST(PlotOverTime, SaysWhatItIsOver) {
  Curves curves = twoPoints();
  curves.points.effort = Effort::Evaluations;
  const std::string svg = plotOverTime({"T", ""}, curves, {"base", "other"}, 0, PlotSize::Full);
  EXPECT_TRUE(contains(svg, ">Tests run</text>"));
  EXPECT_TRUE(contains(svg, "covered over tests run</title>"));
  EXPECT_FALSE(contains(svg, "time"));
}

TEST(PlotOverTime, NamesThoseThatItCannotDraw) {
  Curves curves = twoPoints();
  curves.bands.resize(3);
  curves.withoutProgress = {2};
  const std::string svg = plotOverTime({"T", ""}, curves, {"base", "other", "peer"}, 0, PlotSize::Full);
  EXPECT_TRUE(contains(svg, ">peer (progress not recorded)</text>")) << svg;
  EXPECT_FALSE(contains(svg, styleOf(2, 0).colour));
}

TEST(PlotOverTime, WithoutCurvesThereIsNone) {
  Curves curves;
  curves.bands.resize(2);
  EXPECT_EQ(plotOverTime({"T", ""}, curves, {"base", "other"}, 0, PlotSize::Full), "");
}

TEST(PlotOverTime, LongNamesMakeTheLegendTallerNotWider) {
  Curves curves = twoPoints();
  const std::string narrow = plotOverTime({"T", ""}, curves, {"a", "b"}, 0, PlotSize::Small);
  const std::string longName(200, 'x');
  const std::string tall = plotOverTime({"T", ""}, curves, {longName, longName + "y"}, 0, PlotSize::Small);
  EXPECT_TRUE(contains(narrow, "viewBox=\"0 0 320 "));
  EXPECT_TRUE(contains(tall, "viewBox=\"0 0 320 "));
  EXPECT_FALSE(contains(tall, longName));
  EXPECT_TRUE(contains(tall, "x…</text>"));
  EXPECT_NE(narrow.substr(0, narrow.find("role")), tall.substr(0, tall.find("role")));
}

TEST(PlotBoxes, WhiskersReachToOneAndAHalfBoxes) {
  const BoxPlot box = boxOf({1, 10, 11, 12, 13, 14, 15, 30, 30});
  EXPECT_EQ(box.firstQuartile, 11);
  EXPECT_EQ(box.median, 13);
  EXPECT_EQ(box.thirdQuartile, 15);
  EXPECT_EQ(box.low, 10);
  EXPECT_EQ(box.high, 15);
  EXPECT_EQ(box.outliers, (std::vector<double>{1, 30}));
}

TEST(PlotBoxes, BoxesStandWhereTheirValuesAre) {
  const std::string svg = plotBoxes({"T", ""}, "Branches covered, %", Unit::Percent, {{0, 20, 40, 60, 100}},
                                    {"base"}, 0, PlotSize::Full);
  // From 0 to 100: left 12 + 4 * 12 * 0.6 + 10 = 50.8, right 440; a per cent is 3.892 wide.
  EXPECT_TRUE(contains(svg, "x=\"128.6\" y=\"43.2\" width=\"155.7\" height=\"17.6\"")) << svg;  // 20 to 60
  EXPECT_TRUE(contains(svg, "x1=\"206.5\" y1=\"43.2\" x2=\"206.5\" y2=\"60.8\"")) << svg;       // 40
}

TEST(PlotBoxes, AConfigurationWithoutRunsKeepsItsRow) {
  const std::string svg =
      plotBoxes({"T", ""}, "Faults found", Unit::Count, {{1, 2}, {}}, {"base", "other"}, 0, PlotSize::Small);
  EXPECT_TRUE(contains(svg, ">other</text>"));
  EXPECT_EQ(plotBoxes({"T", ""}, "x", Unit::Count, {{}, {}}, {"a", "b"}, 0, PlotSize::Small), "");
}

TEST(PlotWins, BarsAreAsLongAsTheirShares) {
  std::vector<ConfigurationSummary> summaries(2);
  summaries[1].better = 1;
  summaries[1].same = 2;
  summaries[1].worse = 1;
  const std::string svg = plotWins({"T", ""}, summaries, {"base", "other"}, 0);
  EXPECT_TRUE(contains(svg, ">1 / 2 / 1</text>"));
  EXPECT_TRUE(contains(svg, "x=\"12\" y=\"80\" width=\"109\"")) << svg;  // a quarter of 460 - 24
  EXPECT_TRUE(contains(svg, "x=\"121\" y=\"80\" width=\"218\"")) << svg;
  EXPECT_TRUE(contains(svg, "x=\"339\" y=\"80\" width=\"109\"")) << svg;
  EXPECT_FALSE(contains(svg, ">base</text>"));
  EXPECT_EQ(plotWins({"T", ""}, std::vector<ConfigurationSummary>(2), {"base", "other"}, 0), "");
}

TEST(Plots, AreWellFormedAndTheSameEveryTime) {
  const CampaignData data = example::madeUp(5, 4, 2);
  const Comparison comparison = compare(data, Measure::Branches);
  const std::vector<BudgetPlots> plots = drawPlots(data, comparison);
  const std::vector<BudgetPlots> again = drawPlots(data, compare(data, Measure::Branches));
  ASSERT_EQ(plots.size(), 2);
  std::set<std::string> files;
  for (size_t i = 0; i < plots.size(); ++i) {
    std::vector<NamedPlot> all{plots[i].overTime, plots[i].boxes, plots[i].wins};
    ASSERT_EQ(plots[i].targets.size(), 5);
    for (const TargetPlots& target : plots[i].targets) {
      all.push_back(target.overTime);
      all.push_back(target.boxes);
    }
    for (const NamedPlot& plot : all) {
      EXPECT_EQ(example::MarkupCheck().problemOf(plot.svg), "") << plot.file;
      EXPECT_TRUE(contains(plot.svg, "<title>")) << plot.file;
      EXPECT_TRUE(files.insert(plot.file).second) << plot.file;
      EXPECT_EQ(plot.file.find_first_of("/<>: "), std::string::npos) << plot.file;
    }
    EXPECT_EQ(plots[i].overTime.svg, again[i].overTime.svg);
    EXPECT_EQ(plots[i].boxes.svg, again[i].boxes.svg);
    EXPECT_EQ(plots[i].targets[3].overTime.svg, again[i].targets[3].overTime.svg);
  }
}

TEST(Plots, NamesThatDifferOnlyInCaseOrSignsAreDifferentFiles) {
  example::Campaign campaign({"a<b", "A>b", "a b"}, {"base"});
  for (uint32_t i = 0; i < 3; ++i) campaign.search(i, 0, 1, {{5, 1}}, 2);
  const BudgetPlots plots = drawPlots(campaign.data, compare(campaign.data, Measure::Branches))[0];
  EXPECT_EQ(plots.targets[0].boxes.file, "target_a-b_boxes.svg");
  EXPECT_EQ(plots.targets[1].boxes.file, "target_A-b-2_boxes.svg");
  EXPECT_EQ(plots.targets[2].boxes.file, "target_a-b-3_boxes.svg");
}

TEST(Svg, CoordinatesAreShort) {
  EXPECT_EQ(markup::coordinate(12.0), "12");
  EXPECT_EQ(markup::coordinate(12.46), "12.5");
  EXPECT_EQ(markup::coordinate(-0.01), "0");
  EXPECT_EQ(markup::pathThrough({{0, 1}, {1, 1}, {2, 1}, {3, 2}}), "M0 1L2 1L3 2");
}

}  // namespace
}  // namespace covolve::campaign::results
