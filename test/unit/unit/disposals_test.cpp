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

  static Observation observed(uint32_t step, Observation::What what) {
    Observation observation = returned(step, {});
    observation.what = what;
    return observation;
  }
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
  const Observation freed = observed(0, Observation::What::Freed);
  EXPECT_EQ(count({{destroy, {pointerTo(0), Value::number(1)}}}, {freed}), 0u);
}

TEST_F(DisposalsTest, GiveBackWhatNothingElseRefersTo) {
  const Observation given = observed(0, Observation::What::Given);
  const std::vector<Step> joined = {{make, {}}, {join, {pointerTo(1), pointerTo(0)}}};
  EXPECT_EQ(count(joined, {given}), 1u) << "the other list did not keep it";
  const program::CallableId take = m.function("list_take", m.pointer(list), {});
  RecordedTest test;
  test.steps = {{take, {}}};
  test.observations = {returned(0, Value::present(Value{}))};
  EXPECT_TRUE(disposalsOf(m.model, test).empty()) << "it may be a part of something";
  test.observations.push_back(given);
  ASSERT_EQ(disposalsOf(m.model, test).size(), 1u);
  EXPECT_EQ(disposalsOf(m.model, test)[0].disposer, free);
}

TEST_F(DisposalsTest, LeaveWhatWasMadeBesideAnother) {
  const program::CallableId part = m.function("list_new_part", m.pointer(list), {{"of", m.pointer(list)}});
  RecordedTest test;
  test.steps = {{make, {}}, {part, {pointerTo(0)}}};
  test.observations = {returned(0, Value::present(Value{})), returned(1, Value::present(Value{}))};
  ASSERT_EQ(disposalsOf(m.model, test).size(), 1u) << "the list may free its part";
  EXPECT_EQ(disposalsOf(m.model, test)[0].maker, 0u);
  test.observations.push_back(observed(1, Observation::What::Given));
  EXPECT_EQ(disposalsOf(m.model, test).size(), 2u) << "nothing refers to it";
}

TEST(Disposals, AreNoMethodsOfWhatOnlyARunSaysToBeTheTests) {
  ModelBuilder m("connection.cpp");
  const program::TypeId connection = m.classType("Connection");
  const program::CallableId dial = m.function("dial", m.pointer(connection), {});
  m.method(connection, "close", m.nothing(), {});
  RecordedTest test;
  test.steps = {{dial, {}}};
  test.observations = {returned(0, Value::present(Value{})), returned(0, {})};
  test.observations[1].what = Observation::What::Given;
  EXPECT_TRUE(disposalsOf(m.model, test).empty());
}

/// Of memory that a function returned and nothing else refers to.
class MemoryDisposals : public DisposalsTest {
 protected:
  program::CallableId print = m.function("print", m.buffer(), {});

  std::optional<Disposal> disposal(bool isGiven = true) const {
    RecordedTest test;
    test.steps = {{print, {}}};
    test.observations = {returned(0, Value::present(Value::string("[]")))};
    if (isGiven) test.observations.push_back(observed(0, Observation::What::Given));
    const std::vector<Disposal> all = disposalsOf(m.model, test);
    return all.empty() ? std::nullopt : std::optional(all[0]);
  }
  program::CallableId freeing(const std::string& name, program::TypeId pointer) {
    const program::CallableId id = m.function(name, m.nothing(), {{"p", pointer}});
    m[id].freesArgument = true;
    return id;
  }
};

TEST_F(MemoryDisposals, AreLeftOutWhereTheMemoryMayBeSomebodyElses) {
  m.model.access.isC = true;
  EXPECT_FALSE(disposal(false));
}

TEST_F(MemoryDisposals, AreUpToFreeInCOnly) {
  EXPECT_FALSE(disposal()) << "it may be for delete[]";
  m.model.access.isC = true;
  ASSERT_TRUE(disposal());
  EXPECT_FALSE(disposal()->disposer);
}

TEST_F(MemoryDisposals, PreferTheLibrarysOwnFunction) {
  m.model.access.isC = true;
  const program::CallableId any = freeing("lib_free", m.buffer("void"));
  EXPECT_EQ(disposal()->disposer, any);
  const program::CallableId ofTexts = freeing("lib_free_text", m.buffer());
  EXPECT_EQ(disposal()->disposer, ofTexts);
  m[ofTexts].freesArgument = false;
  EXPECT_EQ(disposal()->disposer, any) << "the other one looks into what it is given";
  m[any].name = "lib_call";
  EXPECT_FALSE(disposal()->disposer);
}

TEST_F(MemoryDisposals, AreNotUpToAFormWithoutTheArgument) {
  m[m.function("lib_free", m.nothing(), {})].freesArgument = true;
  EXPECT_FALSE(disposal());
}

}  // namespace
}  // namespace covolve::unit
