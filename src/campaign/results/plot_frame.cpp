#include "campaign/results/plot_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace covolve::campaign::results {

namespace {

constexpr std::array<std::string_view, 6> kColours{"#0072b2", "#d55e00", "#009e73",
                                                   "#cc79a7", "#e69f00", "#56b4e9"};
/// As many as no common factor with the colours allows: thirty pairs differ.
constexpr std::array<std::string_view, 5> kDashes{"7 3", "2 2.5", "9 3 2 3", "", "5 2 1 2 1 2"};
constexpr std::string_view kBaselineColour = "#1a1a1a";

constexpr double kSampleLength = 26;  // of the line in a legend

std::string polygon(markup::Point center, double radius, size_t corners, double turn) {
  std::string points;
  for (size_t i = 0; i < corners; ++i) {
    const double angle = turn + 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    points += (i > 0 ? " " : "") + markup::coordinate(center.x + radius * std::cos(angle)) + "," +
              markup::coordinate(center.y + radius * std::sin(angle));
  }
  return points;
}

double sampleWidth(const LegendEntry& entry) { return entry.isDrawn ? kSampleLength + 6 : 0; }

std::string fittingName(const PlotLayout& layout, const LegendEntry& entry) {
  return markup::fittingText(entry.name, layout.font, layout.width - 2 * layout.margin - sampleWidth(entry));
}

struct PlacedEntry {
  double x = 0;
  size_t row = 0;
};

/// From left to right, in as many rows as it takes.
std::vector<PlacedEntry> placed(const PlotLayout& layout, const std::vector<LegendEntry>& entries) {
  std::vector<PlacedEntry> places;
  double x = layout.margin;
  size_t row = 0;
  for (const LegendEntry& entry : entries) {
    const double width = sampleWidth(entry) + markup::textWidth(fittingName(layout, entry), layout.font);
    if (x > layout.margin && x + width > layout.width - layout.margin) {
      x = layout.margin;
      ++row;
    }
    places.push_back({x, row});
    x += width + 12;
  }
  return places;
}

double rowHeight(const PlotLayout& layout) { return layout.font * 1.5; }

void drawSample(markup::Svg& svg, markup::Point start, const SeriesStyle& style) {
  markup::Attributes attributes = strokeOf(style);
  attributes.insert(attributes.end(), {{"x1", markup::coordinate(start.x)},
                                       {"y1", markup::coordinate(start.y)},
                                       {"x2", markup::coordinate(start.x + kSampleLength)},
                                       {"y2", markup::coordinate(start.y)},
                                       {"stroke-width", "2"},
                                       {"stroke-dasharray", style.dash}});
  svg.element("line", attributes);
  drawMarker(svg, {start.x + kSampleLength / 2, start.y}, style, 3.2);
}

}  // namespace

SeriesStyle styleOf(size_t configuration, size_t baseline) {
  if (configuration == baseline) return {std::string(kBaselineColour), "", 0, true};
  const size_t index = configuration > baseline ? configuration - 1 : configuration;
  return {std::string(kColours[index % kColours.size()]), std::string(kDashes[index % kDashes.size()]),
          1 + index % 5, false};
}

PlotLayout layoutOf(PlotSize size) {
  if (size == PlotSize::Full) return {460, 300, 12, 14, 12};
  return {320, 130, 11, 12.5, 8};
}

double headHeight(const PlotLayout& layout, const PlotText& text) {
  return layout.margin + layout.titleFont + (text.subtitle.empty() ? 0 : layout.font + 5) + 8;
}

void drawHead(markup::Svg& svg, const PlotLayout& layout, const PlotText& text) {
  const double width = layout.width - 2 * layout.margin;
  double y = layout.margin + layout.titleFont - 2;
  svg.text({layout.margin, y}, markup::fittingText(text.title, layout.titleFont, width), layout.titleFont,
           markup::Anchor::Start, "strong");
  if (text.subtitle.empty()) return;
  y += layout.font + 5;
  svg.text({layout.margin, y}, markup::fittingText(text.subtitle, layout.font, width * 1.08), layout.font,
           markup::Anchor::Start, "muted");
}

void drawBottomAxis(markup::Svg& svg, const Axis& axis, const Area& area, double font) {
  svg.line({area.left, area.bottom}, {area.right, area.bottom}, "axis");
  for (const Tick& tick : axis.ticks) {
    const double x = axis.place(tick.value, area.left, area.right);
    svg.line({x, area.bottom}, {x, area.bottom + 4}, "axis");
    svg.text({x, area.bottom + 5 + font}, tick.text, font, markup::Anchor::Middle, "muted");
  }
  svg.text({area.right, area.bottom + 9 + 2 * font}, axis.title, font, markup::Anchor::End, "muted");
}

void drawLeftAxis(markup::Svg& svg, const Axis& axis, const Area& area, double font) {
  svg.text({area.left, area.top - 10}, axis.title, font, markup::Anchor::Start, "muted");
  for (const Tick& tick : axis.ticks) {
    const double y = axis.place(tick.value, area.bottom, area.top);
    svg.line({area.left, y}, {area.right, y}, "grid");
    svg.text({area.left - 6, y + font * 0.35}, tick.text, font, markup::Anchor::End, "muted");
  }
}

markup::Attributes strokeOf(const SeriesStyle& style) {
  return {{"class", style.isBaseline ? "base-stroke" : ""}, {"stroke", style.colour}};
}

markup::Attributes fillOf(const SeriesStyle& style) {
  return {{"class", style.isBaseline ? "base-fill" : ""}, {"fill", style.colour}};
}

void drawMarker(markup::Svg& svg, markup::Point at, const SeriesStyle& style, double radius) {
  markup::Attributes attributes = fillOf(style);
  if (style.marker == 0) {
    attributes.insert(attributes.end(), {{"cx", markup::coordinate(at.x)},
                                         {"cy", markup::coordinate(at.y)},
                                         {"r", markup::coordinate(radius)}});
    svg.element("circle", attributes);
    return;
  }
  struct Shape {
    size_t corners;
    double turn;
    double scale;
  };
  static constexpr std::array<Shape, 5> shapes{{{4, std::numbers::pi / 4, 1.25},
                                                {3, -std::numbers::pi / 2, 1.4},
                                                {4, 0, 1.4},
                                                {3, std::numbers::pi / 2, 1.4},
                                                {5, -std::numbers::pi / 2, 1.3}}};
  const Shape& shape = shapes[(style.marker - 1) % shapes.size()];
  attributes.emplace_back("points", polygon(at, radius * shape.scale, shape.corners, shape.turn));
  svg.element("polygon", attributes);
}

double legendHeight(const PlotLayout& layout, const std::vector<LegendEntry>& entries) {
  if (entries.empty()) return 0;
  return static_cast<double>(placed(layout, entries).back().row + 1) * rowHeight(layout);
}

void drawLegend(markup::Svg& svg, const PlotLayout& layout, double top,
                const std::vector<LegendEntry>& entries) {
  const std::vector<PlacedEntry> places = placed(layout, entries);
  for (size_t i = 0; i < entries.size(); ++i) {
    const LegendEntry& entry = entries[i];
    const double x = places[i].x;
    const double y = top + (static_cast<double>(places[i].row) + 0.5) * rowHeight(layout);
    if (entry.isDrawn) drawSample(svg, {x, y}, entry.style);
    svg.text({x + sampleWidth(entry), y + layout.font * 0.35}, fittingName(layout, entry), layout.font,
             markup::Anchor::Start, entry.isDrawn ? "ink" : "muted");
  }
}

}  // namespace covolve::campaign::results
