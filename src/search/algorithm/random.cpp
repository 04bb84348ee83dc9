#include "search/algorithm/random.h"

namespace covolve::search {

Result<void> RandomSearch::run(Services services) {
  auto& [problem, archive, budget, rng, afterBatch] = services;
  size_t underWay = 0;
  const auto keep = [&](const Individual& individual, std::span<const Closeness> reached) {
    archive.grow(problem.targetCount());
    archive.offer(individual, reached);
  };
  bool isOver = false;
  while (!isOver || underWay > 0) {
    if (!isOver) {
      const uint64_t count = budget.take(problem.batchSize());
      std::vector<Individual> batch;
      batch.reserve(count);
      for (uint64_t i = 0; i < count; ++i) batch.push_back(problem.sample(rng));
      if (count > 0) {
        if (auto sent = problem.submit(std::move(batch)); !sent) return sent;
        ++underWay;
      }
      isOver = count == 0;
    }
    if (underWay > 0 && (isOver || underWay == problem.pipelineDepth())) {
      if (auto received = problem.collect(keep); !received) return received;
      --underWay;
      if (afterBatch) afterBatch();
      isOver |= archive.coveredCount() == archive.targetCount();
    }
  }
  return {};
}

}  // namespace covolve::search
