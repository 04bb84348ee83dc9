// Runs an algorithm on an artificial problem.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "artificial_problems.h"
#include "search/loop/loop.h"

namespace covolve::search {

struct Outcome {
  size_t covered = 0;
  size_t evaluations = 0;
  size_t deepest = 0;
  uint64_t seen = 0;
  uint64_t taken = 0;
  std::vector<ProgressPoint> progress;
};

/// Without refiners: what is tested is the algorithm. Ends when `enough` targets are covered.
inline Outcome search(const std::string& algorithm, artificial::ArtificialProblem& problem,
                      uint64_t evaluations, uint64_t seed = 1, const std::string& mutation = "standard",
                      size_t enough = SIZE_MAX) {
  Archive archive(problem.targetCount());
  std::atomic<bool> interrupted = false;
  Budget budget({std::nullopt, evaluations}, interrupted);
  Rng rng(seed);
  Parameters parameters;
  parameters.localSearchShare = 0;
  parameters.mutation = mutation;
  const auto endInTime = [&] { interrupted = archive.coveredCount() >= enough; };
  const auto result = runSearch(algorithm, {problem, archive, budget, rng, parameters, endInTime});
  EXPECT_TRUE(result.has_value());
  return {archive.coveredCount(), problem.evaluations, problem.deepest,
          problem.seen,           budget.taken(),      result->progress};
}

inline Outcome search(const std::string& algorithm, artificial::Shape shape, uint64_t evaluations,
                      uint64_t seed = 1) {
  artificial::ArtificialProblem problem(std::move(shape));
  return search(algorithm, problem, evaluations, seed);
}

}  // namespace covolve::search
