// What the plots share: sizes, title, axes, markers and the legend.
#pragma once

#include <string>
#include <vector>

#include "campaign/results/axis.h"
#include "campaign/results/plots.h"
#include "markup/svg.h"

namespace covolve::campaign::results {

struct PlotLayout {
  double width = 0;
  double height = 0;  // of the area for data
  double font = 0;
  double titleFont = 0;
  double margin = 0;
};
PlotLayout layoutOf(PlotSize size);

/// The area for data, in the drawing's coordinates.
struct Area {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

/// Title and subtitle; returns the height they take.
double headHeight(const PlotLayout& layout, const PlotText& text);
void drawHead(markup::Svg& svg, const PlotLayout& layout, const PlotText& text);

void drawBottomAxis(markup::Svg& svg, const Axis& axis, const Area& area, double font);
/// Its title stands above it, level, where it is easy to read.
void drawLeftAxis(markup::Svg& svg, const Axis& axis, const Area& area, double font);

void drawMarker(markup::Svg& svg, markup::Point at, const SeriesStyle& style, double radius);

struct LegendEntry {
  std::string name;
  SeriesStyle style;
  bool isDrawn = true;  // else it is only named
};
double legendHeight(const PlotLayout& layout, const std::vector<LegendEntry>& entries);
void drawLegend(markup::Svg& svg, const PlotLayout& layout, double top,
                const std::vector<LegendEntry>& entries);

/// The classes and attributes of strokes and fills in the style's colour.
markup::Attributes strokeOf(const SeriesStyle& style);
markup::Attributes fillOf(const SeriesStyle& style);

}  // namespace covolve::campaign::results
