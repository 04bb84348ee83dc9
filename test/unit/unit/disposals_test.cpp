#include "unit/lower/disposals.h"

#include <gtest/gtest.h>

#include "model_builder.h"
#include "unit/lower/lowering.h"

namespace covolve::unit {
namespace {

using program::PassBy;

class DisposalsTest : public ::testing::Test {
 protected:
  ModelBuilder m{"list.c"};
  program::TypeId list = m.classType("list");
  program::CallableId make = m.function("list_new", m.pointer(list), {});
  program::CallableId free = m.function("list_free", m.nothing(), {{"l", m.pointer(list)}});
  program::CallableId destroy =
      m.function("list_destroy", m.nothing(), {{"l", m.pointer(list)}, {"flags", m.integer()}});
  program::CallableId join =
      m.function("list_join", m.nothing(), {{"to", m.pointer(list)}, {"from", m.pointer(list)}});

  static Value pointerTo(uint32_t step) { return Value::present(Value::reference(step)); }

  /// Of a list that is made, and then given to these calls.
  size_t count(const std::vector<Step>& further, const std::vector<Observation>& observed = {}) const {
    RecordedTest test;
    test.steps = {{make, {}}};
    test.steps.insert(test.steps.end(), further.begin(), further.end());
    test.observations = {returned(0, Value::present(Value{}))};
    test.observations.insert(test.observations.end(), observed.begin(), observed.end());
    return disposalsOf(m.model, test).size();
  }
};

TEST_F(DisposalsTest, GiveBackWhatNobodyElseDoes) {
  EXPECT_EQ(count({}), 1u);
  EXPECT_EQ(count({{free, {pointerTo(0)}}}), 0u);
  EXPECT_EQ(count({{make, {}}, {join, {pointerTo(1), pointerTo(0)}}}), 0u) << "another list owns it";
}

TEST_F(DisposalsTest, LeaveWhatIsGone) {
  Observation freed = returned(0, {});
  freed.what = Observation::What::Freed;
  EXPECT_EQ(count({{destroy, {pointerTo(0), Value::number(1)}}}, {freed}), 0u);
}

}  // namespace
}  // namespace covolve::unit
