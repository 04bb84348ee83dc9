#include "unit/problem/executed_calls.h"

#include <gtest/gtest.h>

#include "gene/reference_gene.h"

namespace covolve::unit {
namespace {

using search::Individual;

/// An action for each list of the actions that it refers to; its kind is its place.
Individual individualOf(const std::vector<std::vector<uint32_t>>& references) {
  Individual individual;
  for (const std::vector<uint32_t>& targets : references) {
    search::Action action(static_cast<uint32_t>(individual.actions.size()));
    for (const uint32_t target : targets) {
      auto reference = std::make_unique<gene::ReferenceGene>(0);
      reference->refer(target);
      action.genes.push_back(std::move(reference));
    }
    individual.actions.push_back(std::move(action));
  }
  return individual;
}

std::vector<uint32_t> kindsOf(const Individual& individual) {
  std::vector<uint32_t> kinds;
  for (const search::Action& action : individual.actions) kinds.push_back(action.kind);
  return kinds;
}

std::vector<uint32_t> placesOf(const std::vector<abi::ThrownCall>& thrown) {
  std::vector<uint32_t> places;
  for (const abi::ThrownCall& call : thrown) places.push_back(call.action);
  return places;
}

using Numbers = std::vector<uint32_t>;

TEST(ExecutedCalls, EndWhereTheTestEnded) {
  Individual individual = individualOf({{}, {}, {}});
  std::vector<abi::ThrownCall> thrown;
  keepExecutedCalls(individual, 2, thrown);
  EXPECT_EQ(kindsOf(individual), (Numbers{0, 1}));
}

TEST(ExecutedCalls, ThatThrewStay) {
  Individual individual = individualOf({{}, {0}, {0}});
  std::vector<abi::ThrownCall> thrown{{1, 7, 8, 0}};
  keepExecutedCalls(individual, 3, thrown);
  EXPECT_EQ(kindsOf(individual), (Numbers{0, 1, 2}));
  EXPECT_EQ(placesOf(thrown), Numbers{1});
  EXPECT_EQ(thrown[0].callSite, 7u);
}

TEST(ExecutedCalls, WithoutTheirObjectsFallAwayAndTheOthersAreRenumbered) {
  // 0 throws, so 1 and 2, which needs 1, are left out; 4 throws, and 5 needs it.
  Individual individual = individualOf({{}, {0}, {1}, {}, {3}, {3, 4}, {3}});
  std::vector<abi::ThrownCall> thrown{{0, 0, 0, 0}, {4, 0, 0, 0}};
  keepExecutedCalls(individual, 7, thrown);
  EXPECT_EQ(kindsOf(individual), (Numbers{0, 3, 4, 6}));
  EXPECT_EQ(placesOf(thrown), (Numbers{0, 2}));
  EXPECT_EQ(individual.actions[2].genes[0]->asReference()->action(), 1u);
  EXPECT_EQ(individual.actions[3].genes[0]->asReference()->action(), 1u);
}

TEST(ExecutedCalls, WithoutALentObjectFallAwayAndAreNotThrown) {
  // 1 needs what 0 did not lend, 2 needs 1.
  Individual individual = individualOf({{}, {0}, {1}, {}});
  std::vector<abi::ThrownCall> thrown{{1, 0, 0, 1}, {3, 7, 8, 0}};
  keepExecutedCalls(individual, 4, thrown);
  EXPECT_EQ(kindsOf(individual), (Numbers{0, 3}));
  EXPECT_EQ(placesOf(thrown), Numbers{1});
}

TEST(ExecutedCalls, AreNoMoreThanThereAreWhateverTheListSays) {
  Individual individual = individualOf({{}, {0}});
  std::vector<abi::ThrownCall> thrown{{0, 0, 0, 0}, {1, 0, 0, 0}, {9, 0, 0, 0}};
  keepExecutedCalls(individual, 10, thrown);
  EXPECT_EQ(kindsOf(individual), Numbers{0});
  EXPECT_EQ(placesOf(thrown), Numbers{0});
}

}  // namespace
}  // namespace covolve::unit
