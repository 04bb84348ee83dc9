#include "search/offspring.h"

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
  if (archive.coveredCount() > 0 && context_.rng.chance(context_.parameters.archiveShare)) {
    constexpr int kTries = 8;  // where few targets are covered, a sample does as well
    for (int i = 0; i < kTries; ++i) {
      const auto& best = archive.best(static_cast<TargetId>(context_.rng.below(archive.targetCount())));
      if (best == nullptr) continue;
      Individual copy = *best;
      context_.problem.mutate(copy, context_.rng);
      return copy;
    }
  }
  return context_.problem.sample(context_.rng);
}

void Offspring::ofParents(const Individual& one, const Individual& other, size_t size,
                          std::vector<Individual>& batch) {
  Individual first = one;
  const bool hasRoom = batch.size() + 1 < size;
  const bool crosses = context_.rng.chance(context_.parameters.crossoverRate);
  if (hasRoom || crosses) {
    Individual second = other;
    if (crosses) context_.problem.crossOver(first, second, context_.rng);
    if (hasRoom) {
      change(second, one, other);
      batch.push_back(std::move(second));
    }
  }
  change(first, one, other);
  batch.push_back(std::move(first));
}

void Offspring::change(Individual& child, const Individual& one, const Individual& other) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    context_.problem.mutate(child, context_.rng);
    if (!isSame(child, one) && !isSame(child, other)) return;
  }
  child = context_.problem.sample(context_.rng);
}

}  // namespace covolve::search
