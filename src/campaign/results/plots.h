// The plots, each a drawing that is understood alone: title, axes with units,
// legend outside of the data. Configurations are told apart by colour (of the
// palette by Okabe and Ito, which colour-blind people can read), and by dash and
// marker as well.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/results/curves.h"

namespace covolve::campaign::results {

struct SeriesStyle {
  std::string colour;
  std::string dash;         // as stroke-dasharray; empty: drawn through
  size_t marker = 0;        // which shape
  bool isBaseline = false;  // in the colour of the text
};

/// The baseline is black and drawn through; the others have colours, in their order.
SeriesStyle styleOf(size_t configuration, size_t baseline);

struct PlotText {
  std::string title;
  std::string subtitle;
};

/// Full: for a page's column. Small: one of many.
enum class PlotSize { Full, Small };

/// Median line and quartile band of each configuration.
std::string plotOverTime(const PlotText& text, const Curves& curves,
                         const std::vector<std::string>& configurations, size_t baseline, PlotSize size);

struct BoxPlot {
  double low = 0;  // the whiskers' ends: the farthest values within 1.5 times the box's length
  double firstQuartile = 0;
  double median = 0;
  double thirdQuartile = 0;
  double high = 0;
  std::vector<double> outliers;
};
BoxPlot boxOf(const std::vector<double>& sample);

/// A box a configuration; an empty sample leaves its row empty.
std::string plotBoxes(const PlotText& text, const std::string& valueTitle, Unit unit,
                      const std::vector<std::vector<double>>& samples,
                      const std::vector<std::string>& configurations, size_t baseline, PlotSize size);

/// Bars of targets on which each configuration is better than, like or worse than the baseline.
std::string plotWins(const PlotText& text, const std::vector<ConfigurationSummary>& summaries,
                     const std::vector<std::string>& configurations, size_t baseline);

}  // namespace covolve::campaign::results
