#include <gtest/gtest.h>

#include <deque>

#include "gene/integer_gene.h"
#include "search/algorithm/random.h"

namespace covolve::search {
namespace {

/// One integer; target i is covered by a value whose remainder is i.
class RemainderProblem final : public Problem {
 public:
  explicit RemainderProblem(size_t targets) : targets_(targets) {}

  size_t targetCount() const override { return targets_; }
  Individual sample(Rng& rng) override {
    Individual individual;
    individual.actions.emplace_back(0);
    auto gene = gene::IntegerGene::ofType(32, false);
    gene->sample(rng);
    individual.actions[0].genes.push_back(std::move(gene));
    return individual;
  }
  size_t pipelineDepth() const override { return 2; }
  size_t batchSize() const override { return 10; }
  Result<void> submit(std::vector<Individual> batch) override {
    underWay_.push_back(std::move(batch));
    deepest_ = std::max(deepest_, underWay_.size());
    return {};
  }
  Result<void> collect(const Receive& receive) override {
    for (const Individual& individual : underWay_.front()) {
      ++evaluations_;
      const auto& gene = static_cast<const gene::IntegerGene&>(*individual.actions[0].genes[0]);
      const Closeness covered{static_cast<TargetId>(gene.value() % 4), 0};
      if (covered.target < targets_) receive(individual, std::span(&covered, 1));
    }
    underWay_.pop_front();
    return {};
  }

  size_t evaluations_ = 0;
  size_t deepest_ = 0;

 private:
  size_t targets_;
  std::deque<std::vector<Individual>> underWay_;
};

struct Outcome {
  size_t covered;
  size_t evaluations;
  size_t deepest;
};

Outcome search(size_t targets, uint64_t evaluations) {
  RemainderProblem problem(targets);
  Archive archive(problem.targetCount());
  const std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, evaluations}, interrupted);
  Rng rng(1);
  EXPECT_TRUE(RandomSearch().run({problem, archive, budget, rng, nullptr}).has_value());
  return {archive.coveredCount(), problem.evaluations_, problem.deepest_};
}

TEST(RandomSearch, StopsWhenAllTargetsAreCovered) {
  const Outcome outcome = search(4, 100000);
  EXPECT_EQ(outcome.covered, 4u);
  EXPECT_LT(outcome.evaluations, 1000u);
}

TEST(RandomSearch, UsesExactlyItsEvaluations) {
  const Outcome outcome = search(5, 123);  // the fifth target cannot be covered
  EXPECT_EQ(outcome.evaluations, 123u);
}

TEST(RandomSearch, KeepsThePipelineFullButNoFuller) { EXPECT_EQ(search(5, 200).deepest, 2u); }

TEST(RandomSearch, AnInterruptEndsItWithWhatWasFound) {
  RemainderProblem problem(5);
  Archive archive(problem.targetCount());
  std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, 1000000}, interrupted);
  Rng rng(1);
  int batches = 0;
  const auto afterBatch = [&] { interrupted = ++batches == 5; };
  EXPECT_TRUE(RandomSearch().run({problem, archive, budget, rng, afterBatch}).has_value());
  EXPECT_LT(problem.evaluations_, 200u);
  EXPECT_GT(archive.coveredCount(), 0u);
}

TEST(Algorithms, EveryNameMakesOneAndUnknownNamesNone) {
  for (const std::string& name : algorithmNames()) EXPECT_NE(makeAlgorithm(name), nullptr);
  EXPECT_EQ(makeAlgorithm("nonsense"), nullptr);
}

}  // namespace
}  // namespace covolve::search
