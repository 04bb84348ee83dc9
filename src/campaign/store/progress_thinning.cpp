#include "campaign/store/progress_thinning.h"

#include <algorithm>
#include <tuple>

namespace covolve::campaign {

namespace {

double share(uint64_t first, uint64_t here, uint64_t last) {
  if (last <= first || here <= first) return 0;
  return static_cast<double>(here - first) / static_cast<double>(last - first);
}

double way(const ProgressPoint& first, const ProgressPoint& here, const ProgressPoint& last) {
  return share(first.milliseconds, here.milliseconds, last.milliseconds) +
         share(first.evaluations, here.evaluations, last.evaluations) +
         share(first.covered, here.covered, last.covered);
}

}  // namespace

std::vector<ProgressPoint> thin(std::vector<ProgressPoint> points, size_t atMost) {
  std::ranges::sort(points, {}, [](const ProgressPoint& point) {
    return std::tuple(point.milliseconds, point.evaluations, point.covered);
  });
  const auto repeated = std::ranges::unique(points);
  points.erase(repeated.begin(), repeated.end());
  if (points.size() <= atMost) return points;

  const ProgressPoint& first = points.front();
  const ProgressPoint& last = points.back();
  const double piece = way(first, last, last) / static_cast<double>(atMost - 1);
  std::vector<ProgressPoint> kept;
  size_t pieces = 0;  // that begin at or before the last kept point
  for (const ProgressPoint& point : points) {
    const double here = way(first, point, last);
    if (here < static_cast<double>(pieces) * piece || kept.size() + 1 == atMost) continue;
    kept.push_back(point);
    while (static_cast<double>(pieces) * piece <= here && pieces < atMost) ++pieces;
  }
  if (kept.back() != last) kept.push_back(last);
  return kept;
}

}  // namespace covolve::campaign
