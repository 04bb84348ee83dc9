// Writes SVG elements. Colours are plain attributes, so that a file looks right
// in any viewer; the class names beside them let a page restyle the drawing for
// its colour scheme.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covolve::markup {

struct Point {
  double x = 0;
  double y = 0;
};

using Attributes = std::vector<std::pair<std::string_view, std::string>>;

enum class Anchor { Start, Middle, End };

/// With one decimal, if it takes one: "12", "12.5".
std::string coordinate(double value);
/// "M1 2L3 4": a path through the points; those on a straight level line are left out.
std::string pathThrough(const std::vector<Point>& points);

/// About how wide a text is: fonts are not known here, so the widest of the usual ones is assumed.
double textWidth(std::string_view text, double size);
/// Cut to fit.
std::string fittingText(std::string_view text, double size, double width);

class Svg {
 public:
  /// The title is what a screen reader says and what a pointer at rest shows.
  Svg(double width, double height, std::string_view title);

  void element(std::string_view name, const Attributes& attributes);
  void line(Point from, Point to, std::string_view kind);
  /// `kind` is the class: "ink", "muted" or "strong".
  void text(Point at, std::string_view text, double size, Anchor anchor, std::string_view kind = "ink");
  std::string finish() &&;

 private:
  std::string text_;
};

}  // namespace covolve::markup
