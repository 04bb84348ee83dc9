#include <algorithm>

#include "campaign/results/plot_frame.h"
#include "campaign/results/plots.h"

namespace covolve::campaign::results {

namespace {

constexpr size_t kMarkers = 4;  // on a line

struct Drawn {
  const Band* band;
  LegendEntry entry;
};

Axis axisFor(const std::vector<Drawn>& series) {
  double low = series.front().band->low.front();
  double high = low;
  for (const Drawn& one : series) {
    low = std::min(low, std::ranges::min(one.band->low));
    high = std::max(high, std::ranges::max(one.band->high));
  }
  return valueAxis(measureTitle(Measure::Targets, Unit::Percent), Unit::Percent, low, high, 5);
}

class Plotter {
 public:
  Plotter(markup::Svg& svg, const EffortPoints& efforts, const Axis& effort, const Axis& value,
          const Area& area)
      : svg_(svg), efforts_(efforts), effort_(effort), value_(value), area_(area) {}

  void drawBand(const Drawn& series) {
    std::vector<markup::Point> outline = points(series.band->high);
    std::vector<markup::Point> back = points(series.band->low);
    const std::string path = markup::pathThrough(outline) + "L" +
                             markup::pathThrough({back.rbegin(), back.rend()}).substr(1) + "Z";
    markup::Attributes attributes = fillOf(series.entry.style);
    attributes.insert(attributes.end(), {{"fill-opacity", "0.15"}, {"d", path}});
    svg_.element("path", attributes);
  }

  /// Markers of different lines stand apart, or they would cover each other on equal lines.
  void drawLine(const Drawn& series, size_t index, size_t count) {
    const std::vector<markup::Point> line = points(series.band->middle);
    markup::Attributes attributes = strokeOf(series.entry.style);
    attributes.insert(attributes.end(), {{"fill", "none"},
                                         {"stroke-width", "2"},
                                         {"stroke-linejoin", "round"},
                                         {"stroke-dasharray", series.entry.style.dash},
                                         {"d", markup::pathThrough(line)}});
    svg_.element("path", attributes);
    const double spacing = static_cast<double>(line.size() - 1) / kMarkers;
    const double offset = spacing * (static_cast<double>(index) + 0.5) / static_cast<double>(count);
    for (size_t i = 0; i < kMarkers; ++i) {
      drawMarker(svg_, line[static_cast<size_t>(offset + spacing * static_cast<double>(i))],
                 series.entry.style, 3);
    }
  }

 private:
  std::vector<markup::Point> points(const std::vector<double>& values) const {
    std::vector<markup::Point> result;
    for (size_t i = 0; i < values.size(); ++i) {
      result.push_back({effort_.place(efforts_.values[i], area_.left, area_.right),
                        value_.place(values[i], area_.bottom, area_.top)});
    }
    return result;
  }

  markup::Svg& svg_;
  const EffortPoints& efforts_;
  const Axis& effort_;
  const Axis& value_;
  const Area& area_;
};

}  // namespace

std::string plotOverTime(const PlotText& text, const Curves& curves,
                         const std::vector<std::string>& configurations, size_t baseline, PlotSize size) {
  std::vector<Drawn> series;
  std::vector<LegendEntry> legend;
  for (size_t i = 0; i < curves.bands.size(); ++i) {
    if (!curves.bands[i]) continue;
    series.push_back({&*curves.bands[i], {configurations[i], styleOf(i, baseline)}});
    legend.push_back(series.back().entry);
  }
  if (series.empty()) return {};
  for (const size_t i : curves.withoutProgress) {
    legend.push_back({configurations[i] + " (progress not recorded)", {}, false});
  }

  const PlotLayout layout = layoutOf(size);
  const Axis effort = effortAxis(curves.points, size == PlotSize::Full ? 8 : 5);
  const Axis value = axisFor(series);
  double tickWidth = 0;
  for (const Tick& tick : value.ticks)
    tickWidth = std::max(tickWidth, markup::textWidth(tick.text, layout.font));
  Area area;
  area.left = layout.margin + tickWidth + 6;
  area.right = layout.width - layout.margin - 8;
  area.top = headHeight(layout, text) + layout.font + 14;
  area.bottom = area.top + layout.height;
  const double legendTop = area.bottom + 2 * layout.font + 18;

  markup::Svg svg(layout.width, legendTop + legendHeight(layout, legend) + layout.margin,
                  text.title + ": search targets covered over " +
                      (curves.points.effort == Effort::Milliseconds ? "time" : "tests run"));
  drawHead(svg, layout, text);
  drawLeftAxis(svg, value, area, layout.font);
  drawBottomAxis(svg, effort, area, layout.font);
  Plotter plotter(svg, curves.points, effort, value, area);
  for (const Drawn& one : series) plotter.drawBand(one);
  for (size_t i = 0; i < series.size(); ++i) plotter.drawLine(series[i], i, series.size());
  drawLegend(svg, layout, legendTop, legend);
  return std::move(svg).finish();
}

}  // namespace covolve::campaign::results
