#include <fmt/format.h>

#include <array>

#include "campaign/results/plot_frame.h"
#include "campaign/results/plots.h"

namespace covolve::campaign::results {

namespace {

struct Part {
  const char* name;
  const char* colour;
  const char* kind;  // class
};
constexpr std::array<Part, 3> kParts{
    {{"better", "#0072b2", ""}, {"no significant difference", "#d0d0d0", "same"}, {"worse", "#d55e00", ""}}};

void drawKey(markup::Svg& svg, const PlotLayout& layout, double top) {
  double x = layout.margin;
  for (const Part& part : kParts) {
    svg.element("rect", {{"class", part.kind},
                         {"x", markup::coordinate(x)},
                         {"y", markup::coordinate(top)},
                         {"width", "12"},
                         {"height", "12"},
                         {"fill", part.colour}});
    svg.text({x + 18, top + 10}, part.name, layout.font, markup::Anchor::Start);
    x += 18 + markup::textWidth(part.name, layout.font) + 12;
  }
}

}  // namespace

std::string plotWins(const PlotText& text, const std::vector<ConfigurationSummary>& summaries,
                     const std::vector<std::string>& configurations, size_t baseline) {
  constexpr double kBar = 14;
  const PlotLayout layout = layoutOf(PlotSize::Full);
  const double rowHeight = layout.font + kBar + 14;
  size_t rows = 0;
  for (size_t i = 0; i < summaries.size(); ++i) {
    if (i != baseline && summaries[i].better + summaries[i].same + summaries[i].worse > 0) ++rows;
  }
  if (rows == 0) return {};

  double top = headHeight(layout, text) + 4;
  markup::Svg svg(layout.width, top + 24 + rowHeight * static_cast<double>(rows) + layout.margin,
                  text.title + ": better, same, worse than " + configurations[baseline]);
  drawHead(svg, layout, text);
  drawKey(svg, layout, top);
  top += 24;
  for (size_t i = 0; i < summaries.size(); ++i) {
    const std::array<size_t, 3> counts{summaries[i].better, summaries[i].same, summaries[i].worse};
    const size_t total = counts[0] + counts[1] + counts[2];
    if (i == baseline || total == 0) continue;
    const std::string figures = fmt::format("{} / {} / {}", counts[0], counts[1], counts[2]);
    const double right = layout.width - layout.margin;
    svg.text({layout.margin, top + layout.font},
             markup::fittingText(configurations[i], layout.font,
                                 right - layout.margin - markup::textWidth(figures, layout.font) - 12),
             layout.font, markup::Anchor::Start);
    svg.text({right, top + layout.font}, figures, layout.font, markup::Anchor::End, "muted");
    double x = layout.margin;
    for (size_t part = 0; part < kParts.size(); ++part) {
      const double width =
          (right - layout.margin) * static_cast<double>(counts[part]) / static_cast<double>(total);
      if (counts[part] == 0) continue;
      svg.element("rect", {{"class", kParts[part].kind},
                           {"x", markup::coordinate(x)},
                           {"y", markup::coordinate(top + layout.font + 6)},
                           {"width", markup::coordinate(width)},
                           {"height", markup::coordinate(kBar)},
                           {"fill", kParts[part].colour}});
      x += width;
    }
    top += rowHeight;
  }
  return std::move(svg).finish();
}

}  // namespace covolve::campaign::results
