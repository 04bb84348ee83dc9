#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "gene/structure/tuple_gene.h"
#include "search/mutation/impact.h"
#include "search/mutation/mutator.h"
#include "searching.h"

namespace covolve::search {
namespace {

/// Where a strategy changes tests of an artificial problem, without a search around it.
struct Surroundings {
  explicit Surroundings(artificial::Shape shape)
      : problem(std::move(shape)), archive(problem.targetCount()) {}

  Context context() { return {problem, archive, rng, parameters, progress}; }
  EvaluatedTest sampled() {
    return std::make_shared<const Evaluated>(problem.sample({}, rng), Length{},
                                             std::vector<TargetDistance>());
  }

  artificial::ArtificialProblem problem;
  Archive archive;
  Rng rng{1};
  Parameters parameters;
  double progress = 0;
};

artificial::Shape numbers(size_t count) {
  return {1, count, -1000, 1000, [](const artificial::Numbers&, std::vector<TargetDistance>&) {}};
}

/// How many numbers differ on average.
double changedNumbers(Surroundings& around, const std::string& strategy) {
  around.parameters.mutation = strategy;
  Mutator mutator(around.context());
  const EvaluatedTest start = around.sampled();
  constexpr int kMutants = 2000;
  size_t changed = 0;
  for (int i = 0; i < kMutants; ++i) {
    const Individual mutant = mutator.mutant({0, start, {}});
    for (size_t k = 0; k < mutant.actions.size(); ++k) {
      changed += mutant.actions[k].genes[0]->equals(*start->individual.actions[k].genes[0]) ? 0 : 1;
    }
  }
  return static_cast<double>(changed) / kMutants;
}

TEST(Hypermutation, ChangesAShareOfTheDataAtFirstAndOneWhenFocused) {
  Surroundings around(numbers(40));
  EXPECT_NEAR(changedNumbers(around, "hyper"), 20, 1);
  around.progress = 0.25;
  EXPECT_NEAR(changedNumbers(around, "hyper"), 10.5, 1);
  around.progress = 0.7;
  EXPECT_NEAR(changedNumbers(around, "hyper"), 1.4, 0.3);  // one at least
  around.progress = 0;
  around.parameters.hypermutationShare = 0;
  EXPECT_NEAR(changedNumbers(around, "hyper"), 1.4, 0.3);
}

/// A digest of all tests that a search of these numbers makes.
uint64_t testsOf(const std::string& mutation, const std::function<void(Parameters&)>& set) {
  artificial::ArtificialProblem problem(artificial::nested());
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 3000}, interrupted);
  Rng rng(1);
  Parameters parameters;
  parameters.localSearchShare = 0;
  parameters.mutation = mutation;
  set(parameters);
  EXPECT_TRUE(runSearch("mio", {problem, archive, budget, rng, parameters, nullptr}).has_value());
  return problem.seen;
}

TEST(DataMutation, EachStrategyAndEachOfItsNumbersChangesTheSearch) {
  const auto nothing = [](Parameters&) {};
  std::set<uint64_t> strategies;
  for (const std::string& name : dataMutationNames()) strategies.insert(testsOf(name, nothing));
  EXPECT_EQ(strategies.size(), dataMutationNames().size());

  struct Number {
    std::string mutation;
    double Parameters::* member;
    double value;
  };
  const std::vector<Number> numbers{
      {"standard", &Parameters::copyArgument, 0},      {"standard", &Parameters::furtherChanges, 0},
      {"standard", &Parameters::lastActionShare, 0.5}, {"hyper", &Parameters::hypermutationShare, 0.1},
      {"hyper", &Parameters::focusedFrom, 0.9},        {"adaptive", &Parameters::mutationEvenness, 0.2},
      {"adaptive", &Parameters::adaptiveShare, 0.9},   {"adaptive", &Parameters::impactEmphasis, 9},
  };
  for (const Number& number : numbers) {
    const auto set = [&](Parameters& parameters) { parameters.*number.member = number.value; };
    EXPECT_NE(testsOf(number.mutation, set), testsOf(number.mutation, nothing)) << number.value;
  }
}

/// A search for which the number counts: by a choice for each of its needs.
std::pair<std::string, Parameters> searchFor(const OptionNeeds& needs) {
  std::string algorithm = "dynamosa";
  Parameters parameters;
  for (const auto& need : needs) {
    const OptionChoice& choice = need.front();
    if (choice.isNot) continue;
    (choice.option == "--algorithm" ? algorithm : parameters.mutation) = choice.values.back();
  }
  return {algorithm, parameters};
}

uint64_t testsOf(const std::string& algorithm, const Parameters& parameters) {
  artificial::ArtificialProblem problem(artificial::nested());
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 20000}, interrupted);
  Rng rng(1);
  EXPECT_TRUE(runSearch(algorithm, {problem, archive, budget, rng, parameters, nullptr}).has_value());
  return problem.seen;
}

// Refining and solving need code under test (test/unit/unit, test/e2e).
TEST(Parameters, EachNumberChangesTheSearchesThatItIsDeclaredFor) {
  for (const NumberOption<Parameters>& number : parameterOptions()) {
    if (!number.levels.rest) continue;
    const auto [algorithm, byDefault] = searchFor(number.needs);
    Parameters changed = byDefault;
    const auto change = [&](auto member) {
      const auto low = static_cast<std::decay_t<decltype(changed.*member)>>(number.low);
      const auto high = static_cast<std::decay_t<decltype(changed.*member)>>(number.high);
      changed.*member = changed.*member == low ? high : low;
    };
    std::visit(change, number.member);
    EXPECT_NE(testsOf(algorithm, changed), testsOf(algorithm, byDefault)) << number.option;
  }
}

/// Notes whose actions it was given.
class SplicingProblem : public artificial::ArtificialProblem {
 public:
  using ArtificialProblem::ArtificialProblem;

  bool splice(Individual& test, const Individual& donor, Rng&) override {
    const bool isOwn = donor.actions[0].genes[0]->equals(*test.actions[0].genes[0]);
    ++(isOwn ? ofItself : ofOthers);
    return true;
  }

  int ofItself = 0;
  int ofOthers = 0;
};

TEST(Splicing, TakesActionsOfTestsThatCoverSomethingAndAtTimesOfTheTestItself) {
  SplicingProblem problem(numbers(1));
  Archive archive(problem.targetCount());
  Rng rng(1);
  Parameters parameters;
  parameters.splice = 1;
  const double progress = 0;
  Mutator mutator({problem, archive, rng, parameters, progress});
  const auto tested = [&](int64_t value, uint64_t distance) {
    Individual individual = problem.sample({}, rng);
    individual.actions[0].genes[0]->assign(Value::number(value));
    return std::make_shared<const Evaluated>(std::move(individual), Length{1, 1},
                                             std::vector<TargetDistance>{{0, distance}});
  };
  archive.offer(tested(1, 0));
  for (int i = 0; i < 400; ++i) mutator.mutant({0, tested(2, 5), {}});
  EXPECT_GT(problem.ofItself, 50);
  EXPECT_GT(problem.ofOthers, problem.ofItself / 2);
}

TEST(StandardMutation, ChangesAboutTwo) {
  Surroundings around(numbers(40));
  EXPECT_NEAR(changedNumbers(around, "standard"), 2, 0.2);
}

/// How often the heavy one of two arguments changes.
double heavyShare(double evenness) {
  Surroundings around(numbers(1));
  around.parameters.mutation = "hyper";
  around.parameters.hypermutationShare = 0;
  around.parameters.mutationEvenness = evenness;
  around.parameters.copyArgument = 0;
  gene::GeneList fields;
  for (int i = 0; i < 9; ++i) fields.push_back(std::make_unique<gene::IntegerGene>(32, 0, 1'000'000));
  Individual test;
  test.actions.emplace_back(0);
  test.actions[0].genes.push_back(std::make_unique<gene::IntegerGene>(32, 0, 1'000'000));
  test.actions[0].genes.push_back(std::make_unique<gene::TupleGene>(std::move(fields)));
  const auto start = std::make_shared<const Evaluated>(test, Length{}, std::vector<TargetDistance>());
  Mutator mutator(around.context());
  size_t light = 0;
  size_t heavy = 0;
  for (int i = 0; i < 4000; ++i) {
    const Individual mutant = mutator.mutant({0, start, {}});
    light += mutant.actions[0].genes[0]->equals(*test.actions[0].genes[0]) ? 0 : 1;
    heavy += mutant.actions[0].genes[1]->equals(*test.actions[0].genes[1]) ? 0 : 1;
  }
  return static_cast<double>(heavy) / static_cast<double>(light + heavy);
}

TEST(Hypermutation, HeavierArgumentsChangeMoreOftenUnlessAllAreAlike) {
  EXPECT_GT(heavyShare(0), 0.8);
  EXPECT_NEAR(heavyShare(1), 0.5, 0.05);
}

TEST(Impact, IsWeighedAsInThePapersExample) {
  EXPECT_EQ(Impact{}.weight(1.5), 1);                       // never changed: to be tried first
  EXPECT_EQ((Impact{0, 2}).weight(1.5), 0);                 // x and z
  EXPECT_EQ((Impact{1, 0}).weight(1.5), 1);                 // y
  EXPECT_DOUBLE_EQ((Impact{1, 1}).weight(1.5), 1.5 / 2.5);  // c emphasises impact
}

TEST(Impact, IsKeptForEveryTargetAndGene) {
  ImpactTable table;
  for (TargetId target = 0; target < 100; ++target) {
    for (GeneId gene = 0; gene < 50; ++gene) {
      table.note(target, gene, (target + gene) % 2 == 0, 0.5);
      table.note(target, gene, false, 0.5);
    }
  }
  for (TargetId target = 0; target < 100; ++target) {
    for (GeneId gene = 0; gene < 50; ++gene) {
      const Impact impact = table.of(target, gene);
      EXPECT_EQ(impact.changed, (target + gene) % 2 == 0 ? 0.5 : 0);
      EXPECT_EQ(impact.unchanged, (target + gene) % 2 == 0 ? 1 : 2);
    }
  }
  EXPECT_TRUE(table.of(1000, 3).isUnknown());
}

TEST(AdaptiveMutation, PrefersWhatHadAnImpactAndFirstWhatWasNeverTried) {
  Surroundings around(numbers(20));
  around.parameters.mutation = "adaptive";
  around.parameters.hypermutationShare = 0;
  around.parameters.adaptiveShare = 1;
  around.parameters.mutationEvenness = 0;
  around.parameters.copyArgument = 0;
  Mutator mutator(around.context());
  const EvaluatedTest start = around.sampled();
  const Goal goal{0, start, {0, 100}};
  std::map<GeneId, size_t> tried;
  std::map<GeneId, size_t> atFirst;
  GeneId impactful = 0;
  for (int i = 0; i < 400; ++i) {
    Individual mutant = mutator.mutant(goal);
    ASSERT_NE(mutant.lineage, nullptr);
    const auto lineage = mutant.lineage;
    uint64_t distance = 100;
    for (const GeneChange& change : lineage->changes) {
      if (impactful == 0) impactful = change.gene;
      if (change.gene == impactful) distance = 90;
      if (i < 30) ++atFirst[change.gene];
      if (i >= 100) ++tried[change.gene];
    }
    mutator.learn(*lineage, Evaluated{std::move(mutant), {}, {{0, distance}}});
  }
  EXPECT_EQ(atFirst.size(), 20u) << "each was tried before the others were tried again";
  EXPECT_GT(tried[impactful], 100u);
  for (const auto& [gene, count] : tried) EXPECT_TRUE(gene == impactful || count < 60) << count;
}

TEST(GeneNames, AreTheSameInCopiesAndChildren) {
  Surroundings around(numbers(6));
  around.parameters.mutation = "adaptive";
  Mutator mutator(around.context());
  std::set<GeneId> names;
  for (int i = 0; i < 200; ++i) {
    Individual one = around.problem.sample({}, around.rng);
    Individual other = around.problem.sample({}, around.rng);
    around.problem.crossOver(one, other, around.rng);
    const auto start = std::make_shared<const Evaluated>(one, Length{}, std::vector<TargetDistance>());
    for (const GeneChange& change : mutator.mutant({0, start, {}}).lineage->changes)
      names.insert(change.gene);
  }
  EXPECT_EQ(names.size(), 6u);
}

/// Sees tests as they are evaluated.
class SeenLineages : public artificial::ArtificialProblem {
 public:
  using ArtificialProblem::ArtificialProblem;

  Result<void> submit(std::vector<Individual> batch) override {
    for (const Individual& test : batch)
      withChanges += test.lineage && !test.lineage->changes.empty() ? 1 : 0;
    return ArtificialProblem::submit(std::move(batch));
  }

  size_t withChanges = 0;
};

TEST(Lineage, ATestCarriesWhatWasChangedUntilThatIsLearnedAndNotItsAncestors) {
  SeenLineages problem(artificial::manyInfeasible());
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 5000}, interrupted);
  Rng rng(1);
  Parameters parameters;
  parameters.localSearchShare = 0;
  parameters.mutation = "adaptive";
  ASSERT_TRUE(runSearch("mio", {problem, archive, budget, rng, parameters, nullptr}).has_value());
  for (TargetId target = 0; target < archive.targetCount(); ++target) {
    const EvaluatedTest& nearest = archive.nearestTest(target);
    if (nearest == nullptr) continue;
    EXPECT_EQ(nearest->individual.lineage, nullptr);
  }
  EXPECT_GT(problem.withChanges, 1000u);
}

}  // namespace
}  // namespace covolve::search
