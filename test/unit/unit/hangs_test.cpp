// What the search makes of tests that do not end: one fault, seldom tried again,
// and no time for those that only take long.
#include <gtest/gtest.h>

#include "gene/number/integer_gene.h"
#include "gene/reference_gene.h"
#include "unit/problem/fault_list.h"
#include "unit/problem/hang_memory.h"
#include "unit/problem/step_limit.h"

namespace covolve::unit {
namespace {

using abi::Ending;
using search::Action;
using search::Individual;

Action call(uint32_t callable, int argument) {
  Action action(callable);
  auto gene = std::make_unique<gene::IntegerGene>(32, INT32_MIN, INT32_MAX);
  Value value;
  value.kind = Value::Kind::Integer;
  value.integer = argument;
  EXPECT_TRUE(gene->assign(value));
  action.genes.push_back(std::move(gene));
  return action;
}

Action callOn(uint32_t callable, uint32_t object) {
  Action action(callable);
  auto gene = std::make_unique<gene::ReferenceGene>(0);
  gene->refer(object);
  action.genes.push_back(std::move(gene));
  return action;
}

Individual test(std::vector<Action> actions) { return {std::move(actions), 0, nullptr}; }

execute::Death death(Ending ending, uint32_t block, std::vector<uint64_t> recursion = {}) {
  execute::Death death;
  death.ending = ending;
  death.lastBlock = block;
  death.recursion = std::move(recursion);
  return death;
}

program::Model callables(size_t count) {
  program::Model model;
  model.callables.resize(count);
  return model;
}

TEST(FaultList, OneLoopIsOneFaultWhoeverCallsItAndWhicheverLimitStruck) {
  const program::Model model = callables(5);
  FaultList faults(model);
  faults.add(test({call(1, 5), call(2, 5)}), death(Ending::OutOfSteps, 10));
  faults.add(test({call(3, 5)}), death(Ending::OutOfMemory, 10));
  faults.add(test({call(4, 5)}), death(Ending::OutOfSteps, 11));
  ASSERT_EQ(faults.faults().size(), 2u);
  EXPECT_EQ(faults.faults()[0].lastCall(), 3u) << "the shortest test stays";
}

TEST(FaultList, WithoutALoopTheCallStandsForTheFault) {
  const program::Model model = callables(5);
  FaultList faults(model);
  faults.add(test({call(1, 5)}), death(Ending::OutOfSteps, abi::kNoSite));
  faults.add(test({call(2, 5)}), death(Ending::OutOfSteps, abi::kNoSite));
  faults.add(test({call(1, 9)}), death(Ending::OutOfTime, 77));
  faults.add(test({call(1, 8)}), death(Ending::OutOfTime, 78));
  EXPECT_EQ(faults.faults().size(), 2u);
}

TEST(FaultList, ARecursionIsOneFaultWhicheverOfItsFunctionsOverflows) {
  const program::Model model = callables(5);
  FaultList faults(model);
  faults.add(test({call(1, 5)}), death(Ending::StackOverflow, 1, {100, 200}));
  faults.add(test({call(2, 5)}), death(Ending::StackOverflow, 2, {200, 300}));
  faults.add(test({call(3, 5)}), death(Ending::StackOverflow, 3, {400}));
  EXPECT_EQ(faults.faults().size(), 2u);
}

TEST(FaultList, CrashesAreToldApartByTheirBlocks) {
  const program::Model model = callables(5);
  FaultList faults(model);
  faults.add(test({call(1, 5)}), death(Ending::Signal, 1));
  faults.add(test({call(1, 6)}), death(Ending::Signal, 2));
  faults.add(test({call(2, 6)}), death(Ending::Signal, 2));
  EXPECT_EQ(faults.faults().size(), 2u);
}

/// Of so many tries, how many are let through.
int letThrough(HangMemory& memory, const Individual& individual, int tries) {
  int count = 0;
  for (int i = 0; i < tries; ++i) count += memory.letsThrough(individual) ? 1 : 0;
  return count;
}

TEST(HangMemory, WhatHungTimeAfterTimeIsTriedSeldomAndAlwaysAgain) {
  HangMemory memory;
  const Individual negative = test({call(1, -5)});
  EXPECT_EQ(letThrough(memory, negative, 100), 100);
  memory.noteHang(negative);
  EXPECT_EQ(letThrough(memory, negative, 100), 50);
  for (int i = 0; i < 50; ++i) memory.noteHang(negative);
  EXPECT_EQ(letThrough(memory, negative, 4096), 4);
}

TEST(HangMemory, OtherArgumentsAndOtherCallsAreNotHeldBack) {
  HangMemory memory;
  for (int i = 0; i < 20; ++i) memory.noteHang(test({call(1, -5)}));
  EXPECT_FALSE(memory.letsThrough(test({call(1, -6)}))) << "of the same kind";
  EXPECT_TRUE(memory.letsThrough(test({call(1, 5)})));
  EXPECT_TRUE(memory.letsThrough(test({call(1, -50'000)})));
  EXPECT_TRUE(memory.letsThrough(test({call(2, -5)})));
}

TEST(HangMemory, AnObjectIsOfTheKindOfTheCallThatMadeIt) {
  HangMemory memory;
  for (int i = 0; i < 20; ++i) memory.noteHang(test({call(0, 0), callOn(1, 0)}));
  EXPECT_FALSE(memory.letsThrough(test({call(7, 1), call(0, 0), callOn(1, 1)})));
  EXPECT_TRUE(memory.letsThrough(test({call(0, 3), callOn(1, 0)})));
}

TEST(HangMemory, AReturnClearsACall) {
  HangMemory memory;
  for (int i = 0; i < 20; ++i) memory.noteHang(test({call(1, -5)}));
  memory.noteReturn(test({call(1, -6)}));
  EXPECT_EQ(letThrough(memory, test({call(1, -5)}), 10), 10);
}

constexpr uint64_t kFull = 10'000'000;

TEST(StepLimit, IsThousandsOfTimesWhatTestsTake) {
  StepLimit limit(kFull);
  EXPECT_LT(limit.early(), kFull);
  for (int i = 0; i < 100; ++i) limit.noteEnd(300);
  EXPECT_GE(limit.early(), 300'000u);
  EXPECT_LT(limit.early(), 3'000'000u);
  for (int i = 0; i < 1000; ++i) limit.noteEnd(1'000'000);
  EXPECT_EQ(limit.early(), kFull);
}

TEST(StepLimit, AFewLongTestsDoNotRaiseIt) {
  StepLimit limit(kFull);
  for (int i = 0; i < 100; ++i) limit.noteEnd(20);
  const uint64_t before = limit.early();
  for (int i = 0; i < 10; ++i) limit.noteEnd(5'000'000);
  EXPECT_EQ(limit.early(), before);
}

TEST(StepLimit, WithoutALimitNothingIsCut) {
  EXPECT_EQ(StepLimit(0).early(), 0u);
  EXPECT_FALSE(StepLimit(0).isCutEarly(death(Ending::OutOfSteps, 3)));
}

TEST(StepLimit, WhatIsCutInALoopIsConfirmedAgainAndAgain) {
  StepLimit limit(kFull);
  const FaultyTest cut{test({call(1, 5)}), death(Ending::OutOfSteps, 3)};
  std::vector<int> confirmed;
  for (int i = 1; i <= 64; ++i) {
    if (limit.mustConfirm(cut)) confirmed.push_back(i);
  }
  EXPECT_EQ(confirmed, (std::vector{1, 4, 16, 64}));
  EXPECT_TRUE(limit.mustConfirm({test({call(1, 5)}), death(Ending::OutOfSteps, 4)})) << "another loop";
}

TEST(StepLimit, ALoopThatEndedLateIsNotCutAnyMore) {
  StepLimit limit(kFull);
  EXPECT_TRUE(limit.isCutEarly(death(Ending::OutOfSteps, 3)));
  EXPECT_FALSE(limit.isCutEarly(death(Ending::OutOfTime, 3)));
  limit.noteLateEnd(3);
  EXPECT_FALSE(limit.isCutEarly(death(Ending::OutOfSteps, 3)));
  EXPECT_TRUE(limit.isCutEarly(death(Ending::OutOfSteps, 4)));
}

}  // namespace
}  // namespace covolve::unit
