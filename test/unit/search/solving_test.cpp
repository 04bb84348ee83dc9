// Dynamic symbolic execution beside the search, on a program that is written down as its trace.
#include "search/refine/solving.h"

#include <gtest/gtest.h>

#include "../concolic/traces.h"
#include "artificial_problems.h"
#include "concolic/evaluate.h"
#include "gene/number/integer_gene.h"
#include "gene/text/text_gene.h"
#include "search/refine/refiners.h"
#include "search/refine/test_data.h"

namespace covolve::search {
namespace {

using concolic::Operation;
using concolic::TraceWriter;

Individual withNumbers(const std::vector<__int128>& values) {
  Individual individual;
  individual.actions.emplace_back(0);
  for (const __int128 value : values) {
    auto gene = gene::IntegerGene::ofType(32, true);
    gene->set(value);
    individual.actions[0].genes.push_back(std::move(gene));
  }
  return individual;
}

std::vector<__int128> numbersOf(const Individual& individual) {
  std::vector<__int128> numbers;
  visitLeaves(individual, [&](const gene::Leaf& leaf) { numbers.push_back(leaf.readInteger()->value); });
  return numbers;
}

/// if (x * 7919 == 1234567891) { if ((x ^ y) == 99) ... }, on 32 bits. Site n has targets 2n - 2 for true and
/// 2n - 1 for false.
class TwoLocks final : public ConcolicRuns {
 public:
  Readiness prepare(std::chrono::duration<double>) override {
    ++prepared;
    return readiness;
  }
  std::optional<concolic::Trace> trace(const Individual& individual) override {
    ++traces;
    const std::vector<__int128> numbers = numbersOf(individual);
    const std::vector<uint64_t> values{static_cast<uint32_t>(numbers[0]), static_cast<uint32_t>(numbers[1])};
    TraceWriter writer;
    const uint32_t x = writer.input(32);
    const uint32_t y = writer.input(32);
    const uint32_t product = writer.add(Operation::Multiply, 32, {x, writer.constant(32, 7919)});
    const auto decide = [&](uint32_t condition, uint64_t site) {
      const bool taken = concolic::evaluate(writer.trace, condition, values) == 1;
      writer.decide(condition, taken, site);
      return taken;
    };
    if (decide(writer.add(Operation::Equal, 1, {product, writer.constant(32, 1234567891)}), 1)) {
      const uint32_t mixed = writer.add(Operation::Xor, 32, {x, y});
      decide(writer.add(Operation::Equal, 1, {mixed, writer.constant(32, 99)}), 2);
    }
    writer.trace.isLimited = isLimited;
    return writer.trace;
  }
  TargetId targetOf(uint64_t site, bool outcome) const override {
    return static_cast<TargetId>(2 * site - (outcome ? 2 : 1));
  }
  std::filesystem::path smtSolver() const override { return {}; }
  std::filesystem::path scratch() const override { return {}; }
  bool isRepeatable() const override { return true; }

  Readiness readiness = Readiness::Ready;
  size_t prepared = 0;
  size_t traces = 0;
  bool isLimited = false;
};

class SolvingTest : public testing::Test {
 protected:
  static constexpr TargetId kSecondTrue = 2;

  class LockedProblem final : public artificial::ArtificialProblem {
   public:
    using ArtificialProblem::ArtificialProblem;
    ConcolicRuns* concolicRuns() override { return &locks; }
    std::optional<Individual> revived(const Individual& dead, Rng&) override {
      if (!revives) return std::nullopt;
      return dead;
    }
    TwoLocks locks;
    bool revives = false;
  };

  static Parameters patient(size_t tests) {
    Parameters parameters;
    parameters.dsePatience = tests;
    return parameters;
  }

  EvaluatedTest evaluated(Individual individual) {
    std::vector<TargetDistance> reached;
    const auto trace = problem_.locks.trace(individual);
    for (const concolic::Decision& decision : trace->decisions) {
      reached.push_back({problem_.locks.targetOf(decision.site, decision.taken != 0), 0});
      reached.push_back({problem_.locks.targetOf(decision.site, decision.taken == 0), 1000});
    }
    return std::make_shared<const Evaluated>(std::move(individual), Length{1, 1}, std::move(reached));
  }
  void observe(Refiner& refiner, const EvaluatedTest& test, bool isOwn) {
    const bool isBetter{archive_.offer(test)};
    const Refiner::Observation observation{test, {}, isBetter, true};
    refiner.observe(observation);
    if (isOwn) refiner.receive(observation);
  }

  LockedProblem problem_{
      artificial::Shape{4, 1, 0, 1000, [](const artificial::Numbers&, std::vector<TargetDistance>&) {}}};
  Archive archive_{4};
  Rng rng_{1};
  double progress_ = 0;
};

TEST_F(SolvingTest, OpensOneLockBehindTheOtherInOneUse) {
  const Parameters parameters = patient(0);
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  observe(refiner, evaluated(withNumbers({1, 2})), false);
  std::vector<Individual> batch;
  refiner.propose(10, batch);
  ASSERT_GE(batch.size(), 2);
  for (Individual& test : batch) observe(refiner, evaluated(std::move(test)), true);
  EXPECT_TRUE(archive_.isCovered(kSecondTrue));
  EXPECT_EQ(refiner.solving()->uses, 1);
}

TEST_F(SolvingTest, WhatDiesIsTriedOnceMoreWhereItMayLive) {
  const auto died = std::make_shared<const Evaluated>(Individual{}, Length{}, std::vector<TargetDistance>{});
  const EvaluatedTest start = evaluated(withNumbers({1, 2}));
  for (const bool revives : {false, true}) {
    problem_.revives = revives;
    const Parameters parameters = patient(0);
    Solving refiner({problem_, archive_, rng_, parameters, progress_});
    observe(refiner, start, false);
    const auto proposed = [&] {
      std::vector<Individual> batch;
      refiner.propose(100, batch);
      for (size_t i = 0; i < batch.size(); ++i) refiner.receive({died, {}, false});
      return batch;
    };
    const std::vector<Individual> first = proposed();
    ASSERT_FALSE(first.empty());
    const std::vector<Individual> second = proposed();
    ASSERT_EQ(second.size(), revives ? first.size() : 0);
    if (revives) EXPECT_EQ(numbersOf(second[0]), numbersOf(first[0]));
    EXPECT_TRUE(proposed().empty());
  }
}

TEST_F(SolvingTest, WaitsUntilTheCheapWaysHaveStoppedToEarn) {
  const Parameters parameters = patient(3);
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  const EvaluatedTest test = evaluated(withNumbers({1, 2}));
  const size_t before = problem_.locks.traces;
  std::vector<Individual> batch;
  for (int i = 0; i < 3; ++i) {
    observe(refiner, test, false);
    refiner.propose(10, batch);
    EXPECT_TRUE(batch.empty());
  }
  EXPECT_EQ(problem_.locks.traces, before);
  observe(refiner, test, false);
  refiner.propose(10, batch);
  EXPECT_FALSE(batch.empty());
}

TEST_F(SolvingTest, ARefinerOnlyWhereTestsCanBeRunConcolically) {
  Parameters parameters;
  const auto names = [&](Problem& problem) {
    const RefinerList list({problem, archive_, rng_, parameters, progress_});
    std::vector<std::string> all;
    for (const RefinerYield& yield : list.yields()) all.push_back(yield.name);
    return all;
  };
  parameters.dse = "adaptive";
  EXPECT_EQ(names(problem_).back(), "dse");
  parameters.dse = "off";
  EXPECT_NE(names(problem_).back(), "dse");
  artificial::ArtificialProblem other(
      {4, 1, 0, 1000, [](const artificial::Numbers&, std::vector<TargetDistance>&) {}});
  parameters.dse = "always";
  EXPECT_NE(names(other).back(), "dse");
}

TEST_F(SolvingTest, WithoutAShareForLocalSearchConditionsAreSolvedAllTheSame) {
  Parameters parameters = patient(0);
  parameters.localSearchShare = 0;
  RefinerList list({problem_, archive_, rng_, parameters, progress_});
  ASSERT_EQ(list.yields().size(), 1);
  EXPECT_EQ(list.yields().front().name, "dse");
  EXPECT_EQ(list.share(), 1) << "it takes tests that it has made, and no more";
  parameters.dse = "off";
  EXPECT_TRUE(RefinerList({problem_, archive_, rng_, parameters, progress_}).empty());
}

TEST_F(SolvingTest, NothingIsPreparedWithoutDataToSolve) {
  const Parameters parameters = patient(0);
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  Individual bare;
  bare.actions.emplace_back(0);
  const EvaluatedTest test = std::make_shared<const Evaluated>(std::move(bare), Length{1, 1},
                                                               std::vector<TargetDistance>{{0, 1000}});
  observe(refiner, test, false);
  std::vector<Individual> batch;
  refiner.propose(10, batch);
  EXPECT_TRUE(batch.empty());
  EXPECT_EQ(problem_.locks.prepared, 0);
}

TEST_F(SolvingTest, NothingIsPreparedWhereChanceIsAgainstIt) {
  Parameters parameters = patient(0);
  parameters.dseProbability = 0;
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  observe(refiner, evaluated(withNumbers({1, 2})), false);
  std::vector<Individual> batch;
  refiner.propose(10, batch);
  EXPECT_TRUE(batch.empty());
  EXPECT_EQ(problem_.locks.prepared, 0);
}

TEST_F(SolvingTest, OneDrawIsMadeForAUseHoweverLongItsPreparationTakes) {
  Parameters parameters = patient(0);
  parameters.dseProbability = 0.5;
  problem_.locks.readiness = ConcolicRuns::Readiness::NotYet;
  while (!Rng(rng_).chance(0.5)) rng_.chance(0.5);  // the next draw is for it
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  observe(refiner, evaluated(withNumbers({1, 2})), false);
  std::vector<Individual> batch;
  for (int i = 0; i < 20; ++i) refiner.propose(10, batch);
  EXPECT_EQ(problem_.locks.prepared, 20);
  problem_.locks.readiness = ConcolicRuns::Readiness::Ready;
  refiner.propose(10, batch);
  EXPECT_FALSE(batch.empty());
}

TEST_F(SolvingTest, AsksNoMoreWhereItIsToldThatItIsOfNoUse) {
  const Parameters parameters = patient(0);
  problem_.locks.readiness = ConcolicRuns::Readiness::Never;
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  const EvaluatedTest test = evaluated(withNumbers({1, 2}));
  std::vector<Individual> batch;
  for (int i = 0; i < 5; ++i) {
    observe(refiner, test, false);
    refiner.propose(10, batch);
  }
  EXPECT_EQ(problem_.locks.prepared, 1);
  EXPECT_TRUE(batch.empty());
}

TEST_F(SolvingTest, ATestThatIsThroughIsNotExploredForAnotherTarget) {
  const Parameters parameters = patient(0);
  problem_.locks.isLimited = true;  // nothing can be made of it
  Solving refiner({problem_, archive_, rng_, parameters, progress_});
  const EvaluatedTest test = std::make_shared<const Evaluated>(
      withNumbers({1, 2}), Length{1, 1}, std::vector<TargetDistance>{{0, 1000}, {2, 1000}});
  std::vector<Individual> batch;
  for (int i = 0; i < 5; ++i) {
    observe(refiner, test, false);
    refiner.propose(10, batch);
  }
  EXPECT_EQ(refiner.solving()->uses, 1);
  EXPECT_EQ(refiner.solving()->limitedTraces, 1);
}

constexpr SolvingQuota::Rates kRates{.grant = 100, .share = 0.5, .least = 0.1, .most = 1};

TEST(SolvingQuota, GrowsWithWhatTheSearchHasDone) {
  SolvingQuota quota(kRates);
  EXPECT_EQ(quota.left(0), 100);
  EXPECT_EQ(quota.left(40), 120);
  quota.spend(115);
  EXPECT_EQ(quota.left(40), 0) << "too little to begin with";
  EXPECT_EQ(quota.left(100), 35);
}

TEST(SolvingQuota, FollowsWhatUsesEarn) {
  SolvingQuota quota(kRates);
  quota.note(SolvingQuota::Earned::Nothing);
  EXPECT_DOUBLE_EQ(quota.share(), 0.25);
  quota.note(SolvingQuota::Earned::Approach);
  EXPECT_DOUBLE_EQ(quota.share(), 0.225);
  for (int i = 0; i < 20; ++i) quota.note(SolvingQuota::Earned::Nothing);
  EXPECT_DOUBLE_EQ(quota.share(), 0.1);
  for (int i = 0; i < 20; ++i) quota.note(SolvingQuota::Earned::Target);
  EXPECT_DOUBLE_EQ(quota.share(), 1);
}

TEST(SolvingQuota, UsesInVainCostALongSearchNextToNothing) {
  SolvingQuota quota({.grant = 1, .share = 0.5, .least = 0.01, .most = 1});
  double spent = 0;
  for (double done = 0; done < 100; done += 0.1) {
    const double effort = quota.left(done);
    if (effort <= 0) continue;
    quota.spend(effort);
    quota.note(SolvingQuota::Earned::Nothing);
    spent += effort;
  }
  EXPECT_LT(spent, 3);
}

TEST(SolvingStatistics, EffortIsMadeOfCountsAlone) {
  SolvingStatistics statistics;
  EXPECT_EQ(statistics.effort(), 0);
  statistics.traceSeconds = 100;
  statistics.chain.whole.seconds = 100;
  EXPECT_EQ(statistics.effort(), 0);
  statistics.chain.solvers[concolic::ChainCounts::kZ3].solved = 1;
  const uint64_t answered = statistics.effort();
  const auto with = [](uint64_t concolic::SolverCounts::* outcome) {
    SolvingStatistics one;
    one.chain.solvers[concolic::ChainCounts::kZ3].*outcome = 1;
    return one.effort();
  };
  EXPECT_GT(with(&concolic::SolverCounts::outOfSteps), 10 * answered);
  EXPECT_GT(with(&concolic::SolverCounts::died), 10 * answered);
  EXPECT_GT(with(&concolic::SolverCounts::outOfTime), 10 * with(&concolic::SolverCounts::outOfSteps))
      << "ten seconds";
}

TEST(TestData, NumbersAreReadAndSetAtTheirWidth) {
  Individual individual = withNumbers({-1, 5});
  const std::vector<concolic::Datum> data{{0, 0, 32, 0, 0}, {1, 0, 32, 0, 0}};
  const std::vector<uint64_t> values = valuesOf(individual, data);
  EXPECT_EQ(values, (std::vector<uint64_t>{0xFFFFFFFF, 5}));
  ASSERT_TRUE(setValues(individual, data, values, std::vector<uint64_t>{0xFFFFFFFE, 5}));
  EXPECT_EQ(numbersOf(individual)[0], -2);
}

TEST(TestData, ATextOfAnotherSizeGoesOnAsItWas) {
  Individual individual;
  individual.actions.emplace_back(0);
  auto gene = std::make_unique<gene::TextGene>(true);
  gene->set("ab");
  individual.actions[0].genes.push_back(std::move(gene));
  const std::vector<concolic::Datum> data{
      {0, 0, 8, 0, 0}, {0, 1, 8, 0, 0}, {0, concolic::Datum::kSize, 64, 0, 0}};
  const std::vector<uint64_t> values = valuesOf(individual, data);
  EXPECT_EQ(values, (std::vector<uint64_t>{'a', 'b', 2}));
  ASSERT_TRUE(setValues(individual, data, values, std::vector<uint64_t>{'x', 'b', 5}));
  visitLeaves(individual, [](const gene::Leaf& leaf) { EXPECT_EQ(leaf.readText()->text, "xbaba"); });
}

TEST(TestData, WhatAGeneDemandsMustStayAsItIs) {
  Individual individual;
  individual.actions.emplace_back(0);
  individual.actions[0].genes.push_back(std::make_unique<gene::IntegerGene>(32, -3, 12));
  concolic::TraceWriter writer;
  writer.input(32);
  addDomains(individual, writer.trace);
  ASSERT_EQ(writer.trace.decisions.size(), 2);
  const auto holds = [&](int32_t value) {
    const std::vector<uint64_t> values{static_cast<uint32_t>(value)};
    return std::ranges::all_of(writer.trace.decisions, [&](const concolic::Decision& decision) {
      return concolic::evaluate(writer.trace, decision.condition, values) == decision.taken;
    });
  };
  EXPECT_TRUE(holds(-3));
  EXPECT_TRUE(holds(12));
  EXPECT_FALSE(holds(-4));
  EXPECT_FALSE(holds(13));
}

}  // namespace
}  // namespace covolve::search
