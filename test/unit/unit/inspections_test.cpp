#include "unit/suite/inspections.h"

#include <gtest/gtest.h>

#include "gene/reference_gene.h"
#include "model_builder.h"

namespace covolve::unit {
namespace {

const Look kSize{7, 0};
const Look kFrozen{8, 0};
const Look kTop{9, 0};

Seen seen(int size, int frozen) { return {{kSize, Value::number(size)}, {kFrozen, Value::number(frozen)}}; }

TEST(Inspections, WhatTheLastCallChangedComesFirst) {
  const ChosenLooks chosen = chooseLooks({kSize, kFrozen}, seen(3, 1), {seen(0, 0), seen(3, 0)}, {true});
  EXPECT_EQ(chosen.looks, (std::vector<Look>{kFrozen, kSize}));
  EXPECT_TRUE(chosen.showsEffect);
}

TEST(Inspections, WhatIsAsAtFirstCountsWhereTheLastCallBroughtItBack) {
  const ChosenLooks chosen = chooseLooks({kSize}, seen(0, 0), {seen(0, 0), seen(4, 0)}, {true});
  EXPECT_EQ(chosen.looks, (std::vector<Look>{kSize}));
}

TEST(Inspections, WhatNothingChangedIsLookedAtOnlyWhereNothingElseIsExpected) {
  const std::vector<Seen> before{seen(0, 0), seen(0, 0)};
  EXPECT_TRUE(chooseLooks({kSize, kFrozen}, seen(0, 0), before, {true}).looks.empty());
  const ChosenLooks chosen = chooseLooks({kSize, kFrozen}, seen(0, 0), before, {false});
  EXPECT_EQ(chosen.looks, (std::vector<Look>{kSize}));
  EXPECT_FALSE(chosen.showsEffect);
}

TEST(Inspections, WhatNothingChangedIsRatherOfTheObjectThanOfAnArgument) {
  const Look argument{7, 1};
  const Seen all{{kSize, Value::number(0)}, {argument, Value::number(2)}};
  EXPECT_EQ(chooseLooks({argument, kSize}, all, {all}, {false, 0}).looks, (std::vector<Look>{kSize}));
}

TEST(Inspections, WhatTheLastCallMadeIsLookedAtAndItsArgumentsAreNot) {
  const Look argument{7, 0};
  const Look made{8, 1};
  const Look further{9, 1};
  const Seen before{{argument, Value::number(2)}};
  const Seen after{{argument, Value::number(2)}, {made, Value::number(5)}, {further, Value::number(6)}};
  EXPECT_EQ(chooseLooks({argument, made, further}, after, {before, before}, {false, 1}).looks,
            (std::vector<Look>{made, further}));
}

TEST(Inspections, ThatAPointerIsNullTellsLeast) {
  const Seen after{{kTop, Value::absent()}, {kSize, Value::number(2)}};
  EXPECT_EQ(chooseLooks({kTop, kSize}, after, {{}}, {true}).looks, (std::vector<Look>{kSize}));
  const Seen only{{kTop, Value::absent()}};
  EXPECT_EQ(chooseLooks({kTop}, only, {{}}, {false}).looks, (std::vector<Look>{kTop}));
}

TEST(Inspections, ALookThatThrewIsNone) {
  EXPECT_EQ(chooseLooks({kTop, kSize}, seen(2, 0), {seen(0, 0)}, {true}).looks, (std::vector<Look>{kSize}));
}

TEST(Inspections, OneThatOnlyNowTellsSomethingDoes) {
  Seen after = seen(1, 0);
  after[kTop] = Value::number(5);
  const ChosenLooks chosen = chooseLooks({kTop}, after, {seen(0, 0), seen(0, 0)}, {true});
  EXPECT_EQ(chosen.looks, (std::vector<Look>{kTop}));
  EXPECT_FALSE(chosen.showsEffect);
}

class Assignments : public testing::Test {
 protected:
  /// Whether the field is looked at behind these calls; each is given the objects of these actions.
  bool isLookedAt(const std::vector<std::pair<program::CallableId, std::vector<uint32_t>>>& calls) {
    m.model.callables[set].setsField = true;
    m.model.callables[set].qualifiedName = m.model.callables[read].qualifiedName;
    m.model.callables[read].isField = m.model.callables[read].isLook = true;
    const CallCatalog catalog(m.model);
    search::Individual test;
    for (const auto& [call, objects] : calls) {
      search::Action& action = test.actions.emplace_back(catalog.pattern(call));
      size_t next = 0;
      for (const auto& gene : action.genes) {
        gene::forEachReference(gene,
                               [&](gene::ReferenceGene& reference) { reference.refer(objects.at(next++)); });
      }
    }
    return !Inspector(catalog).repeatsAssignment(test, test.actions.size(), {read, 0});
  }

  ModelBuilder m{"report.cpp"};
  program::TypeId report = m.classType("Report");
  program::TypeId counter = m.classType("Counter");
  program::CallableId make = m.constructor(report, {});
  program::CallableId count = m.constructor(counter, {{"report", report, program::PassBy::Reference}});
  program::CallableId set = m.method(report, "n", m.nothing(), {{"n", m.integer()}});
  program::CallableId read = m.constMethod(report, "n", m.integer(), {});
  program::CallableId bump = m.method(counter, "bump", m.nothing(), {});
  program::CallableId grade =
      m.function("grade", m.integer(), {{"report", report, program::PassBy::ConstReference}});
};

TEST_F(Assignments, AreNotLookedAtAgain) {
  EXPECT_TRUE(isLookedAt({{make, {}}}));
  EXPECT_FALSE(isLookedAt({{make, {}}, {set, {0}}, {grade, {0}}}));
}

TEST_F(Assignments, AreLookedAtWhereAnotherObjectMayHaveChangedWhatWasAssigned) {
  EXPECT_TRUE(isLookedAt({{make, {}}, {count, {0}}, {set, {0}}, {bump, {1}}}));
  EXPECT_FALSE(isLookedAt({{make, {}}, {count, {0}}, {bump, {1}}, {set, {0}}}));
}

}  // namespace
}  // namespace covolve::unit
