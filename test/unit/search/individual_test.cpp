#include "search/individual.h"

#include <gtest/gtest.h>

#include "gene/reference_gene.h"

namespace covolve::search {
namespace {

using gene::ReferenceGene;

Action referringTo(std::initializer_list<uint32_t> actions) {
  Action action(0);
  for (const uint32_t to : actions) {
    auto reference = std::make_unique<ReferenceGene>(1);
    reference->refer(to);
    action.genes.push_back(std::move(reference));
  }
  return action;
}

uint32_t referred(const Action& action, size_t gene) { return action.genes[gene]->asReference()->action(); }

TEST(Individual, RemovingAnActionRenumbersLaterReferences) {
  Individual individual;
  individual.actions = {referringTo({}), referringTo({}), referringTo({0}), referringTo({0, 2})};
  ASSERT_TRUE(removeAction(individual, 1));
  ASSERT_EQ(individual.actions.size(), 3u);
  EXPECT_EQ(referred(individual.actions[1], 0), 0u);
  EXPECT_EQ(referred(individual.actions[2], 0), 0u);
  EXPECT_EQ(referred(individual.actions[2], 1), 1u);
}

TEST(Individual, PartsThatDoNotReferToEachOtherAreIndependent) {
  Individual individual;
  // 0 <- 2 and 1 <- 3 <- 4; 5 alone.
  individual.actions = {referringTo({}),  referringTo({}),     referringTo({0}),
                        referringTo({1}), referringTo({3, 1}), referringTo({})};
  const std::vector<Individual> parts = independentParts(individual);
  ASSERT_EQ(parts.size(), 3u);
  ASSERT_EQ(parts[0].actions.size(), 2u);
  EXPECT_EQ(referred(parts[0].actions[1], 0), 0u);
  ASSERT_EQ(parts[1].actions.size(), 3u);
  EXPECT_EQ(referred(parts[1].actions[2], 0), 1u);
  EXPECT_EQ(referred(parts[1].actions[2], 1), 0u);
  EXPECT_EQ(parts[2].actions.size(), 1u);
}

TEST(Individual, ALaterActionJoinsParts) {
  Individual individual;
  individual.actions = {referringTo({}), referringTo({}), referringTo({1, 0})};
  EXPECT_EQ(independentParts(individual).size(), 1u);
}

TEST(Individual, AnActionThatIsReferredToStays) {
  Individual individual;
  individual.actions = {referringTo({}), referringTo({0})};
  EXPECT_FALSE(removeAction(individual, 0));
  EXPECT_EQ(individual.actions.size(), 2u);
}

TEST(Individual, AnActionOnTheWayToAnotherCanBeBypassed) {
  Individual individual;
  individual.actions = {referringTo({}), referringTo({0}), referringTo({1})};
  ASSERT_TRUE(bypassAction(individual, 1));
  ASSERT_EQ(individual.actions.size(), 2u);
  EXPECT_EQ(referred(individual.actions[1], 0), 0u);
  EXPECT_FALSE(bypassAction(individual, 0));  // it refers to nothing
}

TEST(Individual, CopiesAreDeep) {
  Individual individual;
  individual.actions = {referringTo({}), referringTo({0})};
  Individual copy = individual;
  copy.actions[1].genes[0]->asReference()->refer(7);
  EXPECT_EQ(referred(individual.actions[1], 0), 0u);
}

TEST(Length, FewerActionsBeatLessData) {
  EXPECT_LT((Length{1, 100}), (Length{2, 1}));
  EXPECT_LT((Length{2, 1}), (Length{2, 3}));
}

}  // namespace
}  // namespace covolve::search
