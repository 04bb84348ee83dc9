// A page as a reader sees it: opened in headless Chromium, which also counts the
// pixels of its own screenshot.
#pragma once

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

namespace covolve {

inline std::optional<std::string> findBrowser() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
      std::error_code ignored;
      if (std::filesystem::exists(std::filesystem::path(folder) / name, ignored))
        return (std::filesystem::path(folder) / name).string();
    }
  }
  return std::nullopt;
}

/// Asks a page that was loaded, through a page around it: its width is chosen here, and below the least that
/// a window of Chromium has.
inline constexpr std::string_view kMeasuringPage = R"html(<!DOCTYPE html>
<html><body><iframe id="frame" src="{}" width="{}" height="900"></iframe><pre id="report"></pre>
<script>
window.onload = () => {{
  const page = document.getElementById('frame').contentDocument;
  page.querySelectorAll('details').forEach(one => one.open = true);
  const width = page.documentElement.clientWidth;
  const inScrollBox = element => element.closest('.scroll, pre');
  const wide = [...page.body.querySelectorAll('*')].filter(
      element => !inScrollBox(element) && element.getBoundingClientRect().right > width + 1);
  const smallest = Math.min(...[...page.querySelectorAll('svg text')].map(
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
inline constexpr std::string_view kCountingPage = R"html(<!DOCTYPE html>
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

/// Files are named from its scratch folder on.
class BrowsedPage : public testing::Test {
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
  }

  const std::filesystem::path& folder() const { return scratch_->path(); }

  std::string browse(const std::string& file, std::vector<std::string> options) {
    const std::filesystem::path folder = scratch_->path();
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

  /// In that scheme, dark or light: width and height of a screenshot, its colours, and how often it has
  /// those.
  std::map<std::string, double> pixelsOf(const std::string& file, const std::string& scheme,
                                         const std::string& colours) {
    const std::string shot = scheme + ".png";
    // 0 is dark, 1 light.
    browse(file, {"--screenshot=" + (scratch_->path() / shot).string(), "--window-size=1200,1800",
                  fmt::format("--blink-settings=preferredColorScheme={}", scheme == "dark" ? 0 : 1)});
    return reportOf(scheme + ".html", fmt::format(kCountingPage, shot, colours));
  }

  /// Widths, what is too wide, drawings and their texts, with everything unfolded.
  std::map<std::string, double> measure(const std::string& file, int width) {
    return reportOf("measure.html", fmt::format(kMeasuringPage, file, width));
  }

 private:
  std::optional<std::string> browser_;
  std::optional<ScratchDirectory> scratch_;
};

}  // namespace covolve
