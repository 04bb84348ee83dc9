// Templates for hand-made models: which calls they have, in which order, on which objects.
#include "unit/problem/object_templates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "gene/constants.h"
#include "gene/reference_gene.h"
#include "unit/problem/call_sequences.h"

namespace covolve::unit {
namespace {

using analysis::FieldId;
using analysis::StateWrite;
using program::CallableId;
using program::CallableKind;
using program::PassBy;
using program::TypeId;
using program::TypeKind;

constexpr TypeId kVoid = 0, kInt = 1, kEngine = 2, kCar = 3, kOrder = 4;
constexpr FieldId kPower = 0, kEngineOfCar = 1, kState = 2, kStops = 3;

program::Type classOf(const std::string& record, std::vector<CallableId> makers) {
  program::Type type;
  type.kind = TypeKind::Class;
  type.spelling = type.record = record;
  type.makers = std::move(makers);
  type.copyConstructible = type.moveConstructible = true;
  return type;
}

program::Callable callable(const std::string& name, CallableKind kind, TypeId owner, TypeId result,
                           std::vector<program::Parameter> parameters = {}) {
  program::Callable made;
  made.name = made.linkageName = name;
  made.kind = kind;
  made.owner = owner;
  made.result = result;
  made.parameters = std::move(parameters);
  made.underTest = true;
  return made;
}

enum Call : CallableId {
  NewEngine,
  SetPower,
  NewCar,
  Mount,
  Race,
  NewOrder,
  Place,
  Pay,
  Ship,
  AddStop,
  Close,
  Double
};

program::Model model() {
  program::Model model;
  program::Type nothing, integer;
  nothing.kind = TypeKind::Void;
  integer.kind = TypeKind::Integer;
  integer.bits = 32;
  integer.isSigned = true;
  model.types = {nothing, integer, classOf("Engine", {NewEngine}), classOf("Car", {NewCar}),
                 classOf("Order", {NewOrder})};
  const program::Parameter number{"number", kInt, PassBy::Value};
  model.callables = {
      callable("newEngine", CallableKind::Constructor, kEngine, kEngine),
      callable("setPower", CallableKind::Method, kEngine, kVoid, {number}),
      callable("newCar", CallableKind::Constructor, kCar, kCar),
      callable("mount", CallableKind::Method, kCar, kVoid, {{"engine", kEngine, PassBy::ConstReference}}),
      callable("race", CallableKind::Function, 0, kInt, {{"car", kCar, PassBy::ConstReference}}),
      callable("newOrder", CallableKind::Constructor, kOrder, kOrder),
      callable("place", CallableKind::Method, kOrder, kVoid),
      callable("pay", CallableKind::Method, kOrder, kVoid),
      callable("ship", CallableKind::Method, kOrder, kVoid),
      callable("addStop", CallableKind::Method, kOrder, kVoid, {number}),
      callable("close", CallableKind::Method, kOrder, kVoid),
      callable("double", CallableKind::Function, 0, kInt, {number}),
  };
  return model;
}

StateWrite store(std::vector<FieldId> place, std::optional<uint32_t> source,
                 std::optional<int64_t> constant = {}) {
  StateWrite write;
  write.place = {0, std::move(place)};
  if (source) write.sources = {{*source, {}}};
  write.constant = constant;
  return write;
}

/// Stores a state where another one is there.
StateWrite step(int64_t from, int64_t to) {
  StateWrite write = store({kState}, {}, to);
  write.guard[{0, {kState}}].constants = {from};
  return write;
}

constexpr uint64_t kFast = 1, kShipped = 2, kManyStops = 3, kOfNumber = 4;

analysis::ObjectState state() {
  analysis::ObjectState state;
  state.fields = {{"Engine", 0}, {"Car", 0}, {"Order", 0}, {"Order", 8}};
  state.functions["setPower"].writes = {store({kPower}, 1)};
  state.functions["mount"].writes = {store({kEngineOfCar}, 1)};
  state.functions["place"].writes = {step(0, 1)};
  state.functions["pay"].writes = {step(1, 2)};
  state.functions["ship"].writes = {step(2, 3)};
  state.functions["addStop"].writes = {store({kStops}, 1)};
  state.functions["addStop"].writes[0].isAdded = true;
  state.decisions[kFast] = {"race", {}, "", 0, {{{0, {kEngineOfCar, kPower}}, {{300}, {}, false}}}};
  state.decisions[kShipped] = {"close", {}, "", 0, {{{0, {kState}}, {{3}, {}, false}}}};
  state.decisions[kManyStops] = {"close", {}, "", 0, {{{0, {kStops}}, {{4}, {}, true}}}};
  state.decisions[kOfNumber] = {"double", {}, "", 0, {{{0, {}}, {{7}, {}, false}}}};
  return state;
}

constexpr const char* kWholeRace = "newCar newEngine setPower mount race";

class ObjectTemplatesTest : public testing::Test {
 protected:
  ObjectTemplatesTest() {
    for (search::TargetId id = 0; id < targets_.targets().size(); ++id) {
      if (targets_.targets()[id].kind == search::TargetKind::Branch)
        branches_[targets_.targets()[id].line] = id;
    }
  }

  /// For the branch of that line, by names of calls: "newEngine setPower newCar mount race".
  std::vector<search::Individual> tests(unsigned line, int count) {
    std::vector<search::Individual> tests;
    for (int i = 0; i < count; ++i) {
      auto test = sequences_.sampleFor(branches_.at(line), templates_, rng_);
      if (test) tests.push_back(std::move(*test));
    }
    return tests;
  }
  std::string text(const search::Individual& test) const {
    std::string text;
    for (const search::Action& action : test.actions)
      text += (text.empty() ? "" : " ") + model_.callables[action.kind].name;
    return text;
  }

  program::Model model_ = model();
  CallCatalog catalog_{model_};
  execute::SiteTable sites_ = execute::SiteTable::parse(
                                  "C\t0000000000000001\t1\t1\t-\t-\trace\t/p/a.cpp\n"
                                  "C\t0000000000000002\t2\t1\t-\t-\tclose\t/p/a.cpp\n"
                                  "C\t0000000000000003\t3\t1\t-\t-\tclose\t/p/a.cpp\n"
                                  "C\t0000000000000004\t4\t1\t-\t-\tdouble\t/p/a.cpp\n")
                                  .value();
  guidance::TargetMap targets_{sites_, {"/p/a.cpp"}};
  search::TargetGraph graph_;
  ObjectTemplates templates_{{catalog_, targets_, graph_, state()}};
  gene::Constants constants_;
  CallSequences sequences_{catalog_, constants_};
  Rng rng_{1};
  std::map<unsigned, search::TargetId> branches_;
};

// A quarter of the tests leaves out a part, to see whether it matters.
TEST_F(ObjectTemplatesTest, AnObjectHasItsStateBeforeItIsHandedOn) {
  int whole = 0;
  for (const search::Individual& test : tests(1, 50)) {
    EXPECT_TRUE(text(test).ends_with("race")) << text(test);
    if (text(test) != kWholeRace) continue;
    ++whole;
    EXPECT_EQ(test.actions[3].genes[1]->asReference()->action(), 1u);  // that engine is mounted
    EXPECT_EQ(test.actions[4].genes[0]->asReference()->action(), 0u);  // into the car that races
  }
  EXPECT_GT(whole, 25);
}

TEST_F(ObjectTemplatesTest, PartsThatNeverMoveTheDistanceGo) {
  for (const search::Individual& test : tests(1, 1000)) {
    // Only the engine matters, not its power.
    const bool hasEngine = text(test).find("mount") != std::string::npos;
    const search::TargetDistance near{branches_.at(1), 7};
    templates_.learn(test.seedNote,
                     hasEngine ? std::span(&near, 1) : std::span<const search::TargetDistance>());
  }
  const auto made = tests(1, 200);
  const auto isTrimmed = [&](const auto& test) { return text(test) == "newCar newEngine mount race"; };
  EXPECT_GT(std::ranges::count_if(made, isTrimmed), 100);
}

TEST_F(ObjectTemplatesTest, SlotsOftenHaveTheConstantThatIsComparedWith) {
  int same = 0;
  for (const search::Individual& test : tests(1, 200)) {
    if (text(test) != kWholeRace) continue;
    test.actions[2].genes[1]->visitLeaves(
        [&](gene::Leaf& leaf) { same += leaf.readInteger()->value == 300 ? 1 : 0; });
  }
  EXPECT_GT(same, 25);
  EXPECT_LT(same, 150);  // and often not: what else would be found
}

TEST_F(ObjectTemplatesTest, AStateIsApproachedThroughThoseBeforeIt) {
  const auto made = tests(2, 200);
  const auto isWhole = [&](const search::Individual& test) {
    return text(test) == "newOrder place pay ship close";
  };
  EXPECT_GT(std::ranges::count_if(made, isWhole), 25);
  for (const search::Individual& test : made) EXPECT_TRUE(text(test).ends_with("close")) << text(test);
}

TEST_F(ObjectTemplatesTest, ElementsAreAddedAsOftenAsTheComparisonAsks) {
  const auto made = tests(3, 100);
  const auto stops = [](const search::Individual& test) {
    return std::ranges::count(test.actions, uint32_t{AddStop}, &search::Action::kind);
  };
  EXPECT_TRUE(std::ranges::any_of(made, [&](const auto& test) { return stops(test) == 5; }));
  EXPECT_TRUE(std::ranges::any_of(made, [&](const auto& test) { return stops(test) < 5; }));
}

TEST_F(ObjectTemplatesTest, WhereNoObjectIsNeededThereIsNoTemplate) { EXPECT_TRUE(tests(4, 5).empty()); }

TEST_F(ObjectTemplatesTest, MutationInsertsWhatTheGoalNeeds) {
  int set = 0;
  for (int i = 0; i < 300; ++i) {
    gene::Source source(rng_, constants_);
    SequenceBuilder builder(catalog_, SequenceOptions{}, source);
    builder.append(NewOrder);
    if (!templates_.buildSetter(branches_.at(3), builder, source)) continue;
    const search::Individual test = builder.take();
    set += test.actions.back().kind == AddStop ? 1 : 0;
  }
  EXPECT_EQ(set, 300);
}

}  // namespace
}  // namespace covolve::unit
