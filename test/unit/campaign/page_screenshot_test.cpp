// The page as a reader sees it: opened in headless Chromium, which also counts
// the pixels of its own screenshot.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include "base/files.h"
#include "base/process.h"
#include "campaign/results/plots.h"
#include "campaign/results/results.h"
#include "results_example.h"

namespace covolve::campaign::results {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> findBrowser() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
      std::error_code ignored;
      if (fs::exists(fs::path(folder) / name, ignored)) return (fs::path(folder) / name).string();
    }
  }
  return std::nullopt;
}

/// Asks a page that was loaded, through a page around it: its width is chosen here, and below the least that
/// a window of Chromium has.
constexpr std::string_view kMeasuringPage = R"html(<!DOCTYPE html>
<html><body><iframe id="frame" src="{}/index.html" width="{}" height="900"></iframe><pre id="report"></pre>
<script>
window.onload = () => {{
  const page = document.getElementById('frame').contentDocument;
  page.querySelectorAll('details').forEach(one => one.open = true);
  const width = page.documentElement.clientWidth;
  const inScrollBox = element => element.closest('.scroll, pre');
  const wide = [...page.body.querySelectorAll('*')].filter(
      element => !inScrollBox(element) && element.getBoundingClientRect().right > width + 1);
  const smallest = Math.min(...[...page.querySelectorAll('.plots text')].map(
      text => text.getBoundingClientRect().height));
  let overlaps = 0;
  page.querySelectorAll('svg').forEach(drawing => {{
    const boxes = [...drawing.querySelectorAll('text')].map(text => text.getBoundingClientRect());
    boxes.forEach((one, index) => boxes.slice(index + 1).forEach(other => {{
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 4) overlaps++;  // boxes are taller than their letters
    }}));
  }});
  document.getElementById('report').textContent = [
    'overlaps ' + overlaps,
    'width ' + width, 'scrollWidth ' + page.documentElement.scrollWidth, 'tooWide ' + wide.length,
    'drawings ' + page.querySelectorAll('svg').length, 'smallestText ' + smallest].join('\n');
}};
</script></body></html>
)html";

/// Counts the pixels of shot.png near each colour, and how many colours there are.
constexpr std::string_view kCountingPage = R"html(<!DOCTYPE html>
<html><body><img id="shot" src="{}"><pre id="report"></pre>
<script>
window.onload = () => {{
  const image = document.getElementById('shot');
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height).data;
  const wanted = '{}'.split(' ');
  const counts = wanted.map(() => 0);
  const colours = new Set();
  for (let i = 0; i < pixels.length; i += 4) {{
    colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
    wanted.forEach((colour, index) => {{
      const value = parseInt(colour.slice(1), 16);
      const far = Math.abs(pixels[i] - (value >> 16)) + Math.abs(pixels[i + 1] - (value >> 8 & 255)) +
                  Math.abs(pixels[i + 2] - (value & 255));
      if (far < 12) counts[index]++;
    }});
  }}
  document.getElementById('report').textContent = [
    'width ' + canvas.width, 'height ' + canvas.height, 'colours ' + colours.size,
    ...wanted.map((colour, index) => colour + ' ' + counts[index])].join('\n');
}};
</script></body></html>
)html";

class PageScreenshot : public testing::Test {
 protected:
  void SetUp() override {
    browser_ = findBrowser();
    if (!browser_) {
      ASSERT_EQ(std::getenv("COVOLVE_CI"), nullptr) << "CI must have Chromium";
      GTEST_SKIP() << "Chromium is not installed";
    }
    auto scratch = ScratchDirectory::make("page");
    ASSERT_TRUE(scratch.has_value());
    scratch_.emplace(std::move(*scratch));
    const auto written =
        writeResults(example::madeUp(6, 8, 2), Measure::Branches, scratch_->path() / "results");
    ASSERT_TRUE(written.has_value()) << written.error().message;
  }

  std::string browse(const std::string& file, std::vector<std::string> options) {
    const fs::path folder = scratch_->path();
    // As root Chromium has no sandbox, and in containers little shared memory.
    std::vector<std::string> arguments{*browser_,
                                       "--headless",
                                       "--no-sandbox",
                                       "--disable-gpu",
                                       "--disable-dev-shm-usage",
                                       "--hide-scrollbars",
                                       "--no-first-run",
                                       "--force-device-scale-factor=1",
                                       "--allow-file-access-from-files",
                                       "--user-data-dir=" + (folder / "profile").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back("file://" + (folder / file).string());
    Command command{.arguments = std::move(arguments), .directory = folder};
    command.timeout = std::chrono::minutes(3);
    const auto completed = run(command);
    EXPECT_TRUE(completed.has_value() && completed->succeeded()) << (completed ? completed->errors : "");
    return completed ? completed->output : "";
  }

  /// What the page's script wrote into its report: a name and a number a line.
  std::map<std::string, double> reportOf(const std::string& file, const std::string& page) {
    std::ofstream(scratch_->path() / file) << page;
    const std::string dom = browse(file, {"--dump-dom"});
    const std::string opening = "<pre id=\"report\">";
    const size_t begin = dom.find(opening);
    EXPECT_NE(begin, std::string::npos) << dom.substr(0, 500);
    if (begin == std::string::npos) return {};
    std::istringstream lines(
        dom.substr(begin + opening.size(), dom.find("</pre>", begin) - begin - opening.size()));
    std::map<std::string, double> report;
    std::string name;
    for (double value = 0; lines >> name >> value;) report[name] = value;
    return report;
  }

  std::map<std::string, double> pixelsOf(const std::string& scheme, const std::string& colours) {
    const std::string shot = scheme + ".png";
    // 0 is dark, 1 light.
    browse("results/index.html",
           {"--screenshot=" + (scratch_->path() / shot).string(), "--window-size=1200,1800",
            fmt::format("--blink-settings=preferredColorScheme={}", scheme == "dark" ? 0 : 1)});
    return reportOf(scheme + ".html", fmt::format(kCountingPage, shot, colours));
  }

  std::optional<std::string> browser_;
  std::optional<ScratchDirectory> scratch_;
};

TEST_F(PageScreenshot, ShowsTheLinesOfEveryConfiguration) {
  const std::string others = styleOf(1, 0).colour + " " + styleOf(2, 0).colour;
  const auto light = pixelsOf("light", others + " #ffffff #15181c");
  ASSERT_EQ(light.at("width"), 1200);
  ASSERT_EQ(light.at("height"), 1800);
  EXPECT_GT(light.at("colours"), 50);
  EXPECT_GT(light.at(styleOf(1, 0).colour), 300);
  EXPECT_GT(light.at(styleOf(2, 0).colour), 300);
  const double half = 1200 * 1800 / 2.0;
  EXPECT_GT(light.at("#ffffff"), half);

  const auto dark = pixelsOf("dark", others + " #ffffff #15181c");
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
  ASSERT_TRUE(writeResults(counted, Measure::Branches, scratch_->path() / "counted").has_value());
  for (const std::string folder : {"results", "counted"}) {
    for (const int width : {400, 1400}) {
      SCOPED_TRACE(fmt::format("{}, {} wide", folder, width));
      const auto report = reportOf("measure.html", fmt::format(kMeasuringPage, folder, width));
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
