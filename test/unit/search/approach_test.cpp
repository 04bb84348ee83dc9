#include "search/approach.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace covolve::search {
namespace {

using Reached = std::vector<TargetDistance>;

TEST(Approach, AReachedTargetHasItsOwnDistance) {
  const TargetGraph graph(2, {{0, 1}});
  Approach approach(graph);
  approach.load(Reached{{0, 0}, {1, 7}});
  EXPECT_EQ(approach.to(1), (Fitness{0, 7}));
  EXPECT_TRUE(approach.to(0).isCovered());
}

TEST(Approach, OfATargetReachedOftenTheNearestTimeCounts) {
  const TargetGraph graph(1, {});
  Approach approach(graph);
  approach.load(Reached{{0, 9}, {0, 3}, {0, 5}});
  EXPECT_EQ(approach.to(0), (Fitness{0, 3}));
}

TEST(Approach, LevelsAreCountedUpToTheFirstReachedAncestor) {
  const TargetGraph graph(4, {{0, 1}, {1, 2}, {2, 3}});
  Approach approach(graph);
  approach.load(Reached{{0, 0}, {1, 42}});
  EXPECT_EQ(approach.to(2), (Fitness{1, 42}));
  EXPECT_EQ(approach.to(3), (Fitness{2, 42}));
}

TEST(Approach, OfSeveralParentsTheNearestCounts) {
  // 0 -> 1 -> 3 and 2 -> 3: by 2 it is one level, by 0 it would be two.
  const TargetGraph graph(4, {{0, 1}, {1, 3}, {2, 3}});
  Approach approach(graph);
  approach.load(Reached{{0, 1}, {2, 100}});
  EXPECT_EQ(approach.to(3), (Fitness{1, 100}));
  approach.load(Reached{{1, 50}, {2, 100}});
  EXPECT_EQ(approach.to(3), (Fitness{1, 50}));
}

TEST(Approach, BothWaysThroughADiamondAreLookedAt) {
  const TargetGraph graph(5, {{0, 2}, {1, 3}, {2, 4}, {3, 4}});
  Approach approach(graph);
  approach.load(Reached{{0, 8}, {1, 5}});
  EXPECT_EQ(approach.to(4), (Fitness{2, 5}));
}

TEST(Approach, CyclesEnd) {
  const TargetGraph graph(4, {{0, 1}, {1, 2}, {2, 0}, {3, 2}});
  Approach approach(graph);
  approach.load(Reached{});
  EXPECT_EQ(approach.to(1), Fitness{});
  approach.load(Reached{{3, 6}});
  EXPECT_EQ(approach.to(1), (Fitness{3, 6}));
}

TEST(Approach, NothingIsLeftOfTheTestBefore) {
  const TargetGraph graph(2, {{0, 1}});
  Approach approach(graph);
  approach.load(Reached{{0, 4}});
  approach.load(Reached{});
  EXPECT_EQ(approach.to(0), Fitness{});
  EXPECT_EQ(approach.to(1), Fitness{});
}

TEST(Approach, TargetsThatTheGraphDoesNotKnowAreReachedOrNot) {
  const TargetGraph graph(1, {});
  Approach approach(graph);
  approach.load(Reached{{5, 0}});
  EXPECT_TRUE(approach.to(5).isCovered());
  EXPECT_EQ(approach.to(4), Fitness{});
  EXPECT_EQ(approach.to(9), Fitness{});
}

/// As its definition says, by relaxing edges until nothing changes.
std::vector<Fitness> byDefinition(size_t targets, const std::vector<TargetGraph::Edge>& edges,
                                  const Reached& reached) {
  std::vector<Fitness> result(targets);
  std::vector<bool> isReached(targets);
  for (const auto [target, distance] : reached) {
    result[target] = std::min(result[target], Fitness{0, distance});
    isReached[target] = true;
  }
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const auto [parent, child] : edges) {
      if (isReached[child] || result[parent] == Fitness{}) continue;
      const Fitness through{result[parent].level + 1, result[parent].distance};
      if (through < result[child]) {
        result[child] = through;
        hasChanged = true;
      }
    }
  }
  return result;
}

TEST(Approach, AskedForOneOrForAllTheAnswerIsThatOfTheDefinition) {
  Rng rng(7);
  for (int round = 0; round < 200; ++round) {
    const size_t targets = 2 + rng.below(40);
    std::vector<TargetGraph::Edge> edges;
    for (size_t i = rng.below(3 * targets); i > 0; --i) {
      edges.push_back({static_cast<TargetId>(rng.below(targets)), static_cast<TargetId>(rng.below(targets))});
    }
    Reached reached;
    for (size_t i = rng.below(5); i > 0; --i) {
      reached.push_back({static_cast<TargetId>(rng.below(targets)), rng.below(10)});
    }
    const TargetGraph graph(targets, edges);
    const std::vector<Fitness> expected = byDefinition(targets, edges, reached);
    Approach approach(graph);
    for (TargetId target = 0; target < targets; ++target) {
      approach.load(reached);
      EXPECT_EQ(approach.to(target), expected[target]);
    }
    approach.load(reached);  // so often that it changes over to spreading
    for (int again = 0; again < 3; ++again) {
      for (TargetId target = 0; target < targets; ++target) EXPECT_EQ(approach.to(target), expected[target]);
    }
  }
}

}  // namespace
}  // namespace covolve::search
