#include "search/minimise.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gene/number/integer_gene.h"
#include "gene/structure/optional_gene.h"
#include "gene/text/text_gene.h"
#include "gene/value_builder.h"

namespace covolve::search {
namespace {

Individual numbers(std::initializer_list<int> values) {
  Individual individual;
  for (const int value : values) {
    Action action(0);
    auto gene = gene::IntegerGene::ofType(32, true);
    gene->set(value);
    action.genes.push_back(std::move(gene));
    individual.actions.push_back(std::move(action));
  }
  return individual;
}

std::vector<int> valuesOf(const Individual& individual) {
  std::vector<int> values;
  for (const auto& action : individual.actions)
    values.push_back(static_cast<int>(gene::valueOf(*action.genes[0]).integer));
  return values;
}

/// Target 0: some step above 10; target 1: some negative step; target 2: at least two steps.
Result<std::vector<std::set<TargetId>>> cover(std::span<const Individual> tests) {
  std::vector<std::set<TargetId>> covered;
  for (const Individual& test : tests) {
    std::set<TargetId> targets;
    for (const int value : valuesOf(test)) {
      if (value > 10) targets.insert(0);
      if (value < 0) targets.insert(1);
    }
    if (test.actions.size() >= 2) targets.insert(2);
    covered.push_back(targets);
  }
  return covered;
}

Archive archiveOf(const std::vector<Individual>& tests) {
  Archive archive(3);
  for (const Individual& test : tests) {
    std::vector<TargetDistance> reached;
    for (const TargetId target : cover(std::span(&test, 1))->at(0)) reached.push_back({target, 0});
    archive.offer(test, reached);
  }
  return archive;
}

const auto kGoOn = [] { return true; };

TEST(Minimise, DropsTestsWhoseTargetsOthersCover) {
  const auto kept =
      selectTests(archiveOf({numbers({99, 5}), numbers({99}), numbers({-5}), numbers({-5, 20})}), cover);
  ASSERT_TRUE(kept.has_value());
  ASSERT_EQ(kept->size(), 2u);  // {99} adds nothing to {99, 5}, which target 2 needs
  EXPECT_EQ(valuesOf(kept->at(0).individual), std::vector<int>{-5});
  EXPECT_EQ(valuesOf(kept->at(1).individual), (std::vector<int>{99, 5}));
}

TEST(Minimise, KeepsEveryTargetCovered) {
  auto kept = selectTests(archiveOf({numbers({99, 7, -3, 4})}), cover);
  ASSERT_TRUE(kept.has_value());
  ASSERT_TRUE(simplifyTests(*kept, cover, kGoOn).has_value());
  ASSERT_EQ(kept->size(), 1u);
  EXPECT_EQ(valuesOf(kept->at(0).individual), (std::vector<int>{11, -1}));
}

TEST(Minimise, MakesSeveralTestsOfStepsThatHaveNothingToDoWithEachOther) {
  std::vector<MinimisedTest> tests{{numbers({99, 5, -3}), {0, 1}}};
  ASSERT_TRUE(simplifyTests(tests, cover, kGoOn).has_value());
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(valuesOf(tests[0].individual), std::vector<int>{11});
  EXPECT_EQ(valuesOf(tests[1].individual), std::vector<int>{-1});
}

TEST(Minimise, KeepsStepsTogetherThatOnlyCoverSomethingTogether) {
  std::vector<MinimisedTest> tests{{numbers({99, -3}), {0, 2}}};
  ASSERT_TRUE(simplifyTests(tests, cover, kGoOn).has_value());
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(tests[0].individual.actions.size(), 2u);
}

TEST(Minimise, ATestEndsWithAStepThatNothingBehindItNeeds) {
  const std::vector<size_t> steps{0, 1, 2};
  const auto parts = separateAt(steps, {numbers({99, 5, -3, 7, 8}), {0, 1, 2}}, cover);
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ(valuesOf(parts->at(0).individual), (std::vector<int>{99, 5, -3}));
  EXPECT_EQ(parts->at(0).targets, std::set<TargetId>{1});
  EXPECT_EQ(valuesOf(parts->at(1).individual), (std::vector<int>{99}));
  EXPECT_EQ(parts->at(1).targets, std::set<TargetId>{0});
  EXPECT_EQ(valuesOf(parts->at(2).individual), (std::vector<int>{7, 8})) << "5 covers nothing more";
  EXPECT_EQ(parts->at(2).targets, std::set<TargetId>{2});
}

TEST(Minimise, RemovesStepsAndSimplifiesValues) {
  auto kept = selectTests(archiveOf({numbers({5, 123456, 8})}), cover);
  ASSERT_TRUE(kept.has_value());
  kept->at(0).targets = {0};
  ASSERT_TRUE(simplifyTests(*kept, cover, kGoOn).has_value());
  EXPECT_EQ(valuesOf(kept->at(0).individual), std::vector<int>{11});
}

TEST(Minimise, ValuesThatHaveNothingToDoWithEachOtherBecomeSimplerTogether) {
  // Ten values of which the test needs one: a round for each would be ten and more.
  std::vector<MinimisedTest> tests{{numbers({99, 7, 7, 7, 7, 7, 7, 7, 7, 7}), {0}}};
  const auto staysLong = [&](std::span<const Individual> some) {
    auto covered = cover(some);
    for (size_t i = 0; i < some.size(); ++i) {
      if (some[i].actions.size() < 10) covered->at(i).clear();
    }
    return covered;
  };
  int rounds = 0;
  ASSERT_TRUE(simplifyTests(tests, staysLong, [&] { return ++rounds < 8; }).has_value());
  ASSERT_EQ(tests.size(), 1u);
  const std::vector<int> values = valuesOf(tests[0].individual);
  EXPECT_EQ(std::ranges::count(values, 0), 9);
  EXPECT_GT(values[0], 10);
}

TEST(Minimise, OfTwoValuesOfWhichOneMustStayOneBecomesSimpler) {
  std::vector<MinimisedTest> tests{{numbers({50, 50, 7}), {0, 2}}};
  const auto oneIsLarge = [](std::span<const Individual> some) {
    Result<std::vector<std::set<TargetId>>> covered = cover(some);
    for (size_t i = 0; i < some.size(); ++i) {
      if (some[i].actions.size() < 3) covered->at(i).clear();
    }
    return covered;
  };
  ASSERT_TRUE(simplifyTests(tests, oneIsLarge, kGoOn).has_value());
  ASSERT_EQ(tests.size(), 1u);
  EXPECT_EQ(valuesOf(tests[0].individual), (std::vector<int>{0, 11, 0}));
}

TEST(Minimise, SimplifiesValuesThatMustStayEqualTogether) {
  const Cover twoEqual = [](std::span<const Individual> tests) -> Result<std::vector<std::set<TargetId>>> {
    std::vector<std::set<TargetId>> covered;
    for (const Individual& test : tests) {
      const auto values = valuesOf(test);
      const bool isCovered = values.size() == 2 && values[0] == values[1] && values[0] > 2;
      covered.push_back(isCovered ? std::set<TargetId>{0} : std::set<TargetId>{});
    }
    return covered;
  };
  std::vector<MinimisedTest> tests;
  tests.push_back({numbers({9000, 9000}), {0}});
  ASSERT_TRUE(simplifyTests(tests, twoEqual, kGoOn).has_value());
  EXPECT_EQ(valuesOf(tests[0].individual), (std::vector<int>{3, 3}));
}

TEST(Minimise, ComparesNoValuesOfDifferentKinds) {
  // Both are optional, and there: what they hold is not of one kind.
  Individual test;
  auto& genes = test.actions.emplace_back(0).genes;
  genes.push_back(std::make_unique<gene::OptionalGene>(std::make_unique<gene::TextGene>(true)));
  genes.push_back(std::make_unique<gene::OptionalGene>(gene::IntegerGene::ofType(32, true)));
  ASSERT_TRUE(genes[0]->assign(Value::present(Value::string("x"))));
  ASSERT_TRUE(genes[1]->assign(Value::present(Value::number(1000))));
  std::vector<MinimisedTest> tests;
  tests.push_back({test, {0}});
  const Cover byAnyCall = [](std::span<const Individual> some) -> Result<std::vector<std::set<TargetId>>> {
    std::vector<std::set<TargetId>> covered;
    for (const Individual& one : some) {
      covered.push_back(one.actions.empty() ? std::set<TargetId>{} : std::set<TargetId>{0});
    }
    return covered;
  };
  ASSERT_TRUE(simplifyTests(tests, byAnyCall, kGoOn).has_value());
  ASSERT_EQ(tests[0].individual.actions.size(), 1u);
  for (const auto& gene : tests[0].individual.actions[0].genes) {
    EXPECT_EQ(gene::valueOf(*gene), Value::absent());
  }
}

TEST(Minimise, AnInterruptLeavesTheTestsValid) {
  auto kept = selectTests(archiveOf({numbers({5, 123456, -8})}), cover);
  ASSERT_TRUE(kept.has_value());
  ASSERT_TRUE(simplifyTests(*kept, cover, [] { return false; }).has_value());
  EXPECT_EQ(valuesOf(kept->at(0).individual), (std::vector<int>{5, 123456, -8}));
}

TEST(Minimise, OneByOneDropsAllButTheLastAction) {
  Individual test = numbers({5, 70, 6, 8});
  dropActions(test, [](Individual& candidate) { return std::ranges::count(valuesOf(candidate), 70) == 1; });
  EXPECT_EQ(valuesOf(test), (std::vector<int>{70, 8}));
  Individual nothing;
  dropActions(nothing, [](Individual&) { return true; });
  EXPECT_TRUE(nothing.actions.empty());
}

TEST(Minimise, WhatTheLastActionTakesNothingFromIsDroppedAtOnce) {
  Individual test = numbers({5, 70, 6, 8, 9});
  int runs = 0;
  dropActions(test, [&](Individual&) { return ++runs > 0; });
  EXPECT_EQ(valuesOf(test), (std::vector<int>{9}));
  EXPECT_EQ(runs, 1);
}

TEST(Minimise, OneByOneSimplifiesWhatMayChangeAsLongAsItIsAccepted) {
  Individual test = numbers({9000, 17, 555});
  const Individual fixed = numbers({555});
  simplifyValues(
      test,
      [&](Individual& candidate) {
        candidate.assumptions = 7;  // what the run has shown
        return valuesOf(candidate)[0] > 2;
      },
      [&](const gene::Gene& gene) { return !gene.equals(*fixed.actions[0].genes[0]); });
  EXPECT_EQ(valuesOf(test), (std::vector<int>{3, 0, 555}));
  EXPECT_EQ(test.assumptions, 7u);
}

}  // namespace
}  // namespace covolve::search
