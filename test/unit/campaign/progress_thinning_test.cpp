#include "campaign/store/progress_thinning.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace covolve::campaign {
namespace {

using Points = std::vector<ProgressPoint>;

/// What was covered at that time, read as steps.
uint64_t coveredAt(const Points& points, uint64_t milliseconds) {
  uint64_t covered = 0;
  for (const ProgressPoint& point : points) {
    if (point.milliseconds <= milliseconds) covered = point.covered;
  }
  return covered;
}

/// As searches are: fast first, slower and slower.
Points flattening(size_t count) {
  Points points;
  for (uint64_t i = 0; i < count; ++i) points.push_back({i * i, i * i * 20 + i, i});
  return points;
}

/// Steps of all sizes.
Points uneven(size_t count, uint64_t seed) {
  Rng rng(seed);
  ProgressPoint point;
  Points points;
  for (size_t i = 0; i < count; ++i) {
    points.push_back(point);
    const uint64_t size = rng.below(50) == 0 ? 10'000 : 10;
    point.milliseconds += rng.below(size);
    point.evaluations += 1 + rng.below(size);
    point.covered += rng.below(size);
  }
  return points;
}

TEST(ProgressThinning, FewPointsStay) {
  EXPECT_EQ(thin({}, 64), Points{});
  EXPECT_EQ(thin({{5, 6, 7}}, 64), (Points{{5, 6, 7}}));
  EXPECT_EQ(thin(flattening(64), 64), flattening(64));
}

TEST(ProgressThinning, RepetitionsGoFirst) {
  Points repeated;
  for (int i = 0; i < 100; ++i) repeated.push_back({1, 1, 1});
  repeated.push_back({2, 2, 2});
  EXPECT_EQ(thin(repeated, 64), (Points{{1, 1, 1}, {2, 2, 2}}));
}

TEST(ProgressThinning, KeepsFirstAndLastAndNoMoreThanAllowed) {
  for (const size_t count : {65u, 66u, 127u, 1'000u, 20'000u}) {
    for (const Points& points : {flattening(count), uneven(count, count)}) {
      for (const size_t atMost : {2u, 3u, 64u}) {
        const Points kept = thin(points, atMost);
        EXPECT_LE(kept.size(), atMost);
        EXPECT_EQ(kept.front(), points.front());
        EXPECT_EQ(kept.back(), points.back());
      }
    }
  }
}

TEST(ProgressThinning, IsNeverAboveTheFullCurveAndHardlyBelow) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Points points = seed == 1 ? flattening(3'000) : uneven(3'000, seed);
    const Points kept = thin(points, 64);
    const double bound = 3.0 / 63 * static_cast<double>(points.back().covered - points.front().covered);
    for (const ProgressPoint& point : points) {
      const uint64_t full = coveredAt(points, point.milliseconds);
      const uint64_t thinned = coveredAt(kept, point.milliseconds);
      ASSERT_LE(thinned, full);
      ASSERT_LE(static_cast<double>(full - thinned), bound + 1e-6) << "seed " << seed;
    }
  }
}

TEST(ProgressThinning, KeepsShapeOverEvaluationsWhereThereAreNoTimes) {
  Points points;
  for (uint64_t i = 0; i < 1'000; ++i) points.push_back({0, i * i, i});
  const Points kept = thin(points, 64);
  EXPECT_GT(kept.size(), 50u);
  for (size_t i = 1; i < kept.size(); ++i) EXPECT_LT(kept[i].covered - kept[i - 1].covered, 50u);
}

}  // namespace
}  // namespace covolve::campaign
