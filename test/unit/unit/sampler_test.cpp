#include "unit/problem/sampler.h"

#include <gtest/gtest.h>

#include <set>

#include "gene/reference_gene.h"
#include "unit/problem/encoding.h"

namespace covolve::unit {
namespace {

using program::Callable;
using program::CallableKind;
using program::Model;
using program::Parameter;
using program::PassBy;
using program::Type;
using program::TypeKind;

constexpr program::TypeId kVoid = 0;
constexpr program::TypeId kInt = 1;
constexpr program::TypeId kBox = 2;
constexpr program::TypeId kKey = 3;

Type classType(std::vector<program::CallableId> makers, bool copyable) {
  Type type;
  type.kind = TypeKind::Class;
  type.makers = std::move(makers);
  type.copyConstructible = copyable;
  type.moveConstructible = true;
  return type;
}

Callable callable(CallableKind kind, program::TypeId owner, program::TypeId result,
                  std::vector<Parameter> parameters) {
  Callable made;
  made.kind = kind;
  made.owner = owner;
  made.result = result;
  made.parameters = std::move(parameters);
  made.underTest = true;
  return made;
}

/// Box(int), Key(Box), Box::put(Key&&), Box::get() const, free(int)
Model boxes() {
  Model model;
  Type nothing;
  nothing.kind = TypeKind::Void;
  Type integer;
  integer.kind = TypeKind::Integer;
  integer.bits = 32;
  integer.isSigned = true;
  model.types = {nothing, integer, classType({0}, true), classType({1}, true)};
  model.callables = {
      callable(CallableKind::Constructor, kBox, kBox, {{"size", kInt, PassBy::Value}}),
      callable(CallableKind::Constructor, kKey, kKey, {{"box", kBox, PassBy::ConstReference}}),
      callable(CallableKind::Method, kBox, kVoid, {{"key", kKey, PassBy::RvalueReference}}),
      callable(CallableKind::Method, kBox, kInt, {}),
      callable(CallableKind::Function, 0, kInt, {{"n", kInt, PassBy::Value}}),
  };
  return model;
}

TEST(Sampler, EveryReferenceIsToAnEarlierObjectOfItsTypeThatStillExists) {
  const Model model = boxes();
  const Sampler sampler(model, {});
  Rng rng(1);
  std::set<uint32_t> called;
  for (int i = 0; i < 5000; ++i) {
    const search::Individual test = sampler.sample(rng);
    EXPECT_LE(test.actions.size(), SamplerOptions{}.longestTest);
    std::set<uint32_t> consumed;
    for (uint32_t at = 0; at < test.actions.size(); ++at) {
      called.insert(test.actions[at].kind);
      for (const auto& gene : test.actions[at].genes) {
        gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
          ASSERT_LT(reference.action(), at);
          EXPECT_EQ(model.callables[test.actions[reference.action()].kind].result, reference.type());
          EXPECT_FALSE(consumed.contains(reference.action()));
          if (reference.consumes()) consumed.insert(reference.action());
        });
      }
    }
  }
  EXPECT_EQ(called.size(), model.callables.size());
}

TEST(Sampler, ClassesThatNeedEachOtherAreNeverMade) {
  Model model = boxes();
  model.callables[0].parameters = {{"key", kKey, PassBy::ConstReference}};  // Box needs Key needs Box
  const Sampler sampler(model, {});
  EXPECT_EQ(sampler.underTest(), std::vector<program::CallableId>{4});
}

TEST(Sampler, MakingObjectsEndsWhereAClassCanBeMadeOfItself) {
  Model model = boxes();
  model.callables.push_back(
      callable(CallableKind::Function, 0, kBox, {{"a", kBox, PassBy::Value}, {"b", kBox, PassBy::Value}}));
  model.types[kBox].makers.push_back(5);
  const Sampler sampler(model, {.reuseObject = 0.0});
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) EXPECT_LE(sampler.sample(rng).actions.size(), SamplerOptions{}.longestTest);
}

TEST(Sampler, TheSameSeedGivesTheSameTests) {
  const Model model = boxes();
  const Sampler sampler(model, {});
  Rng one(9);
  Rng two(9);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(stepsOf(sampler.sample(one), 100), stepsOf(sampler.sample(two), 100));
  }
}

}  // namespace
}  // namespace covolve::unit
