#include "page/progress_plot.h"

#include <fmt/format.h>

#include <algorithm>

#include "markup/svg.h"

namespace covolve::page {

namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 220;
constexpr double kLeft = 56;
constexpr double kRight = 16;
constexpr double kTop = 14;
constexpr double kBottom = 34;
constexpr double kTextSize = 12;

struct Progress {
  std::vector<markup::Point> points;  // over tests or seconds: targets
  double end = 0;
  double most = 0;
  std::string unit;
};

Progress readProgress(const Json& report) {
  Progress progress;
  const Json& list = listOf(report, "progress");
  const bool isTimed = !list.empty() && memberOf(list[0], "milliseconds").is_number();
  for (const Json& point : list) {
    const auto at = static_cast<double>(countOf(point, isTimed ? "milliseconds" : "evaluations"));
    progress.points.push_back({isTimed ? at / 1000 : at, static_cast<double>(countOf(point, "covered"))});
  }
  progress.unit = isTimed ? "s" : "tests";
  for (const markup::Point& point : progress.points) {
    progress.end = std::max(progress.end, point.x);
    progress.most = std::max(progress.most, point.y);
  }
  const Json& seconds = memberOf(memberOf(report, "timing"), "searchSeconds");
  const double last = isTimed ? (seconds.is_number() ? seconds.get<double>() : 0)
                              : static_cast<double>(countOf(report, "evaluations"));
  progress.end = std::max({progress.end, last, 1e-3});
  return progress;
}

}  // namespace

std::string progressPlot(const Json& report) {
  const Progress progress = readProgress(report);
  if (progress.points.empty() || progress.most == 0) return {};
  markup::Svg svg(kWidth, kHeight, "Targets covered while the search ran");
  const auto place = [&](markup::Point point) {
    return markup::Point{kLeft + point.x / progress.end * (kWidth - kLeft - kRight),
                         kHeight - kBottom - point.y / progress.most * (kHeight - kTop - kBottom)};
  };
  for (const double share : {0.0, 0.5, 1.0}) {
    const double targets = share * progress.most;
    svg.line(place({0, targets}), place({progress.end, targets}), share == 0 ? "axis" : "grid");
    svg.text({kLeft - 8, place({0, targets}).y + 4}, fmt::format("{:.0f}", targets), kTextSize,
             markup::Anchor::End, "muted");
    const double at = share * progress.end;
    svg.text({place({at, 0}).x, kHeight - kBottom + 18}, fmt::format("{:.6g} {}", at, progress.unit),
             kTextSize,
             share == 0   ? markup::Anchor::Start
             : share == 1 ? markup::Anchor::End
                          : markup::Anchor::Middle,
             "muted");
  }
  // Covered at once, and kept: a stair.
  std::vector<markup::Point> stairs;
  for (const markup::Point& point : progress.points) {
    if (!stairs.empty()) stairs.push_back(place({point.x, 0}));
    if (stairs.size() > 1) stairs.back().y = stairs[stairs.size() - 2].y;
    stairs.push_back(place(point));
  }
  stairs.push_back({place({progress.end, 0}).x, stairs.back().y});
  svg.element("path", {{"d", markup::pathThrough(stairs)},
                       {"fill", "none"},
                       {"stroke", "#0b5c94"},
                       {"stroke-width", "2"},
                       {"class", "progress"}});
  return std::move(svg).finish();
}

}  // namespace covolve::page
