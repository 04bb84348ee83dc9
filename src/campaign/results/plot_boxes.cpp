#include <algorithm>

#include "campaign/results/plot_frame.h"
#include "campaign/results/plots.h"
#include "campaign/statistics/statistics.h"

namespace covolve::campaign::results {

namespace {

Axis axisFor(const std::string& title, Unit unit, const std::vector<std::vector<double>>& samples) {
  std::optional<double> low;
  double high = 0;
  for (const std::vector<double>& sample : samples) {
    if (sample.empty()) continue;
    const auto [least, most] = std::ranges::minmax(sample);
    high = low ? std::max(high, most) : most;
    low = low ? std::min(*low, least) : least;
  }
  return valueAxis(title, unit, low.value_or(0), low ? high : 1, 5);
}

void drawBox(markup::Svg& svg, const BoxPlot& box, const SeriesStyle& style, const Axis& axis,
             const Area& area, double y, double height) {
  const auto at = [&](double value) { return axis.place(value, area.left, area.right); };
  const auto stroke = [&](markup::Point from, markup::Point to, const char* width) {
    markup::Attributes attributes = strokeOf(style);
    attributes.insert(attributes.end(), {{"x1", markup::coordinate(from.x)},
                                         {"y1", markup::coordinate(from.y)},
                                         {"x2", markup::coordinate(to.x)},
                                         {"y2", markup::coordinate(to.y)},
                                         {"stroke-width", width}});
    svg.element("line", attributes);
  };
  const double half = height / 2;
  stroke({at(box.low), y}, {at(box.firstQuartile), y}, "1.3");
  stroke({at(box.thirdQuartile), y}, {at(box.high), y}, "1.3");
  for (const double end : {box.low, box.high})
    stroke({at(end), y - half / 2}, {at(end), y + half / 2}, "1.3");
  svg.element("rect", {{"class", style.isBaseline ? "base-stroke base-fill" : ""},
                       {"x", markup::coordinate(at(box.firstQuartile))},
                       {"y", markup::coordinate(y - half)},
                       {"width", markup::coordinate(at(box.thirdQuartile) - at(box.firstQuartile))},
                       {"height", markup::coordinate(height)},
                       {"fill", style.colour},
                       {"fill-opacity", "0.2"},
                       {"stroke", style.colour},
                       {"stroke-width", "1.3"}});
  stroke({at(box.median), y - half}, {at(box.median), y + half}, "3");
  for (const double outlier : box.outliers) {
    markup::Attributes attributes = strokeOf(style);
    attributes.insert(attributes.end(), {{"cx", markup::coordinate(at(outlier))},
                                         {"cy", markup::coordinate(y)},
                                         {"r", "2.4"},
                                         {"fill", "none"},
                                         {"stroke-width", "1.2"}});
    svg.element("circle", attributes);
  }
}

}  // namespace

BoxPlot boxOf(const std::vector<double>& sample) {
  BoxPlot box;
  box.firstQuartile = statistics::quantile(sample, 0.25);
  box.median = statistics::quantile(sample, 0.5);
  box.thirdQuartile = statistics::quantile(sample, 0.75);
  const double reach = 1.5 * (box.thirdQuartile - box.firstQuartile);
  box.low = box.firstQuartile;
  box.high = box.thirdQuartile;
  for (const double value : sample) {
    if (value < box.firstQuartile - reach || value > box.thirdQuartile + reach) {
      box.outliers.push_back(value);
    } else {
      box.low = std::min(box.low, value);
      box.high = std::max(box.high, value);
    }
  }
  // Equal ones are drawn once: samples of counts have many.
  std::ranges::sort(box.outliers);
  box.outliers.erase(std::ranges::unique(box.outliers).begin(), box.outliers.end());
  return box;
}

std::string plotBoxes(const PlotText& text, const std::string& valueTitle, Unit unit,
                      const std::vector<std::vector<double>>& samples,
                      const std::vector<std::string>& configurations, size_t baseline, PlotSize size) {
  if (std::ranges::all_of(samples, [](const auto& sample) { return sample.empty(); })) return {};
  const PlotLayout layout = layoutOf(size);
  const double rowHeight = size == PlotSize::Full ? 32 : 24;
  double nameWidth = 0;
  for (const std::string& name : configurations)
    nameWidth = std::max(nameWidth, markup::textWidth(name, layout.font));
  nameWidth = std::min(nameWidth, layout.width * 0.3);
  Area area;
  area.left = layout.margin + nameWidth + 10;
  area.right = layout.width - layout.margin - 8;
  area.top = headHeight(layout, text) + 2;
  area.bottom = area.top + rowHeight * static_cast<double>(samples.size());

  markup::Svg svg(layout.width, area.bottom + 2 * layout.font + 14 + layout.margin,
                  text.title + ": " + valueTitle);
  drawHead(svg, layout, text);
  const Axis axis = axisFor(valueTitle, unit, samples);
  for (const Tick& tick : axis.ticks) {
    const double x = axis.place(tick.value, area.left, area.right);
    svg.line({x, area.top}, {x, area.bottom}, "grid");
  }
  drawBottomAxis(svg, axis, area, layout.font);
  for (size_t i = 0; i < samples.size(); ++i) {
    const double y = area.top + rowHeight * (static_cast<double>(i) + 0.5);
    svg.text({area.left - 8, y + layout.font * 0.35},
             markup::fittingText(configurations[i], layout.font, nameWidth + 1), layout.font,
             markup::Anchor::End);
    if (samples[i].empty()) continue;
    drawBox(svg, boxOf(samples[i]), styleOf(i, baseline), axis, area, y, rowHeight * 0.55);
  }
  return std::move(svg).finish();
}

}  // namespace covolve::campaign::results
