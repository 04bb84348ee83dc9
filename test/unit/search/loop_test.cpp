// What holds of the search whatever the algorithm.
#include "search/loop/loop.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "searching.h"

namespace covolve::search {
namespace {

using artificial::ArtificialProblem;
using artificial::Numbers;

class EveryAlgorithm : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Loop, EveryAlgorithm, testing::ValuesIn(algorithmNames()),
                         [](const auto& info) { return info.param; });

artificial::Shape infeasible() {
  return {1, 1, 0, 1'000'000, [](const Numbers& numbers, std::vector<TargetDistance>& reached) {
            reached.push_back({0, static_cast<uint64_t>(numbers[0]) + 1});
          }};
}

TEST_P(EveryAlgorithm, UsesExactlyItsEvaluations) {
  const Outcome outcome = search(GetParam(), infeasible(), 1234);
  EXPECT_EQ(outcome.evaluations, 1234u);
  EXPECT_EQ(outcome.taken, 1234u);
}

TEST_P(EveryAlgorithm, StopsWhenAllTargetsAreCovered) {
  const Outcome outcome = search(GetParam(), artificial::remainders(4), 100'000);
  EXPECT_EQ(outcome.covered, 4u);
  EXPECT_LE(outcome.evaluations, 1000u);
}

TEST_P(EveryAlgorithm, KeepsThePipelineFullButNoFuller) {
  EXPECT_EQ(search(GetParam(), infeasible(), 1000).deepest, 2u);
}

TEST_P(EveryAlgorithm, TheSameSeedGivesTheSameTests) {
  const Outcome first = search(GetParam(), artificial::manyInfeasible(), 5000, 7);
  const Outcome second = search(GetParam(), artificial::manyInfeasible(), 5000, 7);
  EXPECT_EQ(first.seen, second.seen);
  EXPECT_EQ(first.covered, second.covered);
  EXPECT_NE(first.seen, search(GetParam(), artificial::manyInfeasible(), 5000, 8).seen);
}

TEST_P(EveryAlgorithm, AnInterruptEndsItWithWhatWasFound) {
  ArtificialProblem problem(artificial::remainders(1000));
  Archive archive(problem.targetCount());
  std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 1'000'000}, interrupted);
  Rng rng(1);
  const Parameters parameters;
  int batches = 0;
  const auto afterBatch = [&] { interrupted = ++batches == 3; };
  EXPECT_TRUE(runSearch(GetParam(), {problem, archive, budget, rng, parameters, afterBatch}).has_value());
  EXPECT_LE(problem.evaluations, 500u);
  EXPECT_GT(archive.coveredCount(), 0u);
}

TEST_P(EveryAlgorithm, GoesOnWhereTestsDie) {
  ArtificialProblem problem(artificial::gradient());
  problem.diesOf = [](const Numbers& numbers) { return numbers[0] % 4 != 0; };
  const Outcome outcome = search(GetParam(), problem, 3000);
  EXPECT_EQ(outcome.evaluations, 3000u);
}

TEST_P(EveryAlgorithm, GoesOnWhereAllTestsDie) {
  ArtificialProblem problem(artificial::gradient());
  problem.diesOf = [](const Numbers&) { return true; };
  EXPECT_EQ(search(GetParam(), problem, 1000).evaluations, 1000u);
}

TEST_P(EveryAlgorithm, TestsThatReachNothingDoNoHarm) {
  artificial::Shape shape{3, 2, 0, 100, [](const Numbers&, std::vector<TargetDistance>&) {}};
  EXPECT_EQ(search(GetParam(), std::move(shape), 2000).covered, 0u);
}

TEST_P(EveryAlgorithm, BatchesOfOneTestWork) {
  class OneAtATime final : public ArtificialProblem {
   public:
    using ArtificialProblem::ArtificialProblem;
    size_t batchSize() const override { return 1; }
  } problem(artificial::remainders(10));
  EXPECT_EQ(search(GetParam(), problem, 5000).covered, 10u);
}

/// Finds a target more whenever a number is seen for the first time, as with types of exceptions.
class GrowingProblem final : public ArtificialProblem {
 public:
  GrowingProblem()
      : ArtificialProblem({1, 1, 0, 30, [this](const Numbers& numbers, std::vector<TargetDistance>& reached) {
                             reached.push_back({0, static_cast<uint64_t>(numbers[0]) + 1});
                             const auto [place, isNew] = found_.try_emplace(numbers[0], 1 + found_.size());
                             reached.push_back({static_cast<TargetId>(place->second), 0});
                           }}) {}
  size_t targetCount() const override { return 1 + found_.size(); }

 private:
  std::map<int64_t, size_t> found_;
};

TEST_P(EveryAlgorithm, TargetsFoundOnTheWayAreKept) {
  GrowingProblem problem;
  EXPECT_EQ(search(GetParam(), problem, 5000).covered, 31u);
}

uint64_t refined(const SearchStatistics& statistics) {
  uint64_t tests = 0;
  for (const RefinerYield& refiner : statistics.refiners) tests += refiner.tests;
  return tests;
}

TEST(Loop, AnUnknownAlgorithmIsTheUsersMistake) {
  ArtificialProblem problem(infeasible());
  Archive archive(1);
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 10}, interrupted);
  Rng rng(1);
  const Parameters parameters;
  const auto result = runSearch("nonsense", {problem, archive, budget, rng, parameters, nullptr});
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("nonsense"), std::string::npos);
  EXPECT_EQ(problem.evaluations, 0u);
}

TEST(Loop, TellsWhenTheSearchLastMadeProgress) {
  ArtificialProblem problem(artificial::remainders(4));
  Archive archive(5);  // the fifth target cannot be covered
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 3000}, interrupted);
  Rng rng(1);
  const Parameters parameters;
  const auto result = runSearch("random", {problem, archive, budget, rng, parameters, nullptr});
  ASSERT_TRUE(result.has_value());
  EXPECT_GE(result->lastProgressEvaluations, 4u);
  EXPECT_LT(result->lastProgressEvaluations, 300u);
  ASSERT_FALSE(result->progress.empty());
  EXPECT_EQ(result->progress.back().covered, 4u);
  for (size_t i = 1; i < result->progress.size(); ++i) {
    EXPECT_GT(result->progress[i].covered, result->progress[i - 1].covered);
    EXPECT_GT(result->progress[i].evaluations, result->progress[i - 1].evaluations);
    EXPECT_GE(result->progress[i].seconds, result->progress[i - 1].seconds);
  }
  EXPECT_EQ(refined(*result), 0u);
}

TEST(Loop, EveryAlgorithmButRandomHasRefiners) {
  for (const std::string& name : algorithmNames()) {
    // Far apart and exact: mutation alone would need far more tests.
    ArtificialProblem problem(artificial::gradient());
    Archive archive(problem.targetCount());
    const std::atomic<bool> interrupted = false;
    Budget budget({std::nullopt, 20000}, interrupted);
    Rng rng(1);
    const Parameters parameters;
    const auto result = runSearch(name, {problem, archive, budget, rng, parameters, nullptr});
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(refined(*result) > 0, name != "random") << name;
    EXPECT_EQ(archive.coveredCount() == archive.targetCount(), name != "random") << name;
  }
}

TEST(Loop, ClimbingCanBeSwitchedOff) {
  // The artificial problems compare nothing, so that climbing is all of their local search but for a look
  // at what is compared.
  ArtificialProblem problem(artificial::gradient());
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 20000}, interrupted);
  Rng rng(1);
  Parameters parameters;
  parameters.techniques.climbing = false;
  parameters.techniques.repairing = false;
  const auto result = runSearch("dynamosa", {problem, archive, budget, rng, parameters, nullptr});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(refined(*result), 0u);
}

TEST(Algorithms, TheDefaultIsDynamosaAndEachHasANameAndADescription) {
  EXPECT_EQ(algorithmNames().front(), "dynamosa");
  std::set<std::string> names;
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_TRUE(names.insert(info.name).second);
    EXPECT_FALSE(info.description.empty());
  }
}

TEST(Parameters, DefaultsAreWithinTheirLimits) {
  const Parameters parameters;
  std::set<std::string> options;
  for (const NumberOption<Parameters>& info : parameterOptions()) {
    EXPECT_TRUE(options.insert(info.option).second) << info.option;
    const double value =
        std::visit([&](auto member) { return static_cast<double>(parameters.*member); }, info.member);
    EXPECT_GE(value, info.low) << info.option;
    EXPECT_LE(value, info.high) << info.option;
  }
}

TEST(Budget, ProgressIsTheShareOfTheEvaluations) {
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 200}, interrupted);
  EXPECT_EQ(budget.progress(), 0.0);
  budget.take(50);
  EXPECT_EQ(budget.progress(), 0.25);
  budget.giveBack(10);
  EXPECT_EQ(budget.progress(), 0.2);
  budget.take(1000);
  EXPECT_EQ(budget.progress(), 1.0);
}

TEST(Budget, TimeThatIsOverIsAllProgressThereIs) {
  const std::atomic<bool> interrupted = false;
  const Budget budget({std::chrono::duration<double>(0), 200}, interrupted);
  EXPECT_EQ(budget.progress(), 1.0);
}

}  // namespace
}  // namespace covolve::search
