#include "rest/search/slot_genes.h"

#include <gtest/gtest.h>

#include "gene/number/integer_gene.h"
#include "gene/structure/optional_gene.h"

namespace covolve::rest {
namespace {

using gene::AlternativeGene;
using gene::GeneList;
using gene::IntegerGene;
using gene::OptionalGene;
using gene::ReferenceGene;

std::unique_ptr<gene::Gene> number() { return std::make_unique<IntegerGene>(32, 0, 9); }

std::unique_ptr<AlternativeGene> slotGene(uint32_t slot) {
  GeneList list;
  list.push_back(number());
  list.push_back(std::make_unique<ReferenceGene>(slot));
  return std::make_unique<AlternativeGene>(std::move(list));
}

TEST(SlotGenes, TellTheirSlotAndStayAsTheyAre) {
  const auto slot = slotGene(7);
  EXPECT_EQ(slotOf(*slot), 7u);
  EXPECT_EQ(slot->chosen(), 0u);
  refer(*slot, 3);
  EXPECT_EQ(slotOf(*slot), 7u);
  EXPECT_TRUE(isReference(*slot));
  EXPECT_EQ(slot->children()[0]->asReference()->action(), 3u);
}

TEST(SlotGenes, OtherGenesHaveNoSlot) {
  EXPECT_FALSE(slotOf(*number()));
  GeneList list;
  list.push_back(number());
  list.push_back(number());
  AlternativeGene choice(std::move(list));
  EXPECT_FALSE(slotOf(choice));
}

TEST(SlotGenes, MadeUpDataReferToNothing) {
  Rng rng(1);
  const gene::Constants constants;
  gene::Source source(rng, constants);
  const auto slot = slotGene(7);
  refer(*slot, 3);
  sampleOwnValue(*slot, source);
  EXPECT_FALSE(isReference(*slot));
}

TEST(SlotGenes, OnlyDataInUseAreVisited) {
  OptionalGene optional(slotGene(4), 1);
  std::vector<uint32_t> visited;
  const auto note = [&](AlternativeGene&, uint32_t slot) { visited.push_back(slot); };
  optional.drop();
  forEachSlot(optional, note);
  EXPECT_TRUE(visited.empty());
  optional.hold(Value::number(3));
  forEachSlot(optional, note);
  EXPECT_EQ(visited, std::vector<uint32_t>{4});
}

}  // namespace
}  // namespace covolve::rest
