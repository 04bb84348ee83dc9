// Which faults are told first: what makes a test's calls doubtful, what that means
// for a fault, and how the search learns where null is not welcome.
#include "unit/suite/fault_rank.h"

#include <gtest/gtest.h>

#include "gene/number/integer_gene.h"
#include "gene/structure/optional_gene.h"
#include "model_builder.h"
#include "report/run_report.h"
#include "unit/problem/fault_list.h"
#include "unit/problem/null_memory.h"

namespace covolve::unit {
namespace {

using abi::Ending;
using search::Action;
using search::Individual;

class ContractDoubtsTest : public testing::Test {
 protected:
  ContractDoubts about(std::vector<Step> steps) { return doubtsAbout(steps, builder_.model); }
  /// Of one call with one argument.
  ContractDoubts about(program::TypeId type, Value argument) {
    const auto callable = builder_.function("f", builder_.nothing(), {{"x", type}});
    return about({{callable, {std::move(argument)}}});
  }

  ModelBuilder builder_{"a.cpp"};
};

TEST_F(ContractDoubtsTest, AUsualCallRaisesNone) {
  EXPECT_TRUE(about(builder_.integer(), Value::number(7)).none());
  EXPECT_TRUE(about(builder_.cString(), Value::present(Value::string("a"))).none());
  EXPECT_TRUE(about(builder_.optional(builder_.integer()), Value::absent()).none());
  EXPECT_TRUE(about(builder_.integer(), Value::number(1000)).none());
}

TEST_F(ContractDoubtsTest, NullForAPointerDoes) {
  const program::TypeId text = builder_.cString();
  EXPECT_TRUE(about(text, Value::absent()).has(ContractDoubt::Null));
  EXPECT_TRUE(about(builder_.vector(text), Value::list({Value::absent()})).has(ContractDoubt::Null));
}

TEST_F(ContractDoubtsTest, APointerToOneNumberMayBeMeantAsAnArray) {
  const program::TypeId pointer = builder_.pointer(builder_.integer());
  EXPECT_TRUE(about(pointer, Value::present(Value::number(1))).has(ContractDoubt::LooseArray));
}

TEST_F(ContractDoubtsTest, ElementsThatMayBeChangedAreLentOrNull) {
  const program::TypeId elements = builder_.elements(builder_.integer(), false);
  EXPECT_TRUE(about(elements, Value::absent()).has(ContractDoubt::Null));
  const ContractDoubts one = about(elements, Value::present(Value::list({Value::number(1)})));
  EXPECT_TRUE(one.has(ContractDoubt::LentMemory));
  EXPECT_FALSE(one.has(ContractDoubt::Null));
}

TEST_F(ContractDoubtsTest, ElementsThatAreOnlyReadAreNoneUnlessNull) {
  const program::TypeId elements = builder_.elements(builder_.integer(), true);
  EXPECT_TRUE(about(elements, Value::absent()).has(ContractDoubt::Null));
  EXPECT_TRUE(about(elements, Value::present(Value::list({}))).none());
  EXPECT_FALSE(about(elements, Value::present(Value::list({Value::number(100000)}))).none());
}

TEST_F(ContractDoubtsTest, AnArrayThatSharesItsLengthWithAnotherMayBeTooShort) {
  const program::TypeId from = builder_.elements(builder_.integer(), true);
  const program::TypeId to = builder_.elements(builder_.integer("long"), false);
  const auto pack =
      builder_.function("pack", builder_.nothing(), {{"from", from}, {"to", to}, {"n", builder_.integer()}});
  const Value one = Value::present(Value::list({Value::number(1)}));
  builder_[pack].parameters[2].countsOf = {1};
  EXPECT_FALSE(about({{pack, {one, one, Value{}}}}).has(ContractDoubt::LooseArray));
  builder_[pack].parameters[2].countsOf = {1, 0};
  EXPECT_TRUE(about({{pack, {one, one, Value{}}}}).has(ContractDoubt::LooseArray));
}

TEST_F(ContractDoubtsTest, HugeNumbersOfTheLastCallAreToldApart) {
  const auto earlier = builder_.function("g", builder_.nothing(), {{"n", builder_.integer()}});
  const auto last = builder_.function("h", builder_.nothing(), {});
  const ContractDoubts doubts = about({{earlier, {Value::number(1001)}}, {last, {}}});
  EXPECT_TRUE(doubts.has(ContractDoubt::HugeNumber));
  EXPECT_FALSE(doubts.has(ContractDoubt::HugeArgument));
  EXPECT_TRUE(about({{earlier, {Value::number(-1001)}}}).has(ContractDoubt::HugeArgument));
}

TEST_F(ContractDoubtsTest, AnObjectOfTheTestsIsOnlyLent) {
  const program::TypeId node = builder_.classType("Node");
  const auto make = builder_.constructor(node, {});
  const auto find = builder_.function("find", builder_.pointer(node), {});
  const auto push = builder_.function("push", builder_.nothing(), {{"node", builder_.pointer(node)}});
  const auto given = Value::present(Value::reference(0));
  const std::vector<Step> variable{{make, {}}, {push, {given}}};
  const std::vector<Step> found{{find, {}}, {push, {given}}};
  EXPECT_TRUE(lendsObject(variable, builder_.model));
  EXPECT_FALSE(lendsObject(found, builder_.model)) << "it may belong to whoever frees it";
  EXPECT_TRUE(about(variable).none()) << "that is how objects are passed";
}

TEST_F(ContractDoubtsTest, AStructureWithAPointerFilledByHand) {
  const program::TypeId record = builder_.classType("Record");
  const auto plain = builder_.aggregate(builder_.classType("Point"), {{"x", builder_.integer()}});
  const auto made = builder_.aggregate(record, {{"data", builder_.buffer()}, {"size", builder_.integer()}});
  EXPECT_TRUE(about({{plain, {Value::number(1)}}}).none());
  EXPECT_TRUE(about({{made, {Value::present(Value::string("a")), Value::number(1)}}})
                  .has(ContractDoubt::HandMadeStruct));
}

TEST_F(ContractDoubtsTest, AStaticHelperBesidePublicFunctions) {
  const auto helper = builder_.function("helper", builder_.nothing(), {});
  builder_[helper].isStaticLinkage = true;
  EXPECT_TRUE(about({{helper, {}}}).none()) << "there is nothing else to call";
  builder_.function("open", builder_.nothing(), {});
  EXPECT_TRUE(about({{helper, {}}}).has(ContractDoubt::StaticHelper));
}

TEST_F(ContractDoubtsTest, ADetailOfALibraryBesideItsPublicFunctions) {
  const auto detail = builder_.function("detail::parse", builder_.nothing(), {});
  builder_[detail].qualifiedName = "shop::detail::parse";
  EXPECT_TRUE(about({{detail, {}}}).none()) << "there is nothing else to call";
  const auto open = builder_.function("open", builder_.nothing(), {});
  EXPECT_TRUE(about({{detail, {}}}).has(ContractDoubt::Detail));
  EXPECT_TRUE(about({{detail, {}}, {open, {}}}).has(ContractDoubt::Detail)) << "the state is of its making";
  EXPECT_TRUE(about({{open, {}}}).none());
}

TEST_F(ContractDoubtsTest, AnObjectThatIsPassedToItself) {
  const program::TypeId node = builder_.classType("Node");
  const auto make = builder_.constructor(node, {});
  const auto adopt = builder_.method(node, "adopt", builder_.nothing(), {{"child", builder_.pointer(node)}});
  const auto assign = builder_.method(node, "operator=", builder_.nothing(), {{"other", node}});
  const Value self = Value::reference(0);
  EXPECT_TRUE(about({{make, {}}, {adopt, {self, Value::present(self)}}}).has(ContractDoubt::Itself));
  EXPECT_TRUE(about({{make, {}}, {make, {}}, {adopt, {self, Value::present(Value::reference(1))}}}).none());
  EXPECT_TRUE(about({{make, {}}, {assign, {self, self}}}).none()) << "assignment must bear it";
}

TEST_F(ContractDoubtsTest, AnObjectThatIsPassedTwiceToAFunctionThatChangesIt) {
  const program::TypeId node = builder_.classType("Node");
  const auto make = builder_.function("make", builder_.pointer(node), {});
  const auto adopt = builder_.function(
      "adopt", builder_.nothing(), {{"parent", builder_.pointer(node)}, {"child", builder_.pointer(node)}});
  const auto object = [](uint32_t step) { return Value::present(Value::reference(step)); };
  EXPECT_TRUE(about({{make, {}}, {adopt, {object(0), object(0)}}}).has(ContractDoubt::Itself));
  EXPECT_FALSE(about({{make, {}}, {make, {}}, {adopt, {object(0), object(1)}}}).has(ContractDoubt::Itself));
  builder_.model.types[builder_[adopt].parameters[1].type].pointeeConst = true;
  EXPECT_FALSE(about({{make, {}}, {adopt, {object(0), object(0)}}}).has(ContractDoubt::Itself))
      << "it is only read";
}

TEST_F(ContractDoubtsTest, AnObjectThatIsPassedToAPartOfItself) {
  const program::TypeId value = builder_.classType("Value");
  const program::TypeId array = builder_.classType("Array");
  const auto make = builder_.function("init", builder_.pointer(value), {});
  const auto arrayOf =
      builder_.function("array_of", builder_.pointer(array), {{"value", builder_.pointer(value)}});
  const auto append = builder_.function(
      "append", builder_.nothing(), {{"array", builder_.pointer(array)}, {"value", builder_.pointer(value)}});
  const auto object = [](uint32_t step) { return Value::present(Value::reference(step)); };
  const Step first{make, {}};
  const Step itsArray{arrayOf, {object(0)}};
  EXPECT_TRUE(about({first, itsArray, {append, {object(1), object(0)}}}).has(ContractDoubt::Circle));
  EXPECT_TRUE(about({first, itsArray, first, {append, {object(1), object(2)}}}).none());
  builder_.model.types[builder_[append].parameters[1].type].pointeeConst = true;
  EXPECT_TRUE(about({first, itsArray, {append, {object(1), object(0)}}}).none()) << "it is only read";
}

TEST_F(ContractDoubtsTest, APartThatIsPutToASecondPlace) {
  const program::TypeId item = builder_.classType("Item");
  const program::TypeId pointer = builder_.pointer(item);
  const auto make = builder_.function("create_list", pointer, {});
  const auto add = builder_.function("add_number", pointer, {{"list", pointer}});
  const auto create = builder_.function("create_number", pointer, {{"list", pointer}});
  const auto append = builder_.function("append", builder_.nothing(), {{"list", pointer}, {"item", pointer}});
  const auto object = [](uint32_t step) { return Value::present(Value::reference(step)); };
  const Step list{make, {}};
  const Step appended{append, {object(0), object(1)}};
  EXPECT_TRUE(about({list, {add, {object(0)}}, appended}).has(ContractDoubt::Circle))
      << "it is there already";
  EXPECT_FALSE(about({list, {create, {object(0)}}, appended}).has(ContractDoubt::Circle));
  const auto update = builder_.function("update", builder_.nothing(), {{"list", pointer}, {"item", pointer}});
  EXPECT_FALSE(about({list, {add, {object(0)}}, {update, {object(0), object(1)}}}).has(ContractDoubt::Circle))
      << "nothing is put anywhere";
  const auto insertAfter = builder_.function("insert_after", builder_.nothing(),
                                             {{"list", pointer}, {"place", pointer}, {"item", pointer}});
  EXPECT_FALSE(about({list, {add, {object(0)}}, list, {insertAfter, {object(0), object(1), object(2)}}})
                   .has(ContractDoubt::Circle))
      << "the place stays where it is";
  const auto detach = builder_.function("detach_item", pointer, {{"list", pointer}, {"item", pointer}});
  const Step added{add, {object(0)}};
  EXPECT_FALSE(about({list, added, {detach, {object(0), object(1)}}, appended}).has(ContractDoubt::Circle))
      << "it was taken out";
  EXPECT_FALSE(about({list, {detach, {object(0), object(0)}}, appended}).has(ContractDoubt::Circle));
}

TEST_F(ContractDoubtsTest, WhatWasMadeOfAnObjectThatIsGone) {
  const program::TypeId item = builder_.classType("Item");
  const program::TypeId pointer = builder_.pointer(item);
  const auto make = builder_.function("create_list", pointer, {});
  const auto refer = builder_.function("create_reference", pointer, {{"item", pointer}});
  const auto release = builder_.function("free_item", builder_.nothing(), {{"item", pointer}});
  const auto print = builder_.function("print", builder_.nothing(), {{"item", pointer}});
  const auto object = [](uint32_t step) { return Value::present(Value::reference(step)); };
  const Step list{make, {}};
  const Step reference{refer, {object(0)}};
  EXPECT_TRUE(
      about({list, reference, {release, {object(0)}}, {print, {object(1)}}}).has(ContractDoubt::Orphan));
  EXPECT_FALSE(
      about({list, reference, {print, {object(1)}}, {release, {object(0)}}}).has(ContractDoubt::Orphan));
  EXPECT_FALSE(about({list, list, {release, {object(0)}}, {print, {object(1)}}}).has(ContractDoubt::Orphan));
  const auto clone = builder_.function("clone_item", pointer, {{"item", pointer}});
  EXPECT_FALSE(about({list, {clone, {object(0)}}, {release, {object(0)}}, {print, {object(1)}}})
                   .has(ContractDoubt::Orphan))
      << "a copy that does not outlive its original is a mistake";
}

TEST_F(ContractDoubtsTest, APartOfWhatWasFilledAnewMayBeAnotherOne) {
  const program::TypeId map = builder_.classType("Map");
  const program::TypeId file = builder_.classType("File");
  const auto make = builder_.constructor(map, {});
  const auto open = builder_.constructor(file, {});
  const program::TypeId item = builder_.classType("Item");
  const auto at = builder_.method(map, "at", item, {});
  builder_[at].resultBy = program::PassBy::Reference;
  const auto set = builder_.method(item, "set", builder_.nothing(), {});
  const auto read =
      builder_.constMethod(file, "read", builder_.boolean(), {{"data", map, program::PassBy::Reference}});
  const auto write = builder_.constMethod(file, "write", builder_.boolean(),
                                          {{"data", map, program::PassBy::ConstReference}});
  const auto object = [](uint32_t step) { return Value::reference(step); };
  const auto after = [&](program::CallableId between) {
    return about(
        {{make, {}}, {open, {}}, {at, {object(0)}}, {between, {object(1), object(0)}}, {set, {object(2)}}});
  };
  EXPECT_TRUE(after(read).has(ContractDoubt::Replaced));
  EXPECT_FALSE(after(write).has(ContractDoubt::Replaced));
  EXPECT_FALSE(
      about({{make, {}}, {open, {}}, {at, {object(0)}}, {read, {object(1), object(0)}}, {at, {object(0)}}})
          .has(ContractDoubt::Replaced))
      << "the whole is still there";
}

TEST_F(ContractDoubtsTest, AnEmptySmartPointerIsNull) {
  const program::TypeId pointer = builder_.classType("std::shared_ptr<Node>");
  builder_.model.types[pointer].header = "<memory>";
  const auto empty = builder_.constructor(pointer, {});
  const auto full = builder_.constructor(pointer, {{"node", builder_.classType("Node")}});
  const auto use = builder_.function("use", builder_.nothing(), {{"node", pointer}});
  EXPECT_TRUE(about({{empty, {}}, {use, {Value::reference(0)}}}).has(ContractDoubt::Null));
  const auto make = builder_.constructor(builder_.classType("Node"), {});
  EXPECT_TRUE(about({{make, {}}, {full, {Value::reference(0)}}, {use, {Value::reference(1)}}}).none());
}

TEST_F(ContractDoubtsTest, AnIteratorThatIsMovedOrFollowed) {
  const program::TypeId iterator = builder_.classType("List::Iterator");
  const auto make = builder_.constructor(iterator, {});
  const auto move = builder_.method(iterator, "operator++", iterator, {});
  const auto follow = builder_.constMethod(iterator, "operator*", builder_.integer(), {});
  const auto isEnd = builder_.constMethod(iterator, "isEnd", builder_.boolean(), {});
  const Value self = Value::reference(0);
  EXPECT_TRUE(about({{make, {}}, {move, {self}}}).has(ContractDoubt::Iterator));
  EXPECT_TRUE(about({{make, {}}, {follow, {self}}}).has(ContractDoubt::Iterator));
  EXPECT_TRUE(about({{make, {}}, {isEnd, {self}}}).none());
  const program::TypeId number = builder_.classType("Number");
  const auto start = builder_.constructor(number, {});
  const auto increment = builder_.method(number, "operator++", number, {});
  builder_.constMethod(number, "operator*", number, {{"factor", number}});
  EXPECT_TRUE(about({{start, {}}, {increment, {self}}}).none()) << "it multiplies, and follows nothing";
}

ContractDoubts only(ContractDoubt doubt) {
  ContractDoubts doubts;
  doubts.add(doubt);
  return doubts;
}

TEST_F(ContractDoubtsTest, TheFirstOfWhatMayBeEmpty) {
  const program::TypeId list = builder_.classType("List");
  const auto make = builder_.constructor(list, {});
  const auto front = builder_.method(list, "front", builder_.integer(), {});
  const auto size = builder_.method(list, "size", builder_.integer(), {});
  EXPECT_TRUE(about({{make, {}}, {front, {Value::reference(0)}}}).has(ContractDoubt::Element));
  EXPECT_TRUE(about({{make, {}}, {size, {Value::reference(0)}}}).none());
  EXPECT_TRUE(about({{make, {}}, {front, {Value::reference(0)}}, {size, {Value::reference(0)}}}).none())
      << "it came back";
}

TEST_F(ContractDoubtsTest, WhatCannotBeEmptyHasAFront) {
  const program::TypeId house = builder_.classType("House");
  const auto make = builder_.constructor(house, {});
  const auto front = builder_.method(house, "front", builder_.integer(), {});
  EXPECT_TRUE(about({{make, {}}, {front, {Value::reference(0)}}}).none());
}

TEST(FaultRank, ACrashWithoutDoubtsIsLikelyABug) {
  EXPECT_EQ(judgeFault({Ending::Signal}, {}).rank, FaultRank::LikelyBug);
  EXPECT_EQ(judgeFault({Ending::OutOfSteps}, {}).rank, FaultRank::LikelyBug);
  EXPECT_EQ(judgeFault({Ending::Terminate}, {}).rank, FaultRank::LikelyBug);
  EXPECT_EQ(judgeFinding({}).rank, FaultRank::LikelyBug);
  EXPECT_EQ(nameOf(FaultRank::LikelyBug), report::kLikelyBug);
}

TEST(FaultRank, ACircleExplainsWhatDoesNotEndAndWhatIsFreedTwice) {
  const ContractDoubts doubts = only(ContractDoubt::Circle);
  EXPECT_EQ(judgeFault({Ending::StackOverflow}, doubts).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({Ending::OutOfSteps}, doubts).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({Ending::HeapCorruption}, doubts).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({Ending::Signal}, doubts).rank, FaultRank::LikelyBug);
}

TEST(FaultRank, DoubtsPutItOutsideTheContractAndSayWhy) {
  const FaultJudgement judgement = judgeFault({Ending::Signal}, only(ContractDoubt::Null));
  EXPECT_EQ(judgement.rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgement.reason, "null is passed");
  EXPECT_EQ(judgeFault({Ending::Signal, true}, {}).rank, FaultRank::OutsideContract) << "it asserts itself";
  EXPECT_EQ(judgeFault({Ending::Exit}, {}).rank, FaultRank::OutsideContract);
}

TEST(FaultRank, MemoryOfTheCallerThatIsFreedWasNotToBeGiven) {
  const ContractDoubts doubts = only(ContractDoubt::LentMemory);
  EXPECT_EQ(judgeFault({Ending::HeapCorruption, false, true}, doubts).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({Ending::HeapCorruption, false, true}, {}).rank, FaultRank::LikelyBug);
  EXPECT_EQ(judgeFault({Ending::HeapCorruption}, doubts).rank, FaultRank::LikelyBug)
      << "written past its end";
}

TEST(FaultRank, WhatWasReplacedExplainsABrokenHeapOnly) {
  const ContractDoubts doubts = only(ContractDoubt::Replaced);
  EXPECT_EQ(judgeFault({Ending::HeapCorruption}, doubts).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({Ending::Signal}, doubts).rank, FaultRank::LikelyBug);
}

TEST(FaultRank, WhoEndsTheProgramByItselfMeansTo) {
  EXPECT_EQ(judgeFault({.ending = Ending::Signal, .abortsItself = true}, {}).rank,
            FaultRank::OutsideContract);
  EXPECT_EQ(judgeFault({.ending = Ending::Signal}, {}).rank, FaultRank::LikelyBug);
}

TEST(FaultRank, HugeNumbersExplainHangsAndWhatTheLastCallDoesWithThem) {
  EXPECT_EQ(judgeFault({Ending::OutOfSteps}, only(ContractDoubt::HugeNumber)).rank, FaultRank::Robustness);
  EXPECT_EQ(judgeFault({Ending::Signal}, only(ContractDoubt::HugeNumber)).rank, FaultRank::LikelyBug)
      << "a state that an earlier call brought about";
  EXPECT_EQ(judgeFault({Ending::Signal}, only(ContractDoubt::HugeArgument)).rank, FaultRank::OutsideContract);
  EXPECT_EQ(judgeFinding(only(ContractDoubt::HugeArgument)).rank, FaultRank::LikelyBug) << "an overflow";
}

Action callWith(bool isNull) {
  Action action(1);
  auto gene = std::make_unique<gene::OptionalGene>(
      std::make_unique<gene::IntegerGene>(32, INT32_MIN, INT32_MAX), 0.5);
  EXPECT_TRUE(gene->assign(isNull ? Value::absent() : Value::present(Value::number(3))));
  action.genes.push_back(std::move(gene));
  return action;
}

Individual test(bool isNull) { return {{callWith(isNull)}, 0, nullptr}; }

TEST(FaultList, PrefersTheTestWithFewerDoubtsToTheShorterOne) {
  ModelBuilder builder("a.cpp");
  builder.function("unused", builder.nothing(), {});
  builder.function("f", builder.nothing(), {{"p", builder.pointer(builder.integer())}});
  builder.function("g", builder.nothing(), {});
  FaultList faults(builder.model);
  execute::Death death;
  death.ending = Ending::Signal;
  death.lastBlock = 7;
  const Individual longer{{Action(0), Action(2)}, 0, nullptr};
  faults.add(test(true), death);
  faults.add(longer, death);
  ASSERT_EQ(faults.faults().size(), 1u);
  EXPECT_EQ(faults.faults()[0].lastCall(), 2u);
  faults.add(test(true), death);
  EXPECT_EQ(faults.faults()[0].lastCall(), 2u);
}

/// Of so many tries, how many are let through.
int letThrough(NullMemory& memory, const Individual& individual, int tries) {
  int count = 0;
  for (int i = 0; i < tries; ++i) count += memory.letsThrough(individual) ? 1 : 0;
  return count;
}

TEST(NullMemory, WhatNoCallSurvivedIsPassedSeldom) {
  NullMemory memory;
  for (int i = 0; i < 15; ++i) memory.noteDeath(test(true));
  EXPECT_EQ(letThrough(memory, test(true), 128), 128) << "not often enough";
  EXPECT_TRUE(memory.learned().empty());
  memory.noteDeath(test(true));
  EXPECT_EQ(letThrough(memory, test(true), 128), 2);
  EXPECT_EQ(letThrough(memory, test(false), 128), 128);
  ASSERT_EQ(memory.learned().size(), 1u);
  EXPECT_EQ(memory.learned()[0].callable, 1u);
  EXPECT_EQ(memory.learned()[0].argument, 0u);
}

TEST(NullMemory, OneCallThatReturnsIsEnough) {
  NullMemory memory;
  for (int i = 0; i < 50; ++i) memory.noteDeath(test(true));
  memory.noteReturn(test(true));
  EXPECT_EQ(letThrough(memory, test(true), 128), 128);
  EXPECT_TRUE(memory.learned().empty());
}

TEST(NullMemory, FillsWhatWasDeadlyOnce) {
  NullMemory memory;
  Rng rng(1);
  const gene::Constants constants;
  gene::Source source(rng, constants);
  Individual individual = test(true);
  EXPECT_FALSE(memory.fillNulls(individual, source)) << "of null nothing is known";
  memory.noteDeath(individual);
  memory.noteReturn(individual);  // behind a guard it may live
  EXPECT_TRUE(memory.fillNulls(individual, source));
  EXPECT_FALSE(individual.actions[0].genes[0]->children().empty());
  EXPECT_FALSE(memory.fillNulls(individual, source)) << "nothing is null any more";
}

}  // namespace
}  // namespace covolve::unit
