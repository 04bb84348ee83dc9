#include "search/target_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace covolve::search {
namespace {

std::vector<TargetId> listed(std::span<const TargetId> targets) { return {targets.begin(), targets.end()}; }

TEST(TargetGraph, KnowsParentsAndChildrenWhateverTheOrderOfEdges) {
  const TargetGraph graph(4, {{2, 3}, {0, 1}, {1, 3}, {0, 2}});
  EXPECT_EQ(listed(graph.children(0)), (std::vector<TargetId>{1, 2}));
  EXPECT_EQ(listed(graph.parents(3)), (std::vector<TargetId>{1, 2}));
  EXPECT_TRUE(graph.parents(0).empty());
  EXPECT_TRUE(graph.children(3).empty());
}

TEST(TargetGraph, RepeatedEdgesCountOnceAndLoopsToItselfNotAtAll) {
  const TargetGraph graph(2, {{0, 1}, {1, 1}, {0, 1}});
  EXPECT_EQ(listed(graph.parents(1)), (std::vector<TargetId>{0}));
  EXPECT_EQ(listed(graph.children(0)), (std::vector<TargetId>{1}));
  EXPECT_TRUE(graph.children(1).empty());
}

TEST(TargetGraph, TargetsItDoesNotKnowAreRoots) {
  const TargetGraph graph(2, {{0, 1}});
  EXPECT_EQ(graph.size(), 2u);
  EXPECT_TRUE(graph.parents(2).empty());
  EXPECT_TRUE(graph.children(17).empty());
  EXPECT_EQ(TargetGraph().size(), 0u);
  EXPECT_TRUE(TargetGraph().parents(0).empty());
}

}  // namespace
}  // namespace covolve::search
