#include "search/algorithm/offspring.h"

#include <algorithm>

namespace covolve::search {

namespace {

/// Actions of one kind have genes of the same domains.
bool isSame(const Individual& one, const Individual& other) {
  return std::ranges::equal(one.actions, other.actions, [](const Action& left, const Action& right) {
    return left.kind == right.kind &&
           std::ranges::equal(left.genes, right.genes,
                              [](const auto& gene, const auto& twin) { return gene->equals(*twin); });
  });
}

}  // namespace

Individual Offspring::fresh() {
  const Archive& archive = context_.archive;
  const Goal goal = context_.openGoal();
  if (auto seed = context_.problem.seed(goal, context_.rng)) return *std::move(seed);
  if (archive.coveredCount() > 0 && context_.rng.chance(context_.parameters.archiveShare)) {
    constexpr int kTries = 8;  // where few targets are covered, a sample does as well
    for (int i = 0; i < kTries; ++i) {
      const auto& best = archive.best(static_cast<TargetId>(context_.rng.below(archive.targetCount())));
      if (best == nullptr) continue;
      // What comes behind a covered target has no distance from there yet: there is no goal to learn for.
      Individual copy = *best;
      mutator_.mutate(copy, {}, false);
      return copy;
    }
  }
  return context_.problem.sample(goal, context_.rng);
}

Goal Offspring::goalOf(const EvaluatedTest& test) {
  constexpr int kTries = 8;
  for (int i = 0; i < kTries && !test->reached.empty(); ++i) {
    const auto& [target, distance] = context_.rng.pick(test->reached);
    if (!context_.archive.isCovered(target)) return {target, test, {0, distance}};
  }
  return {kNoTarget, test, {}};
}

void Offspring::ofParents(const Goal& one, const Goal& other, size_t size, std::vector<Individual>& batch) {
  const bool hasRoom = batch.size() + 1 < size;
  bool crosses = context_.rng.chance(context_.parameters.crossoverRate);
  if (!hasRoom) {
    Individual& child = batch.emplace_back(one.start->individual);
    if (crosses) {
      Individual twin = other.start->individual;
      crosses = context_.problem.crossOver(child, twin, context_.rng);
    }
    return change(child, one, other, !crosses);
  }
  // They become what they will be where they stand: a test is not moved about for nothing.
  batch.push_back(other.start->individual);
  batch.push_back(one.start->individual);
  Individual& first = batch.back();
  Individual& second = batch[batch.size() - 2];
  if (crosses) crosses = context_.problem.crossOver(first, second, context_.rng);
  change(second, other, one, !crosses);
  change(first, one, other, !crosses);
}

void Offspring::change(Individual& child, const Goal& goal, const Goal& other, bool isStart) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    mutator_.mutate(child, goal, isStart && i == 0);
    if (!isSame(child, goal.start->individual) && !isSame(child, other.start->individual)) return;
  }
  child = context_.problem.sample(goal, context_.rng);
}

}  // namespace covolve::search
