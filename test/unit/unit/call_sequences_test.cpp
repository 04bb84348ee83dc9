#include "unit/problem/call_sequences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gene/reference_gene.h"
#include "mutating.h"
#include "unit/scenario/encoding.h"

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
constexpr program::TypeId kBoxPointer = 4;
constexpr program::TypeId kBoxPointers = 5;

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

/// Box(int), Key(Box), Box::put(Key&&), Box::get() const, free(int), join(vector<Box*>),
/// Box(Box&&), both(const Box&, Box&&)
Model boxes() {
  Model model;
  Type nothing;
  nothing.kind = TypeKind::Void;
  Type integer;
  integer.kind = TypeKind::Integer;
  integer.bits = 32;
  integer.isSigned = true;
  Type pointer;
  pointer.kind = TypeKind::Pointer;
  pointer.parts = {kBox};
  Type pointers;
  pointers.kind = TypeKind::Sequence;
  pointers.parts = {kBoxPointer};
  model.types = {nothing, integer, classType({0, 6}, true), classType({1}, true), pointer, pointers};
  model.callables = {
      callable(CallableKind::Constructor, kBox, kBox, {{"size", kInt, PassBy::Value}}),
      callable(CallableKind::Constructor, kKey, kKey, {{"box", kBox, PassBy::ConstReference}}),
      callable(CallableKind::Method, kBox, kVoid, {{"key", kKey, PassBy::RvalueReference}}),
      callable(CallableKind::Method, kBox, kInt, {}),
      callable(CallableKind::Function, 0, kInt, {{"n", kInt, PassBy::Value}}),
      callable(CallableKind::Function, 0, kInt, {{"boxes", kBoxPointers, PassBy::ConstReference}}),
      callable(CallableKind::Constructor, kBox, kBox, {{"from", kBox, PassBy::RvalueReference}}),
      callable(CallableKind::Function, 0, kInt,
               {{"one", kBox, PassBy::ConstReference}, {"other", kBox, PassBy::RvalueReference}}),
  };
  return model;
}

/// Every reference is to an earlier object of its type that still exists.
void expectRunnable(const Model& model, const search::Individual& test) {
  ASSERT_FALSE(test.actions.empty());
  EXPECT_LE(test.actions.size(), SequenceOptions{}.longestTest);
  std::set<uint32_t> consumed;
  for (uint32_t at = 0; at < test.actions.size(); ++at) {
    for (const auto& gene : test.actions[at].genes) {
      gene::forEachReference(gene, [&](const gene::ReferenceGene& reference) {
        ASSERT_LT(reference.action(), at);
        EXPECT_EQ(model.callables[test.actions[reference.action()].kind].result, reference.type());
        EXPECT_FALSE(consumed.contains(reference.action()));
        if (reference.demand().consumes) consumed.insert(reference.action());
      });
    }
  }
}

std::set<uint32_t> callsOf(const search::Individual& test) {
  std::set<uint32_t> calls;
  for (const search::Action& action : test.actions) calls.insert(action.kind);
  return calls;
}

TEST(CallSequences, SamplesCanBeRunAndCallEverything) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(1);
  std::set<uint32_t> called;
  for (int i = 0; i < 5000; ++i) {
    const search::Individual test = sequences.sample(rng);
    expectRunnable(model, test);
    called.merge(callsOf(test));
  }
  EXPECT_EQ(called.size(), model.callables.size());
}

/// A digest of what is sampled, and of what becomes of it.
std::string testsWith(const CallCatalog& catalog, const SequenceOptions& options) {
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants, options);
  Rng rng(1);
  std::string bytes;
  for (int i = 0; i < 500; ++i) {
    search::Individual test = sequences.sample(rng);
    for (int k = 0; k < 3; ++k) {
      bytes += std::to_string(test.actions.size());
      for (const search::Action& action : test.actions) bytes += std::to_string(action.kind);
      bytes += sequences.mutate(test, rng, false).wantsData ? '+' : '-';
      sequences.repair(test, rng);
    }
  }
  return bytes;
}

TEST(CallSequences, EachOfTheirNumbersChangesThem) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const std::string byDefault = testsWith(catalog, {});
  for (const NumberOption<SequenceOptions>& number : sequenceOptions()) {
    if (number.option == "--object-seeds") continue;  // asked by the problem, for a target
    SequenceOptions options;
    const auto change = [&](auto member) {
      options.*member = static_cast<std::decay_t<decltype(options.*member)>>(
          static_cast<double>(options.*member) == number.low ? number.high : number.low);
    };
    std::visit(change, number.member);
    EXPECT_TRUE(testsWith(catalog, options) != byDefault) << number.option;
  }
}

/// get(), free(n), get()
search::Individual callsTwice(const CallCatalog& catalog) {
  search::Individual test;
  for (const program::CallableId call : {3u, 4u, 3u}) test.actions.emplace_back(catalog.pattern(call));
  return test;
}

TEST(CallSequences, ACallsNameIsThatOfItsCallableAndHowOftenThatWasCalledBefore) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  search::Individual test = callsTwice(catalog);
  const uint64_t first = CallSequences::callId(test, 0);
  const uint64_t other = CallSequences::callId(test, 1);
  const uint64_t second = CallSequences::callId(test, 2);
  EXPECT_EQ(std::set({first, other, second}).size(), 3u);
  // A call of something else in front changes no name: what was learned of an argument stays true.
  test.actions.insert(test.actions.begin(), search::Action(catalog.pattern(5)));
  EXPECT_EQ(CallSequences::callId(test, 1), first);
  EXPECT_EQ(CallSequences::callId(test, 2), other);
  EXPECT_EQ(CallSequences::callId(test, 3), second);
}

TEST(CallSequences, MutantsCanBeRunHoweverOftenATestIsMutated) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  for (const std::string& strategy : search::dataMutationNames()) {
    Rng rng(2);
    test::Mutating mutating(sequences, constants, rng, strategy);
    search::Individual test = sequences.sample(rng);
    std::set<uint32_t> called;
    size_t longest = 0;
    size_t same = 0;
    for (int i = 0; i < 20000; ++i) {
      const auto before = stepsOf(test);
      mutating.mutate(test);
      expectRunnable(model, test);
      same += stepsOf(test) == before ? 1 : 0;
      longest = std::max(longest, test.actions.size());
      called.merge(callsOf(test));
    }
    EXPECT_EQ(called.size(), model.callables.size());
    EXPECT_GT(longest, 10u);
    // A reference may be given the object that it had.
    EXPECT_LT(same, 4000u) << strategy;
  }
}

TEST(CallSequences, ChildrenOfACrossoverCanBeRunAndHaveBothParentsCalls) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(3);
  size_t mixed = 0;
  for (int i = 0; i < 5000; ++i) {
    search::Individual one = sequences.sample(rng);
    search::Individual other = sequences.sample(rng);
    const auto ofOne = callsOf(one);
    const auto ofOther = callsOf(other);
    sequences.crossOver(one, other, rng);
    expectRunnable(model, one);
    expectRunnable(model, other);
    for (const uint32_t call : callsOf(one)) {
      mixed += !ofOne.contains(call) && ofOther.contains(call) ? 1 : 0;
    }
  }
  EXPECT_GT(mixed, 100u);
}

TEST(CallSequences, SplicedTestsCanBeRunAndHaveTheDonorsCalls) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(4);
  size_t taken = 0;
  for (int i = 0; i < 5000; ++i) {
    search::Individual test = sequences.sample(rng);
    const search::Individual donor = sequences.sample(rng);
    const search::Individual before = test;
    const bool isSpliced = sequences.splice(test, donor, rng);
    expectRunnable(model, test);
    if (!isSpliced) EXPECT_EQ(stepsOf(test), stepsOf(before));
    for (const uint32_t call : callsOf(test)) {
      taken += !callsOf(before).contains(call) && callsOf(donor).contains(call) ? 1 : 0;
    }
  }
  EXPECT_GT(taken, 500u);
}

TEST(CallSequences, SplicedCallsAreMadeOnTheObjectThatIsThere) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  SequenceOptions options;
  options.reuseObject = 1;
  const CallSequences sequences(catalog, constants, options);
  Rng rng(5);
  search::Individual one;
  for (const program::CallableId call : {0u, 3u}) one.actions.emplace_back(catalog.pattern(call));
  one.actions[1].genes[0]->asReference()->refer(0);
  const search::Individual donor = one;
  ASSERT_TRUE(sequences.splice(one, donor, rng));
  ASSERT_EQ(one.actions.size(), 3u);
  for (const size_t call : {1u, 2u}) {
    EXPECT_EQ(one.actions[call].kind, 3u);
    EXPECT_EQ(one.actions[call].genes[0]->asReference()->action(), 0u);
  }
}

TEST(CallSequences, WithoutStateNothingIsSpliced) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(6);
  search::Individual plain;
  plain.actions.emplace_back(catalog.pattern(4));
  const search::Individual donor = plain;
  EXPECT_FALSE(sequences.splice(plain, donor, rng));
  EXPECT_EQ(plain.actions.size(), 1u);
}

TEST(CallSequences, TestsOfPlainFunctionsStayShortUnderMutation) {
  Model model = boxes();
  for (const size_t id : {0, 1, 2, 3, 5, 6, 7}) model.callables[id].underTest = false;
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(4);
  test::Mutating mutating(sequences, constants, rng);
  size_t calls = 0;
  for (int i = 0; i < 1000; ++i) {
    search::Individual test = sequences.sample(rng);
    for (int k = 0; k < 5; ++k) mutating.mutate(test);
    calls += test.actions.size();
  }
  EXPECT_LT(calls, 2000u);
}

/// Of boxes(), only these are asked for; the rest supports.
Model boxesWithOnly(const std::set<size_t>& wanted) {
  Model model = boxes();
  for (size_t id = 0; id < model.callables.size(); ++id) {
    model.callables[id].underTest = wanted.contains(id);
    model.callables[id].supports = !wanted.contains(id);
  }
  return model;
}

TEST(CallSequences, SamplesAreAboutWhatIsAskedForAndThePreparationsOfIt) {
  const Model model = boxesWithOnly({3});
  const CallCatalog catalog(model);
  EXPECT_EQ(catalog.underTest(), (std::vector<program::CallableId>{3}));
  EXPECT_EQ(catalog.focal(), catalog.underTest());
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(5);
  size_t prepared = 0;
  std::set<uint32_t> called;
  for (int i = 0; i < 2000; ++i) {
    const search::Individual test = sequences.sample(rng);
    expectRunnable(model, test);
    EXPECT_TRUE(callsOf(test).contains(3));
    const auto put = std::ranges::find(test.actions, 2u, &search::Action::kind);
    prepared +=
        std::ranges::any_of(put, test.actions.end(), [](const auto& a) { return a.kind == 3; }) ? 1 : 0;
    called.merge(callsOf(test));
  }
  EXPECT_GT(prepared, 200u);
  EXPECT_EQ(called.size(), model.callables.size());
}

TEST(CallSequences, WhereNothingThatIsAskedForCanBeCalledAnyCallMayReachIt) {
  const Model model = boxesWithOnly({});
  const CallCatalog catalog(model);
  EXPECT_TRUE(catalog.underTest().empty());
  EXPECT_EQ(catalog.focal().size(), model.callables.size());
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(6);
  for (int i = 0; i < 100; ++i) expectRunnable(model, sequences.sample(rng));
}

TEST(CallSequences, ClassesThatNeedEachOtherAreNeverMade) {
  Model model = boxes();
  model.callables[0].parameters = {{"key", kKey, PassBy::ConstReference}};  // Box needs Key needs Box
  const CallCatalog catalog(model);
  EXPECT_EQ(catalog.underTest(), (std::vector<program::CallableId>{4, 5}));
}

TEST(CallSequences, MakingObjectsEndsWhereAClassCanBeMadeOfItself) {
  Model model = boxes();
  model.callables.push_back(
      callable(CallableKind::Function, 0, kBox, {{"a", kBox, PassBy::Value}, {"b", kBox, PassBy::Value}}));
  model.types[kBox].makers.push_back(8);
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants, {.reuseObject = 0.0});
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) expectRunnable(model, sequences.sample(rng));
}

TEST(CallSequences, ATestThatIsStartedAnewMayComeToNothing) {
  // Only derived objects are there, and none of them can be copied as a Box: take(Box) is never called.
  Model model = boxes();
  model.types[kKey].bases = {kBox};
  model.types[kKey].makers = model.types[kBox].makers = {0};
  model.callables = {
      callable(CallableKind::Constructor, kKey, kKey, {}),
      callable(CallableKind::Function, 0, kInt, {{"key", kKey, PassBy::Reference}}),
      callable(CallableKind::Function, 0, kInt, {{"box", kBox, PassBy::Value}}),
  };
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng rng(1);
  size_t empty = 0;
  for (int i = 0; i < 5000; ++i) {
    search::Individual test = sequences.sample(rng);
    if (!test.actions.empty()) sequences.mutate(test, rng, false);
    empty += test.actions.empty() ? 1 : 0;
  }
  EXPECT_GT(empty, 0u);
  EXPECT_LT(empty, 5000u);
}

TEST(CallSequences, TheSameSeedGivesTheSameTests) {
  const Model model = boxes();
  const CallCatalog catalog(model);
  const gene::Constants constants;
  const CallSequences sequences(catalog, constants);
  Rng one(9);
  Rng two(9);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(stepsOf(sequences.sample(one)), stepsOf(sequences.sample(two)));
  }
}

}  // namespace
}  // namespace covolve::unit
