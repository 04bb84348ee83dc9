// APIs with so many operations that not all can be held ready.
#include <gtest/gtest.h>

#include "rest/search/action_catalog.h"
#include "rest/search/slot_genes.h"

namespace covolve::rest {
namespace {

constexpr size_t kCollections = 700;

Api manyCollections(const Schema& identifier) {
  Api api;
  for (size_t i = 0; i < kCollections; ++i) {
    const std::string path = "/things" + std::to_string(i);
    Operation create;
    create.id = "create" + std::to_string(i);
    create.method = "POST";
    create.path = path;
    api.operations.push_back(create);
    Operation read;
    read.id = "read" + std::to_string(i);
    read.method = "GET";
    read.path = path + "/{id}";
    Parameter parameter;
    parameter.name = "id";
    parameter.place = Parameter::Place::Path;
    parameter.required = true;
    parameter.schema = &identifier;
    read.parameters.push_back(parameter);
    api.operations.push_back(read);
  }
  return api;
}

std::vector<uint32_t> slotsIn(const search::Action& action) {
  std::vector<uint32_t> slots;
  for (const auto& gene : action.genes) {
    forEachSlot(*gene, [&](gene::AlternativeGene&, uint32_t slot) { slots.push_back(slot); });
  }
  return slots;
}

struct LargeApi : testing::Test {
  LargeApi() { identifier.types = Schema::Integer; }

  Schema identifier;
  Api api = manyCollections(identifier);
  Slots slots{api};
  ActionCatalog catalog{api, slots};
};

TEST_F(LargeApi, ActionsAreMadeWhenTheyAreAskedFor) {
  const Parameter* parameter = &api.operations[1].parameters[0];
  EXPECT_FALSE(slots.known(1, parameter, ""));
  catalog.make(1);
  EXPECT_TRUE(slots.known(1, parameter, ""));
}

TEST_F(LargeApi, AnActionThatIsMadeAgainHasTheSameSlots) {
  const auto first = slotsIn(catalog.make(1));
  ASSERT_EQ(first.size(), 1u);
  for (uint32_t kind = 0; kind < catalog.size(); ++kind) EXPECT_EQ(catalog.make(kind).kind, kind);
  EXPECT_EQ(slotsIn(catalog.make(1)), first);
}

TEST_F(LargeApi, AnUnsupportedMethodSharesTheSlotOfItsPath) {
  const auto own = slotsIn(catalog.make(1));
  for (uint32_t kind = static_cast<uint32_t>(catalog.operationCount()); kind < catalog.size(); ++kind) {
    if (catalog.operationOf(kind) == 1) EXPECT_EQ(slotsIn(catalog.make(kind)), own);
  }
}

}  // namespace
}  // namespace covolve::rest
