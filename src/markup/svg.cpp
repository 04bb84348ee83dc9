#include "markup/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "markup/text.h"

namespace covolve::markup {

namespace {

constexpr double kCharacterWidth = 0.6;

std::string_view anchorName(Anchor anchor) {
  return anchor == Anchor::Start ? "start" : anchor == Anchor::Middle ? "middle" : "end";
}

}  // namespace

std::string coordinate(double value) {
  const double rounded = std::round(value * 10) / 10;
  if (rounded == std::floor(rounded)) return fmt::format("{:.0f}", rounded == 0 ? 0.0 : rounded);
  return fmt::format("{:.1f}", rounded);
}

std::string pathThrough(const std::vector<Point>& points) {
  std::string path;
  for (size_t i = 0; i < points.size(); ++i) {
    const bool isOnLevelLine =
        i > 0 && i + 1 < points.size() && points[i - 1].y == points[i].y && points[i + 1].y == points[i].y;
    if (isOnLevelLine) continue;
    path += path.empty() ? 'M' : 'L';
    path += coordinate(points[i].x) + ' ' + coordinate(points[i].y);
  }
  return path;
}

double textWidth(std::string_view text, double size) {
  return kCharacterWidth * size * static_cast<double>(lengthOf(text));
}

std::string fittingText(std::string_view text, double size, double width) {
  return shortened(text, static_cast<size_t>(std::max(1.0, width / (kCharacterWidth * size))));
}

Svg::Svg(double width, double height, std::string_view title) {
  const std::string w = coordinate(width);
  const std::string h = coordinate(height);
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" "
      "role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\">\n<title>{}</title>\n",
      w, h, w, h, escapedForXml(title));
  element("rect", {{"class", "paper"}, {"width", w}, {"height", h}, {"fill", "#fff"}});
}

void Svg::element(std::string_view name, const Attributes& attributes) {
  text_ += '<';
  text_ += name;
  for (const auto& [key, value] : attributes) {
    if (value.empty()) continue;
    text_ += ' ';
    text_ += key;
    text_ += "=\"" + escapedForXml(value) + '"';
  }
  text_ += "/>\n";
}

void Svg::line(Point from, Point to, std::string_view kind) {
  element("line", {{"class", std::string(kind)},
                   {"x1", coordinate(from.x)},
                   {"y1", coordinate(from.y)},
                   {"x2", coordinate(to.x)},
                   {"y2", coordinate(to.y)},
                   {"stroke", kind == "grid" ? "#e2e2e2" : "#777"}});
}

void Svg::text(Point at, std::string_view text, double size, Anchor anchor, std::string_view kind) {
  const std::string_view weight = kind == "strong" ? " font-weight=\"600\"" : "";
  const std::string_view colour = kind == "muted" ? "#595959" : "#1a1a1a";
  text_ += fmt::format(
      "<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
      kind, coordinate(at.x), coordinate(at.y), coordinate(size), anchorName(anchor), colour, weight,
      escapedForXml(text));
}

std::string Svg::finish() && { return std::move(text_) + "</svg>\n"; }

}  // namespace covolve::markup
